import { fold } from '../../../domain/format/text.ts'
import { originBranch } from '../../../domain/freight/branch.ts'
import { ITEMS, type RawItem, type RawRecord } from '../kinds/raw-record.ts'
import { given, placeCells } from './customers.ts'
import { costsOf, type SaleCosts } from './money.ts'
import { isPlace, placeOf } from './places.ts'
import { type SaleLine, saleLineOf } from './sale-lines.ts'
import type { ReadRecord, Values } from './values.ts'

/** Fields that are taken over unchanged. */
const SAME = ['code', 'reference', 'payment_method', 'payment_reference'] as const
const FREIGHT_SAME = ['tracking_code', 'tracking_company'] as const

/** An order as the importer's record. Fields of which the file has no column are missing. */
export function orderOf({ line, values, items }: ReadRecord, customerCode: string): RawRecord {
  const lines = items?.map(saleLineOf) ?? []
  const costs = costsOf(values, lines)
  const cells = given({
    ...Object.fromEntries(SAME.map((field) => [field, values[field]])),
    ...Object.fromEntries(FREIGHT_SAME.map((field) => [`freight.${field}`, values[field]])),
    'customer.code': customerCode,
    notes: notesOf(values),
    status: values.is_cancelled === undefined ? undefined : values.is_cancelled && 'Cancelled',
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
  const delivery = placeOf(values, 'delivery', own)
  const place = isPlace(delivery) ? delivery : placeOf(values, 'billing', own)
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
