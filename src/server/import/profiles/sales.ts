import { fold, LONGEST_CODE } from '../../../domain/format/text.ts'
import { originBranch } from '../../../domain/freight/branch.ts'
import { itemPrefix, type RawItem, type RawRecord } from '../kinds/raw-record.ts'
import { costsOf, type SaleLine } from './costs.ts'
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
  return { line, cells, items: items && costs.items.map(itemOf) }
}

/** The statuses of flags that stop or hold an order (ORD-40); the first that applies is its status. */
const STATUSES = {
  is_cancelled: 'Cancelled',
  is_refunded: 'Refunded',
  is_voided: 'Voided',
  is_failed: 'Failed',
  is_expired: 'Expired',
  is_held: 'On hold',
} as const

/** Blank if none applies, so that the status follows from the dates; undefined if the file has no such column. */
function statusIn(values: Values): string | undefined {
  const columns = Object.entries(STATUSES).filter(([field]) => values[field] !== undefined)
  if (columns.length === 0) return undefined
  return columns.find(([field]) => values[field])?.[1] ?? ''
}

function itemOf({ line, price, total }: ReturnType<typeof costsOf>['items'][number], index: number): RawItem {
  return {
    line: line.line,
    prefix: itemPrefix(index + 1),
    cells: {
      'product.code': line.code,
      'product.name': line.name,
      'product.price': String(price),
      quantity: String(line.quantity),
      ...(line.sent !== undefined && { fulfilled_quantity: line.sent }),
      'costs.subtotal': String(total),
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
    gst: values['items.has_no_gst']
      ? 0
      : (amountIn(values, 'items.gst') ?? (withGst === null ? null : withGst - total)),
    isFreight: sku ? FREIGHT_CODE.test(sku) : FREIGHT_NAME.test(name),
    isWithoutGst: withGst !== null,
  }
}

function sentIn(values: Values, quantity: number): string | undefined {
  if (values['items.is_sent'] === undefined) return undefined
  if (values['items.is_partly_sent']) return ''
  return values['items.is_sent'] ? String(quantity) : '0'
}
