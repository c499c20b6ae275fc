import { amount, branch, code, country, flag, phone, quantity, type Reader, text, time } from './readers.ts'

/** The fields that columns of exports can give, and how each is read. */

/** Up to four lines of an address, of which the last ones may be suburb, city and postcode. */
const PLACE = {
  line1: text,
  line2: text,
  line3: text,
  line4: text,
  suburb: text,
  city: text,
  region: text,
  postcode: text,
  country,
}

const CUSTOMER = {
  'customer.code': code,
  'customer.infusion_key': text,
  'customer.company': text,
  'customer.name': text,
  'customer.first_name': text,
  /** The last name of a person with a first name, otherwise the name of a company. */
  'customer.last_name': text,
  'customer.email': text,
  'customer.phone': phone,
  'customer.mobile': phone,
  'customer.pricing': text,
  ...grouped('billing', PLACE),
  ...grouped('delivery', PLACE),
} satisfies Record<string, Reader>

const SALE = {
  ...CUSTOMER,
  code: text,
  reference: text,
  notes: text,
  payment_method: text,
  payment_reference: text,
  branch,
  ordered_at: time,
  paid_at: time,
  shipped_at: time,
  is_paid: flag,
  is_shipped: flag,
  is_cancelled: flag,
  is_pickup: flag,
  /** Not an order: a quote, a credit, a deleted invoice. */
  is_left_out: flag,
  tracking_code: text,
  tracking_company: text,
  /** The receiver, as one name or two. */
  'delivery.name': text,
  'delivery.first_name': text,
  'delivery.last_name': text,
  'delivery.company': text,
  /** Whether amounts contain GST. If no column says so, the total decides. */
  includes_gst: flag,
  has_no_gst: flag,
  /** The items after discounts. */
  subtotal: amount,
  freight: amount,
  freight_gst: amount,
  fees: amount,
  gst: amount,
  total: amount,
  'items.code': text,
  'items.name': text,
  'items.quantity': quantity,
  /** Of one unit. */
  'items.price': amount,
  /** Subtracted from the price of all units. */
  'items.discount': amount,
  /** Of all units, after its discount. */
  'items.total': amount,
  /** If given, `items.total` and `items.price` are without GST. */
  'items.total_with_gst': amount,
  'items.gst': amount,
} satisfies Record<string, Reader>

const PRODUCT = {
  code: text,
  name: text,
  price: amount,
  'pricing.cost': amount,
  'pricing.wholesale': amount,
  weight: quantity,
  height: quantity,
  depth: quantity,
  width: quantity,
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
