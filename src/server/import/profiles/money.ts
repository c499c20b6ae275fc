import { centsWithoutGst, toCents } from './amounts.ts'
import type { SaleLine } from './sale-lines.ts'
import { amountIn, type Values } from './values.ts'

/** The sums of an order in cents, without GST except for `tax` and `total`. Null if the export does not tell. */
export interface SaleCosts {
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
