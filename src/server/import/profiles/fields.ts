import { parseWrittenTime } from '../../../domain/calendar/nz-calendar.ts'
import { fractionOf } from '../../../domain/format/money.ts'
import { originBranch } from '../../../domain/freight/branch.ts'
import { barcodeFault } from '../../../domain/records/barcode.ts'
import { timestamp } from '../../db/times.ts'
import { isPickupMethod } from './shop-words.ts'

/** The text of a cell in the importer's form, with a message for the sender; or the reason why it is unreadable. */
type Reading = { value: string; note?: string } | { fault: string }

/** What the business has told about itself. */
export interface Business {
  /** Names of the places where customers collect orders, as its shop writes them (`PICKUP_LOCATIONS`). */
  pickupLocations: readonly string[]
}

/** Reads a cell that is not blank. */
export type Reader = (text: string, context: { business: Business; isMonthFirst: boolean }) => Reading

/** A spreadsheet marks text that looks like a number with an apostrophe. */
const MARKED = /^'(?=[+\d])/
const PLAIN_NUMBER = /^\d{7,10}$/
/** A number that lost its leading zero: at least 8 digits, beginning with an area, mobile or freephone code. */
const WITHOUT_ZERO = /^[2-9]\d{7,9}$/
/** A long number as a spreadsheet shows it. */
const ROUNDED = /^\d[.,]\d+e\+\d+$/i

export const readText: Reader = (cell) => ({ value: cell.replace(MARKED, '') })

/** A customer's code; MYOB writes *None for none. */
export const readCode: Reader = (cell) => ({ value: /^\*none$/i.test(cell) ? '' : cell })

/** Dollars, as millionths of a dollar. */
const readAmount: Reader = (cell) => {
  const value = parseAmount(cell)
  return value === null ? { fault: 'must be an amount such as 1,234.50' } : { value: String(value) }
}

/** A decimal number. */
const readQuantity: Reader = (cell) => {
  const value = parseAmount(cell)
  return value === null ? { fault: 'must be a number' } : { value: String(value / 1_000_000) }
}

/** '11/18/2026 10:00', as only some exports write it. */
const MONTH_FIRST = /^(\d{1,2})\/(\d{1,2})(?=\/)/
/** A time in the answers of .NET programs: '/Date(1645829571576)/', in milliseconds. */
const DOT_NET = /^\/Date\((\d{1,14})\)\/$/

const readTime: Reader = (cell, { isMonthFirst }) => {
  const [, milliseconds] = DOT_NET.exec(cell) ?? []
  const written = isMonthFirst ? cell.replace(MONTH_FIRST, '$2/$1') : cell
  const at = milliseconds === undefined ? parseWrittenTime(written) : Number(milliseconds)
  return at === null
    ? { fault: 'must be a time such as 18/11/2026 10:00 or 2026-11-18 10:00:00 +1300' }
    : { value: timestamp(at) }
}

/** The console has one currency. */
const NEW_ZEALAND_DOLLARS = /^(?:nzd?|nz ?\$|\$)$|^new zealand,? dollars?$/i

/** Nothing is read from the currency, but orders in another one are refused. */
const readCurrency: Reader = (cell) =>
  NEW_ZEALAND_DOLLARS.test(cell) ? { value: '' } : { fault: `must be NZD: this order is in ${cell}` }

/** Whether the name of a shipping method says that the customer collects the order. */
const readPickup: Reader = (cell, { business }) => ({
  value: isPickupMethod(cell, business.pickupLocations) ? 'yes' : '',
})

/** A phone number, with the zero that a spreadsheet removed. */
export const readPhone: Reader = (cell) => {
  const number = cell.replace(MARKED, '')
  if (ROUNDED.test(number)) return { value: '', note: `was rounded by a spreadsheet, ${number}: left out` }
  const digits = number.replaceAll(' ', '')
  if (!PLAIN_NUMBER.test(digits) || !WITHOUT_ZERO.test(digits)) return { value: number }
  return { value: `0${number}`, note: `has no zero at the beginning, ${number}: read as 0${number}` }
}

/** A bar code. One with a wrong check digit cannot be scanned; the product is right without it. */
const readBarcode: Reader = (cell) => {
  const code = cell.replace(MARKED, '')
  const fault = ROUNDED.test(code) ? 'was rounded by a spreadsheet' : barcodeFault(code)
  return fault === null ? { value: code } : { value: '', note: `${fault}, ${code}: left out` }
}

/** The branch that a text names, otherwise Auckland (FRT-16). */
export const readBranch: Reader = (cell) => {
  const words = cell.toLowerCase().split(/[^a-z]+/)
  return { value: words.map(originBranch).find((one) => words.includes(one)) ?? originBranch(null) }
}

/** The name of a country; other programs write New Zealand's code. */
export const readCountry: Reader = (cell) => ({ value: /^nzl?$/i.test(cell) ? 'New Zealand' : cell })

/** 'yes' for anything but a word for no. */
export const readFlag: Reader = (cell) => ({ value: /^(no?|false|0)$/i.test(cell) ? '' : 'yes' })

/** Words of terms by which goods are paid before they leave. */
const CASH_TERMS =
  /^(?:0|1|cash|c\.?o\.?d\.?|prepaid|pre-?pay.*|paid in advance|immediate.*|due (?:on|upon) receipt|none)$/i

/** Terms of payment as other programs name them: '20th of the month', '30 days', 'COD'. Any period is an account. */
const readTerms: Reader = (cell) => ({ value: CASH_TERMS.test(cell) ? 'cash' : 'account' })

/* The fields that columns of exports can give, and how each is read. */

/** Up to four lines of an address, of which the last ones may be suburb, city and postcode. */
const PLACE = {
  line1: readText,
  line2: readText,
  line3: readText,
  line4: readText,
  suburb: readText,
  city: readText,
  region: readText,
  postcode: readText,
  country: readCountry,
}

const CUSTOMER = {
  'customer.code': readCode,
  'customer.infusion_key': readText,
  'customer.company': readText,
  'customer.name': readText,
  'customer.first_name': readText,
  /** The last name of a person with a first name, otherwise the name of a company. */
  'customer.last_name': readText,
  'customer.email': readText,
  'customer.phone': readPhone,
  'customer.mobile': readPhone,
  'customer.pricing': readText,
  'customer.terms': readTerms,
  'customer.credit_stop': readFlag,
  ...grouped('billing', PLACE),
  ...grouped('delivery', PLACE),
} satisfies Record<string, Reader>

const SALE = {
  ...CUSTOMER,
  code: readText,
  reference: readText,
  notes: readText,
  payment_method: readText,
  payment_reference: readText,
  branch: readBranch,
  ordered_at: readTime,
  paid_at: readTime,
  shipped_at: readTime,
  is_paid: readFlag,
  is_shipped: readFlag,
  cancelled_at: readTime,
  is_cancelled: readFlag,
  is_refunded: readFlag,
  is_failed: readFlag,
  is_voided: readFlag,
  is_expired: readFlag,
  is_held: readFlag,
  is_pickup: readPickup,
  /** Not an order: a quote, a credit, a deleted invoice. */
  is_left_out: readFlag,
  tracking_code: readText,
  tracking_company: readText,
  /** The receiver, as one name or two. */
  'delivery.name': readText,
  'delivery.first_name': readText,
  'delivery.last_name': readText,
  'delivery.company': readText,
  /** Whether amounts contain GST. If no column says so, the total decides. */
  includes_gst: readFlag,
  has_no_gst: readFlag,
  currency: readCurrency,
  /** The items after all discounts. */
  subtotal: readAmount,
  /** Of the order, besides those of its items. */
  discount: readAmount,
  discount_code: readText,
  freight: readAmount,
  freight_gst: readAmount,
  fees: readAmount,
  gst: readAmount,
  total: readAmount,
  /** In the currency of the business, which is New Zealand's. */
  base_total: readAmount,
  'items.code': readText,
  'items.name': readText,
  'items.quantity': readQuantity,
  /** Whether all of it was sent, or an unknown part of it. */
  'items.is_sent': readFlag,
  'items.is_partly_sent': readFlag,
  /** Of one unit. */
  'items.price': readAmount,
  /** Subtracted from the price of all units. */
  'items.discount': readAmount,
  /** Of all units, after its discount. */
  'items.total': readAmount,
  /** If given, `items.total` and `items.price` are without GST. */
  'items.total_with_gst': readAmount,
  'items.gst': readAmount,
  'items.has_no_gst': readFlag,
} satisfies Record<string, Reader>

const PRODUCT = {
  code: readText,
  name: readText,
  price: readAmount,
  'pricing.cost': readAmount,
  'pricing.wholesale': readAmount,
  barcode: readBarcode,
  weight: readQuantity,
  height: readQuantity,
  depth: readQuantity,
  width: readQuantity,
  location: readText,
  /** By which the variants of a product belong together. */
  handle: readText,
  'items.code': readText,
  'items.barcode': readBarcode,
  'items.option1': readText,
  'items.option2': readText,
  'items.option3': readText,
  'items.price_with_gst': readAmount,
  'items.has_no_gst': readFlag,
  'items.cost': readAmount,
  'items.grams': readQuantity,
} satisfies Record<string, Reader>

export const READERS = { orders: SALE, customers: CUSTOMER, products: PRODUCT }

/** The kinds of records that exports contain. */
export type ExportKind = keyof typeof READERS
export type FieldOf<Kind extends ExportKind> = keyof (typeof READERS)[Kind] & string

/** The prefix of the fields of an item. */
export const ITEM_FIELD = 'items.'

type Grouped<Group extends string, Fields> = { [Name in keyof Fields & string as `${Group}.${Name}`]: Reader }

function grouped<Group extends string>(group: Group, fields: typeof PLACE): Grouped<Group, typeof PLACE>
function grouped(group: string, fields: Record<string, Reader>): Record<string, Reader> {
  return Object.fromEntries(Object.entries(fields).map(([name, read]) => [`${group}.${name}`, read]))
}

/** Amounts of exports are whole millionths of a dollar, because unit prices may have more decimals than cents. */
const MILLION = 1_000_000
const PER_CENT = MILLION / 100
/** 99,999,999.99 dollars: a sum of such amounts is still exact. */
const MOST_DIGITS = 8

/** Digits with a decimal point; thousands may have commas. */
const WITH_POINT = /^(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?$/
/** A comma before one or two digits is a decimal comma. */
const WITH_COMMA = /^(\d+|\d{1,3}(?:\.\d{3})+),(\d{1,2})$/
const SIGN = /^\((.*)\)$|^-(.*)$|^(.*)-$/
const CURRENCY = /^(?:NZD?)? ?\$? ?| ?NZD$/gi

/**
 * Parses dollars to millionths: '1,234.50', '$1234.5', '(12.50)' and '-12,50'. Null for any other text, and for
 * more than 99,999,999.
 */
export function parseAmount(cell: string): number | null {
  const bare = cell.replace(CURRENCY, '')
  const signed = SIGN.exec(bare)
  const digits = (signed?.slice(1).find((part) => part !== undefined) ?? bare).replace(CURRENCY, '')
  const [, dollars = '', decimals = ''] = WITH_COMMA.exec(digits) ?? WITH_POINT.exec(digits) ?? []
  const whole = dollars.replace(/[.,]/g, '')
  if (whole + decimals === '' || whole.replace(/^0+/, '').length > MOST_DIGITS) return null
  const value = Number(whole || 0) * MILLION + Number(decimals.slice(0, 6).padEnd(6, '0'))
  return signed && value !== 0 ? -value : value
}

/** An amount in whole cents, rounded once. */
export function toCents(amount: number): number {
  return fractionOf(amount, 1, PER_CENT)
}

/** The same without its GST of 15 %. */
export function centsWithoutGst(amount: number): number {
  return fractionOf(amount, 20, 23 * PER_CENT)
}
