import { amountIn, type Values } from './values.ts'

/** A line of an order. Amounts are millionths of a dollar, as the export has them. */
export interface SaleLine {
  line: number
  code: string
  name: string
  quantity: number
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
    price: price ?? (quantity === 0 ? 0 : Math.round(total / quantity)),
    total,
    gst: amountIn(values, 'items.gst') ?? (withGst === null ? null : withGst - total),
    isFreight: sku ? FREIGHT_CODE.test(sku) : FREIGHT_NAME.test(name),
    isWithoutGst: withGst !== null,
  }
}
