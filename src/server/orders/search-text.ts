import { isRuralFreight, otherStatus } from '../../domain/orders/order-status.ts'
import { SEARCHED_STATUSES, SHOP_CHANGED } from '../../domain/orders/standing.ts'
import type { OrderRow } from '../db/schema.ts'
import { phraseTerm, type SearchedAddress, searchTextOf } from '../db/search-text.ts'

/** The searchable fields of an order: its codes, its customer, its address, and the marks that lists show. */
export interface SearchedOrder
  extends SearchedAddress,
    Partial<
      Pick<
        OrderRow,
        'cancelled_at' | 'refunded_at' | 'is_stopped' | 'is_held' | 'source_changes' | 'tracking_code'
      >
    > {
  code: string
  reference: string | null
  name: string
  company: string | null
  email: string | null
  phone: string | null
  mobile: string | null
  is_pickup: number
  freight_cents: number
  status: string
}

/** Precedes the reference in a search text, even if the customer wrote it without 'PO'. */
const REFERENCE_WORD = 'po'

/** The words that staff use for marks of orders. */
const PICKUP_WORDS = 'click and collect pickup'
const RURAL_WORD = 'rural'

/** The searched text of an order. */
export function searchText(order: SearchedOrder): string {
  const {
    code,
    reference,
    name,
    company,
    email,
    phone,
    mobile,
    is_pickup,
    freight_cents,
    status,
    tracking_code,
  } = order
  return searchTextOf({
    // First, because a word is written only once: the reference must directly follow its word.
    texts: [reference && referenceText(reference), code, reference, name, company, email, tracking_code],
    phones: [phone, mobile],
    addresses: [order],
    marks: [
      is_pickup === 1 ? PICKUP_WORDS : '',
      isRuralFreight({ freight: { subtotal: freight_cents } }) ? RURAL_WORD : '',
      ...[otherStatus(status) ?? '', ...standingMarks(order)].map(statusWord),
    ],
  })
}

/** Also of an order whose status does not say so, such as one that staff have put on hold. */
function standingMarks(order: SearchedOrder): string[] {
  const { cancelled_at, refunded_at, is_stopped, is_held, source_changes } = order
  return [
    cancelled_at ? 'cancelled' : '',
    refunded_at ? 'refunded' : '',
    is_held === 1 ? 'on hold' : '',
    is_stopped === 1 ? 'stopped' : '',
    source_changes ? SHOP_CHANGED : '',
  ]
}

/** The term that finds the orders whose reference starts like this, written as a customer's or without its 'PO'. */
export function referenceTerm(reference: string): string {
  return phraseTerm(referenceText(reference))
}

const STATUSES = new RegExp(
  `(?<=^|\\s)(?:${Object.keys(SEARCHED_STATUSES).join('|').replaceAll(' ', '[\\s-]+')}|canceled)(?=\\s|$)`,
  'gi',
)

/** The words of a search with the status words in it as search texts contain them: 'onhold' for 'on hold'. */
export function withStatusWords(words: string): string {
  return words.replace(STATUSES, (status) => statusWord(otherStatus(status) ?? status))
}

/** A status is one word of a search text, which has each word only once and so no phrases. */
function statusWord(status: string): string {
  return status.replace(/[^\p{L}\p{N}]+/gu, '')
}

function referenceText(reference: string): string {
  return `${REFERENCE_WORD} ${reference.replace(/^\s*p\.?o\.?(?=[\s:#/-]|\d)/i, '')}`
}
