import type { Consignment } from '../../contract/consignments.ts'
import type { Carton } from '../../contract/dispatch.ts'
import type { Order } from '../../contract/orders.ts'
import { nonBlank } from '../format/text.ts'
import { addressLines } from '../freight/address.ts'
import { courierTrackingLink, trackingLink } from '../freight/couriers.ts'
import type { RecordKind, Records } from '../records/record-kind.ts'
import type { Given } from './arguments.ts'

/** The records that a command acts on: one of a kind, or several. */
export interface Spoken extends Partial<Records> {
  orders?: readonly Order[]
  consignments?: readonly Consignment[]
  customers?: readonly Records['customer'][]
  /** Whether they are the first page of a list that has more. */
  isFirstPage?: boolean
  /** What the user has done last. */
  undo?: { title: string }
  /** The cartons of the business at all branches. Default: the presets. */
  cartons?: readonly Carton[]
}

/** A text of a record that staff copy or use. */
interface Fact {
  noun: string
  plural: string
  /** Other words for it. */
  words: readonly string[]
}

/** The facts, with the words for each. */
export const FACTS = {
  code: { noun: 'code', plural: 'codes', words: ['number', 'numbers', 'id', 'ids'] },
  name: { noun: 'name', plural: 'names', words: ['customer name', 'contact'] },
  address: { noun: 'address', plural: 'addresses', words: ['delivery address', 'street', 'where to'] },
  phone: {
    noun: 'phone number',
    plural: 'phone numbers',
    words: ['phone', 'phones', 'telephone', 'tel', 'ph', 'landline'],
  },
  mobile: {
    noun: 'mobile number',
    plural: 'mobile numbers',
    words: ['mobile', 'mobiles', 'mob', 'cell', 'cellphone'],
  },
  email: {
    noun: 'e-mail address',
    plural: 'e-mail addresses',
    words: ['email', 'emails', 'e-mail', 'e-mails', 'mail', 'email address', 'email addresses'],
  },
  tracking: {
    noun: 'tracking code',
    plural: 'tracking codes',
    words: ['tracking', 'tracking number', 'tracking numbers', 'consignment', 'connote'],
  },
  link: {
    noun: 'tracking link',
    plural: 'tracking links',
    words: ['link', 'links', 'tracking page', 'url', 'tracking url'],
  },
  order: { noun: 'order code', plural: 'order codes', words: ['order', 'order number', 'order numbers'] },
} as const satisfies Record<string, Fact>
export type FactName = keyof typeof FACTS

/** Their names. */
export const FACT_NAMES = Object.keys(FACTS).filter((name): name is FactName => Object.hasOwn(FACTS, name))

type Readers<One> = Partial<Record<FactName, (one: One) => string | null>>

/** The kinds of record of which more than the code is copied. */
export type KnownKind = Extract<RecordKind, 'order' | 'consignment' | 'customer'>

/** How they are read of each kind. */
export const FACT_READERS: { readonly [Kind in KnownKind]: Readers<Records[Kind]> } = {
  order: {
    code: ({ code }) => code,
    name: ({ customer: { company, name } }) => nonBlank(company) ?? nonBlank(name),
    address: ({ delivery_address }) => nonBlank(addressLines(delivery_address).join(', ')),
    phone: ({ customer: { phone, mobile } }) => nonBlank(phone) ?? nonBlank(mobile),
    mobile: ({ customer }) => nonBlank(customer.mobile),
    email: ({ customer }) => nonBlank(customer.email),
    tracking: ({ freight }) => nonBlank(freight.tracking_code),
    link: trackingLink,
  },
  consignment: {
    code: ({ tracking_code }) => tracking_code,
    tracking: ({ tracking_code }) => tracking_code,
    name: ({ destination: { building, contact_name } }) => nonBlank(building) ?? nonBlank(contact_name),
    address: ({ destination }) =>
      nonBlank(addressLines({ ...destination, city: null, is_rural: false, country: null }).join(', ')),
    phone: ({ destination }) => nonBlank(destination.contact_phone),
    email: ({ destination }) => nonBlank(destination.contact_email),
    order: ({ order_code }) => nonBlank(order_code),
    link: ({ shipping_company, tracking_code }) => courierTrackingLink(shipping_company, tracking_code),
  },
  customer: {
    code: ({ code }) => code,
    name: ({ company, name }) => nonBlank(company) ?? nonBlank(name),
    address: ({ address }) => nonBlank(addressLines(address).join(', ')),
    phone: ({ phone, mobile }) => nonBlank(phone) ?? nonBlank(mobile),
    mobile: ({ mobile }) => nonBlank(mobile),
    email: ({ email }) => nonBlank(email),
  },
}

/** A text of a record, such as its phone number; null if it has none. */
export function factOf<Kind extends KnownKind>(
  kind: Kind,
  record: Records[Kind],
  name: FactName,
): string | null {
  const readers: Readers<Records[Kind]> = FACT_READERS[kind]
  return readers[name]?.(record) ?? null
}

/** Between the facts that are copied of one record: cells of a spreadsheet. */
export const BETWEEN_FACTS = '\t'
/** Between several facts. */
export const AND = ' and '

/** The facts that a text names; the code if it names none. */
export function factsIn({ what }: Given): FactName[] {
  const named = typeof what === 'string' ? what.split(AND) : []
  const facts = FACT_NAMES.filter((name) => named.includes(name))
  return facts.length > 0 ? facts : ['code']
}

/** What is copied of records: a line for each of those that have all of it, and what these are: '3 phone numbers'. */
export function copiedOf<Kind extends KnownKind>(
  kind: Kind,
  records: readonly Records[Kind][],
  given: Given,
): Copied {
  const facts = factsIn(given)
  const lines = records.flatMap((record) => {
    const texts = facts.map((name) => factOf(kind, record, name))
    return texts.every((text) => text !== null) ? [texts.join(BETWEEN_FACTS)] : []
  })
  return { text: lines.join('\n'), words: `${lines.length} ${nouns(facts, lines.length !== 1)}` }
}

/** What is copied, and what the lines are: '3 phone numbers'. */
export interface Copied {
  text: string
  words: string
}

/** What the facts are called: 'phone numbers'. */
export function nouns(facts: readonly FactName[], areSeveral: boolean): string {
  return facts.map((name) => FACTS[name][areSeveral ? 'plural' : 'noun']).join(AND)
}

/** The order or customer that is written to or called. */
export function contactOf({ order, customer }: Spoken, name: FactName): string | null {
  if (order) return factOf('order', order, name)
  return customer ? factOf('customer', customer, name) : null
}

/** Whom an order or a customer names. */
export function nameIn({ order, customer }: Spoken): string | null {
  if (order) return factOf('order', order, 'name') ?? order.code
  return customer ? (factOf('customer', customer, 'name') ?? customer.code) : null
}

/** The address that opens the mail program with a message to an order's customer; null if there is no e-mail address. */
export function mailAddress(spoken: Spoken, given: Given): string | null {
  const email = contactOf(spoken, 'email')
  const subject = subjectOf(spoken, given)
  if (email === null) return null
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}${
    subject === null ? '' : `?subject=${encodeURIComponent(subject)}`
  }`
}

/** The subject of a message. */
export function subjectOf({ order }: Spoken, { subject }: Given): string | null {
  if (typeof subject === 'string') return subject
  return order ? `Order ${order.code}` : null
}

/** The number that is called; null if there is none. */
export function numberIn(spoken: Spoken, { number }: Given): string | null {
  return contactOf(spoken, number === 'mobile' ? 'mobile' : 'phone')
}

/** The address that opens the dialer; null if there is no number. */
export function callAddress(spoken: Spoken, given: Given): string | null {
  const number = numberIn(spoken, given)
  return number === null ? null : `tel:${number.replace(/[^\d+]/g, '')}`
}
