import * as z from 'zod'
import type { FieldOf } from '../import/profiles/fields.ts'
import type { ProfileOf } from '../import/profiles/profile.ts'
import {
  amountCell,
  decimal,
  type Feed,
  type FeedRow,
  listField,
  rowWith,
  type Since,
  unreadRow,
  versionOf,
  word,
} from './feed.ts'

/** The fields of an order in GoSweetSpot's queue, whose names are in lower case (see `callGateway`). */
const Order = z.object({
  packingslipno: z.string({ error: 'is required' }).min(1, { error: 'is required' }),
  consignee: word,
  address1: word,
  address2: word,
  suburb: word,
  city: word,
  postcode: word,
  country: word,
  delvref: word,
  delvinstructions: word,
  contactname: word,
  contactphone: word,
  email: word,
  status: z.object({ ticketnumber: word, picked: word }).nullish(),
  products: listField(
    z.object({
      productcode: word,
      description: word,
      units: decimal,
      unitvalue: decimal,
      unitkg: decimal,
      currency: word,
      alreadysent: decimal,
    }),
  ),
  /** The branch whose site has the order, which the poll adds. */
  branch: word,
})
type Order = z.output<typeof Order>

const COLUMNS: Readonly<Record<string, FieldOf<'orders'>>> = {
  packingslipno: 'code',
  reference: 'reference',
  consignee: 'customer.company',
  contactname: 'customer.name',
  contactphone: 'customer.phone',
  email: 'customer.email',
  address1: 'delivery.line1',
  address2: 'delivery.line2',
  suburb: 'delivery.suburb',
  city: 'delivery.city',
  postcode: 'delivery.postcode',
  country: 'delivery.country',
  delvinstructions: 'notes',
  branch: 'branch',
  currency: 'currency',
  created: 'ordered_at',
  released: 'is_paid',
  withdrawn: 'is_cancelled',
  picked: 'shipped_at',
  ticketnumber: 'tracking_code',
  'products.productcode': 'items.code',
  'products.description': 'items.name',
  'products.units': 'items.quantity',
  'products.unitvalue': 'items.price',
}

const queueOrders: ProfileOf<'orders'> = {
  program: 'GoSweetSpot',
  content: 'orders',
  kind: 'orders',
  source: 'api-docs.gosweetspot.com, customer orders (November 2026)',
  signs: ['packingslipno', 'consignee', 'delvref'],
  isWithoutGst: true,
  documented: COLUMNS,
  assumed: {},
}

/** The order queue of GoSweetSpot, which connectors of other programs fill. It is polled, see `poll-queue.ts`. */
export const goSweetSpotFeed: Feed = {
  name: 'gosweetspot',
  program: queueOrders.program,
  profile: queueOrders,
  identify(_, body, { receivedAt }) {
    const { data } = z.object({ packingslipno: word.pipe(z.string().min(1)) }).safeParse(body)
    // The queue has no times: what was polled later is newer.
    return data ? { orderId: data.packingslipno, version: versionOf(receivedAt, null, 0) } : null
  },
  rowOf(given, since) {
    const read = Order.safeParse(given)
    return read.success ? rowOfOrder(read.data, since) : unreadRow(read.error, given, 'packingslipno')
  },
}

function rowOfOrder(order: Order, { isNew, isDeleted, receivedAt }: Since): FeedRow {
  const { consignee, contactname, packingslipno, delvref, products, status } = order
  const isSent = Boolean(status?.ticketnumber)
  const row = rowWith(
    {
      packingslipno,
      reference: delvref === packingslipno ? '' : delvref,
      // One name is that of a person or of a company: it is the customer's name in any case.
      consignee: consignee === contactname ? '' : consignee,
      contactname: contactname || consignee,
      contactphone: order.contactphone,
      email: order.email,
      address1: order.address1,
      address2: order.address2,
      suburb: order.suburb,
      city: order.city,
      postcode: order.postcode,
      country: order.country,
      delvinstructions: order.delvinstructions,
      branch: order.branch,
      currency: products.find(({ currency }) => currency !== '')?.currency ?? '',
      withdrawn: isDeleted ? 'yes' : '',
      // The queue does not tell when an order was made. What is in it is released to be sent.
      ...(isNew && { created: receivedAt, released: 'yes' }),
      ...(isSent && { picked: status?.picked || receivedAt, ticketnumber: status?.ticketnumber }),
    },
    products.map((product) => ({
      'products.productcode': product.productcode,
      'products.description': product.description,
      'products.units': amountCell(product.units),
      'products.unitvalue': amountCell(product.unitvalue),
    })),
    new Map(products.map(({ alreadysent }, index) => [index + 1, alreadysent ?? 0])),
  )
  return 'faults' in row ? row : { ...row, products: products.flatMap(productOf) }
}

/** A product with its weight, so that its parcels can be weighed by what is in them. */
function productOf({ productcode, description, unitvalue, unitkg }: Order['products'][number]) {
  if (productcode === '' || unitkg === null || unitkg <= 0) return []
  const cells = {
    code: productcode,
    name: description || productcode,
    price: String(Math.round((unitvalue ?? 0) * 100)),
    weight: String(unitkg),
  }
  return [{ line: 0, cells, items: null }]
}
