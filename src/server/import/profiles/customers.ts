import { fold } from '../../../domain/format/text.ts'
import type { RawRecord } from '../kinds/raw-record.ts'
import { type ExportedPlace, exportedPlace, isPlace } from './places.ts'
import { CUSTOMER, codeNames, type RecordBook, withZeros, zerosAdded } from './record-book.ts'
import type { ExportedRecord, Values } from './values.ts'

/** The fields that identify a customer. */
interface Identity {
  code: string | null
  company: string | null
  name: string | null
  email: string | null
}

/** Customer of all orders that name none. */
const CASH = { code: 'CASH', name: 'Cash sale' }
const LONGEST_CODE = 60

/** The names to keep for a customer. */
export function namesOf({ code, company, name, email }: Identity): string[] {
  return [
    ...(code ? codeNames(CUSTOMER, code) : []),
    ...(email ? [`email ${fold(email)}`] : []),
    ...[company, name].flatMap((one) => (one ? [`any ${fold(one)}`] : [])),
    ...(company ? [`company ${fold(company)}`] : []),
    ...(name && !email ? [`no email ${fold(name)}`] : []),
  ]
}

/**
 * The names to search for, the surest first. Two people may have the same name: the name of a person counts only
 * if one of both has no e-mail address.
 */
function searchedNames({ code, company, name, email }: Identity): string[] {
  return [
    ...(code ? [`${CUSTOMER} ${code}`] : []),
    ...(email ? [`email ${fold(email)}`] : []),
    ...(company ? [`company ${fold(company)}`] : []),
    ...[company, name].flatMap((one) => (one ? [`${email ? 'no email' : 'any'} ${fold(one)}`] : [])),
  ]
}

/** The fields that name a customer, for messages. */
const NAMING = [
  'customer.code',
  'customer.email',
  'customer.company',
  'customer.name',
  'customer.last_name',
  'customer.first_name',
]

/** The customer of an order: known, or made with these cells. */
interface FoundCustomer {
  code: string
  identity: Identity
  cells: RawRecord['cells'] | null
  /** A message for the sender, with the field that it concerns. */
  note: { field: string; reason: string } | null
}

/** Finds the customer of an order by code, e-mail address or name, or makes one. */
export function customerOf({ values }: ExportedRecord, book: RecordBook): FoundCustomer {
  const identity = identityOf(values)
  const whole = identity.code === null ? null : withZeros(CUSTOMER, identity.code, book)
  if (identity.code !== null && whole !== null) {
    const note = { field: 'customer.code', reason: zerosAdded(identity.code, whole) }
    return { code: whole, identity, cells: null, note }
  }
  const field = NAMING.find((one) => values[one]) ?? 'customer.name'
  for (const name of searchedNames(identity)) {
    const found = book.find(name)
    if (!found) continue
    const reason = `belongs to several customers: ${found.code} is taken`
    return { code: found.code, identity, cells: null, note: found.isShared ? { field, reason } : null }
  }
  const code = identity.code ?? codeFor(identity)
  const known = book.find(`${CUSTOMER} ${code ?? CASH.code}`)
  if (known) return { code: known.code, identity, cells: null, note: null }
  if (code === null) {
    const reason = `names no customer: customer ${CASH.code} is made`
    return { code: CASH.code, identity: { ...identity, ...CASH }, cells: CASH, note: { field, reason } }
  }
  const reason = `is no customer here: ${values[field]} is made as customer ${code}`
  const cells = { ...ownCells(values), code }
  return { code, identity: { ...identity, code }, cells, note: { field, reason } }
}

/** A code that is the same the next time: the e-mail address, or the name in capitals. Null without both. */
function codeFor({ company, name, email }: Identity): string | null {
  if (email) return email.toLowerCase()
  const words = fold(company ?? name ?? '').match(/[\p{L}\d]+/gu) ?? []
  return words.length === 0 ? null : words.join('-').slice(0, LONGEST_CODE).toUpperCase()
}

function identityOf(values: Values): Identity {
  const [first, last] = [values['customer.first_name'], values['customer.last_name']]
  const person = [first, last].filter(Boolean).join(' ')
  const isPerson = Boolean(first)
  const company = values['customer.company'] || (isPerson ? '' : last)
  return {
    code: values['customer.code'] || null,
    company: company || null,
    name: values['customer.name'] || (isPerson ? person : '') || null,
    email: values['customer.email'] || null,
  }
}

/**
 * The cells of a customer's record. Fields of which the file has no column are missing. A customer without a code has
 * that of the customer whom the e-mail address or the name identifies, or a new one as orders give it.
 */
export function customerCells(values: Values, book: RecordBook): RawRecord['cells'] {
  const { billing, delivery } = placesOf(values)
  const cells = { ...ownCells(values), ...(isPlace(billing) ? placeCells('delivery_address', delivery) : {}) }
  const identity = identityOf(values)
  if (identity.code !== null) return cells
  // Several people of one company are several customers.
  const isPerson = identity.name !== null && identity.email !== null
  const names = isPerson ? [`email ${fold(identity.email ?? '')}`] : searchedNames(identity)
  const found = names.flatMap((name) => book.find(name) ?? [])[0]
  return { ...cells, code: found?.code ?? codeFor(identity) ?? '' }
}

/** Without the delivery address: if the customer is created from an order, the address belongs to the order. */
function ownCells(values: Values): RawRecord['cells'] {
  const identity = identityOf(values)
  const { billing, delivery } = placesOf(values)
  const hasPlaces = Object.keys(values).some((field) => /^(billing|delivery)\.(line1|city)$/.test(field))
  const cells: Record<string, string | undefined> = {
    code: values['customer.code'],
    infusion_key: values['customer.infusion_key'],
    name: identity.name ?? identity.company ?? values['customer.email'] ?? '',
    company: identity.company ?? '',
    email: values['customer.email'],
    phone: values['customer.phone'],
    mobile: values['customer.mobile'],
    pricing: values['customer.pricing'],
    terms: values['customer.terms'],
    credit_stop: values['customer.credit_stop'],
    ...(hasPlaces ? placeCells('address', isPlace(billing) ? billing : delivery) : {}),
  }
  return given(cells)
}

function placesOf(values: Values): Record<'billing' | 'delivery', ExportedPlace> {
  const { company, name } = identityOf(values)
  const names = [company ?? '', name ?? '']
  return {
    billing: exportedPlace(values, 'billing', names),
    delivery: exportedPlace(values, 'delivery', names),
  }
}

/** The cells of an address of a record. */
export function placeCells(group: string, place: ExportedPlace): Record<string, string> {
  return Object.fromEntries(Object.entries(place).map(([part, text]) => [`${group}.${part}`, text]))
}

/** Without the cells that are undefined. */
export function given(cells: Readonly<Record<string, string | undefined>>): RawRecord['cells'] {
  const own: Record<string, string> = {}
  for (const [field, text] of Object.entries(cells)) if (text !== undefined) own[field] = text
  return own
}
