import { fold } from '../../../domain/format/text.ts'
import { originBranch } from '../../../domain/freight/branch.ts'
import { ITEMS, type RawItem, type RawRecord } from '../kinds/raw-record.ts'
import { centsWithoutGst, toCents } from './amounts.ts'
import { given, placeCells } from './customers.ts'
import { exportedPlace, isPlace } from './places.ts'
import { amountIn, type ExportedRecord, type Values } from './values.ts'

/** Fields that are taken over unchanged. */
const SAME = ['code', 'reference', 'payment_method', 'payment_reference'] as const
const FREIGHT_SAME = ['tracking_code', 'tracking_company'] as const

/** An order as the importer's record. Fields of which the file has no column are missing. */
export function orderOf({ line, values, items }: ExportedRecord, customerCode: string): RawRecord {
  const lines = items?.map(saleLineOf) ?? []
  const costs = costsOf(values, lines)
  const cells = given({
    ...Object.fromEntries(SAME.map((field) => [field, values[field]])),
    ...Object.fromEntries(FREIGHT_SAME.map((field) => [`freight.${field}`, values[field]])),
    'customer.code': customerCode,
    notes: notesOf(values),
    status: statusIn(values),
    'dates.cancelled_at': values.cancelled_at,
    'freight.branch': originBranch(values.branch),
    'freight.is_pickup': values.is_pickup === undefined ? undefined : values.is_pickup || 'no',
    'freight.subtotal': String(costs.freight),
    'costs.subtotal': textOf(costs.subtotal),
    'costs.tax': textOf(costs.tax),
    'costs.total': textOf(costs.total),
    'dates.ordered_at': values.ordered_at,
    'dates.paid_at': stepOf(values, 'paid_at', 'is_paid'),
    'dates.shipped_at': stepOf(values, 'shipped_at', 'is_shipped'),
    ...deliveryCells(values),
  })
  const goods = lines.filter(({ isFreight }) => !isFreight)
  return { line, cells, items: items && goods.map((one) => itemOf(one, costs)) }
}

/** The statuses of columns that say that an order is stopped; the first that applies is its status. */
const STATUSES = {
  is_cancelled: 'Cancelled',
  is_refunded: 'Refunded',
  is_voided: 'Voided',
  is_failed: 'Failed',
  is_expired: 'Expired',
} as const

/** Blank if none applies, so that the status follows from the dates; undefined if the file has no such column. */
function statusIn(values: Values): string | undefined {
  const columns = Object.entries(STATUSES).filter(([field]) => values[field] !== undefined)
  if (columns.length === 0) return undefined
  return columns.find(([field]) => values[field])?.[1] ?? ''
}

function itemOf(one: SaleLine, { withoutGst }: SaleCosts): RawItem {
  const price = one.gst === 0 ? withoutGst(one.price, 0) : withoutGst(one.price)
  return {
    line: one.line,
    prefix: `${ITEMS}.`,
    cells: {
      'product.code': one.code,
      'product.name': one.name,
      'product.price': String(price),
      quantity: String(one.quantity),
      ...(one.sent !== undefined && { fulfilled_quantity: one.sent }),
      'costs.subtotal': String(withoutGst(one.total, one.gst)),
    },
  }
}

/** The date of a step. If the export says only that the step was taken, it has the date of the order. */
function stepOf(values: Values, date: string, flag: string): string | undefined {
  return values[date] || (values[flag] ? values.ordered_at : (values[date] ?? values[flag]))
}

/** The delivery address, otherwise the invoice address. An order with neither has no address. */
function deliveryCells(values: Values): Record<string, string> {
  const names = [values['customer.company'], values['customer.last_name'], values['customer.name']]
  const own = names.flatMap((name) => name || [])
  const delivery = exportedPlace(values, 'delivery', own)
  const place = isPlace(delivery) ? delivery : exportedPlace(values, 'billing', own)
  return isPlace(place) ? placeCells('delivery_address', place) : {}
}

/** The notes, after the name of the receiver if that is not the customer. */
function notesOf(values: Values): string | undefined {
  const first = [values['delivery.first_name'], values['delivery.last_name']].filter(Boolean).join(' ')
  const receivers = [values['delivery.name'] || first, values['delivery.company']]
  const person = [values['customer.first_name'], values['customer.last_name']].filter(Boolean).join(' ')
  const customer = [values['customer.name'], person, values['customer.company']]
  const known = customer.flatMap((name) => (name ? fold(name) : []))
  const others = receivers.flatMap((name) => (name && !known.includes(fold(name)) ? name : []))
  if (others.length === 0 || known.length === 0) return values.notes
  return [`For ${others.join(', ')}`, values.notes].filter(Boolean).join('\n')
}

function textOf(cents: number | null): string | undefined {
  return cents === null ? undefined : String(cents)
}

/** A line of an order. Amounts are millionths of a dollar, as the export has them. */
interface SaleLine {
  line: number
  code: string
  name: string
  quantity: number
  /** How much was sent, blank for an unknown part; undefined if the export does not tell. */
  sent: string | undefined
  price: number
  total: number
  /** Null if the export does not tell. */
  gst: number | null
  isFreight: boolean
  /** Whether the export says that its amounts are without GST. */
  isWithoutGst: boolean
}

const LONGEST_CODE = 100
const FREIGHT_CODE =
  /^((freight|frt)([-_ .]?\w{1,8})?|(shipping|courier|delivery|postage)([-_ ]?(charge|fee)s?)?)$/i
const FREIGHT_NAME =
  /^((rural|overnight|urgent|standard) )?(freight|shipping|courier|delivery|postage)([ :-]+(charge|fee|cost|surcharge|to|via|by|-|–|\().*)?$/i

/**
 * A line of an order. One without a code has its name as the code, and is freight if it is named so. A line of text
 * has the quantity 0.
 */
export function saleLineOf({ line, values }: { line: number; values: Values }): SaleLine {
  const sku = values['items.code'] ?? ''
  const name = values['items.name'] || sku
  const [price, whole] = [amountIn(values, 'items.price'), amountIn(values, 'items.total')]
  const stated = values['items.quantity']
  const quantity = stated ? Number(stated) : price || whole ? 1 : 0
  const discount = amountIn(values, 'items.discount') ?? 0
  const total = whole ?? Math.round((price ?? 0) * quantity) - discount
  const withGst = amountIn(values, 'items.total_with_gst')
  return {
    line,
    code: sku || name.slice(0, LONGEST_CODE),
    name,
    quantity,
    sent: sentIn(values, quantity),
    price: price ?? (quantity === 0 ? 0 : Math.round(total / quantity)),
    total,
    gst: amountIn(values, 'items.gst') ?? (withGst === null ? null : withGst - total),
    isFreight: sku ? FREIGHT_CODE.test(sku) : FREIGHT_NAME.test(name),
    isWithoutGst: withGst !== null,
  }
}

function sentIn(values: Values, quantity: number): string | undefined {
  if (values['items.is_sent'] === undefined) return undefined
  if (values['items.is_partly_sent']) return ''
  return values['items.is_sent'] ? String(quantity) : '0'
}

/** The sums of an order in cents, without GST except for `tax` and `total`. Null if the export does not tell. */
interface SaleCosts {
  freight: number
  subtotal: number | null
  tax: number | null
  total: number | null
  /**
   * An amount of an item in cents without GST.
   * @param gst the GST in it, if the export contains it
   */
  withoutGst(amount: number, gst?: number | null): number
}

/** @param lines of products and of freight */
export function costsOf(values: Values, lines: readonly SaleLine[]): SaleCosts {
  const gst = gstOf(values, lines)
  const total = amountIn(values, 'total')
  const own = amountIn(values, 'freight') ?? 0
  const includes = gst !== 0 && includesGst(values, lines, gst)
  const withoutGst = (amount: number, part: number | null = null) => {
    if (!includes) return toCents(amount)
    return part === null ? centsWithoutGst(amount) : toCents(amount - part)
  }
  const freightLines = lines.filter(({ isFreight }) => isFreight)
  const freight = freightLines.reduce(
    (sum, line) => sum + withoutGst(line.total, line.gst),
    withoutGst(own, amountIn(values, 'freight_gst')),
  )
  if (total !== null) {
    const tax = gst ?? (includes ? total - 10_000 * centsWithoutGst(total) : null)
    if (tax === null) return { freight, subtotal: null, tax: null, total: null, withoutGst }
    const [wholeCents, taxCents] = [toCents(total), toCents(tax)]
    return { freight, subtotal: wholeCents - taxCents, tax: taxCents, total: wholeCents, withoutGst }
  }
  if (gst === null) return { freight, subtotal: null, tax: null, total: null, withoutGst }
  const sum = toCents(lines.reduce((all, line) => all + line.total, own + (amountIn(values, 'fees') ?? 0)))
  const tax = toCents(gst)
  const subtotal = includes ? sum - tax : sum
  return { freight, subtotal, tax, total: subtotal + tax, withoutGst }
}

/** The GST of the order: given as one amount, or for each line. */
function gstOf(values: Values, lines: readonly SaleLine[]): number | null {
  if (values.has_no_gst) return 0
  const whole = amountIn(values, 'gst')
  if (whole !== null) return whole
  const parts = [...lines.map(({ gst }) => gst), amountIn(values, 'freight_gst')]
  return parts.every((part) => part === null)
    ? null
    : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
}

/**
 * If the export does not say whether amounts contain GST, the sums decide: the total is close to the sum of the
 * amounts, or to that sum plus GST.
 */
function includesGst(values: Values, lines: readonly SaleLine[], gst: number | null): boolean {
  if (lines.some(({ isWithoutGst }) => isWithoutGst)) return false
  if (values.includes_gst !== undefined) return values.includes_gst !== ''
  const total = amountIn(values, 'total')
  if (total === null || gst === null) return false
  const others = (amountIn(values, 'freight') ?? 0) + (amountIn(values, 'fees') ?? 0)
  const items = amountIn(values, 'subtotal') ?? lines.reduce((sum, line) => sum + line.total, 0)
  const sum = items + others
  return Math.abs(sum - total) < Math.abs(sum + gst - total)
}
