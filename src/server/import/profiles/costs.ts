import { centsWithoutGst, toCents } from './fields.ts'
import { amountIn, type Values } from './values.ts'

/** A line of an order. Amounts are millionths of a dollar, as the export has them. */
export interface SaleLine {
  line: number
  code: string
  name: string
  /** 0 for a line of text and for one that is only an amount: there is nothing to pack. */
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

/** The sums of an order in cents, without GST except for `tax` and `total`. Null if the export does not tell. */
interface SaleCosts {
  freight: number
  subtotal: number | null
  tax: number | null
  total: number | null
  /** The items of the order in its order, then its fees and its discount. */
  items: { line: SaleLine; price: number; total: number }[]
}

/** An amount of an order, and the GST in it. Null: its share of the GST of the order. */
interface Part {
  amount: number
  gst: number | null
}

/** @param lines of products and of freight */
export function costsOf(values: Values, lines: readonly SaleLine[]): SaleCosts {
  const gst = gstOf(values, lines)
  const includes = gst !== 0 && includesGst(values, lines, gst)
  const freight = { amount: amountIn(values, 'freight') ?? 0, gst: amountIn(values, 'freight_gst') }
  const [first] = lines
  const others = first ? otherLines(values, lines, { at: first.line, added: includes ? 0 : (gst ?? 0) }) : []
  const parts = [...lines, ...others].map((line) => ({ line, part: { amount: line.total, gst: line.gst } }))
  const share = includes
    ? shareOfGst(
        gst,
        parts.map(({ part }) => part),
        freight,
      )
    : () => 0
  const without = (part: Part) => toCents(Math.round(part.amount - share(part)))
  const costs = parts.map(({ line, part }) => ({
    line,
    price: priceOf(line, share(part)),
    total: without(part),
  }))
  const own = costs.filter(({ line }) => !line.isFreight)
  const carried = costs.filter(({ line }) => line.isFreight)
  const freightCents = carried.reduce((sum, { total }) => sum + total, without(freight))
  const sums = sumsOf(values, lines, { gst, includes })
  return { ...sums, freight: freightCents, items: settled(own, sums.subtotal, freightCents) }
}

/** The sums of the order as the export states them; from its lines only if it states the GST and no total. */
function sumsOf(
  values: Values,
  lines: readonly SaleLine[],
  { gst, includes }: { gst: number | null; includes: boolean },
): Pick<SaleCosts, 'subtotal' | 'tax' | 'total'> {
  const total = amountIn(values, 'total')
  const tax = gst ?? (total !== null && includes ? total - 10_000 * centsWithoutGst(total) : null)
  if (tax === null) return { subtotal: null, tax: null, total: null }
  const taxCents = toCents(tax)
  if (total !== null) {
    const totalCents = toCents(total)
    return { subtotal: totalCents - taxCents, tax: taxCents, total: totalCents }
  }
  const own = (amountIn(values, 'freight') ?? 0) + (amountIn(values, 'fees') ?? 0)
  const sum = toCents(
    lines.reduce((all, line) => all + line.total, own - (amountIn(values, 'discount') ?? 0)),
  )
  const subtotal = includes ? sum - taxCents : sum
  return { subtotal, tax: taxCents, total: subtotal + taxCents }
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
  const ofLines = lines.reduce((sum, line) => sum + line.total, -(amountIn(values, 'discount') ?? 0))
  const sum = (amountIn(values, 'subtotal') ?? ofLines) + others
  return Math.abs(sum - total) < Math.abs(sum + gst - total)
}

const FEES = { code: 'FEES', name: 'Fees' }
const DISCOUNT = { code: 'DISCOUNT', name: 'Discount' }

/**
 * Fees and the discount of the order as lines of their own, so that the lines and the freight add up to its subtotal.
 * The discount is what the stated sum of the items is less than the lines.
 * @param added the GST that the total has besides the amounts
 */
function otherLines(
  values: Values,
  lines: readonly SaleLine[],
  { at, added }: { at: number; added: number },
): SaleLine[] {
  const fees = amountIn(values, 'fees') ?? 0
  const total = amountIn(values, 'total')
  const discount = amountIn(values, 'discount') ?? 0
  const items =
    amountIn(values, 'subtotal') ??
    (discount === 0 || total === null ? null : total - added - fees - (amountIn(values, 'freight') ?? 0))
  const sum = lines.reduce((all, line) => all + line.total, 0)
  const off = items === null ? -Math.abs(discount) : Math.min(items - sum, 0)
  const code = values.discount_code
  const name = code ? `${DISCOUNT.name} ${code}` : DISCOUNT.name
  return [
    ...(fees === 0 ? [] : [amountLine(at, FEES, fees)]),
    ...(toCents(off) === 0 ? [] : [amountLine(at, { ...DISCOUNT, name }, off)]),
  ]
}

function amountLine(line: number, { code, name }: { code: string; name: string }, amount: number): SaleLine {
  const nothing = { quantity: 0, sent: undefined, isFreight: false, isWithoutGst: false }
  return { line, code, name, price: amount, total: amount, gst: null, ...nothing }
}

/**
 * The GST in each amount that includes it, so that all together are the GST of the order: stated for the amount, or
 * its share of the rest by size. Without any stated GST it is 15 % of the price without it.
 */
function shareOfGst(gst: number | null, lines: readonly Part[], freight: Part): (part: Part) => number {
  if (gst === null) return ({ amount, gst: own }) => own ?? amount * RATE
  const stated = [...lines, freight].reduce((sum, part) => sum + (part.gst ?? 0), 0)
  const rest = gst - stated
  const base = lines.reduce((sum, part) => (part.gst === null ? sum + part.amount : sum), 0)
  const withFreight = base + (freight.gst === null ? freight.amount : 0)
  // The export does not say whether the freight was taxed: the GST is that of the items, or of both.
  const isTaxed = Math.abs(rest - withFreight * RATE) <= Math.abs(rest - base * RATE)
  const taxed = isTaxed ? withFreight : base
  return (part) => {
    if (part.gst !== null) return part.gst
    return taxed === 0 || (part === freight && !isTaxed) ? 0 : (part.amount * rest) / taxed
  }
}

/** The GST in an amount that includes it. */
const RATE = 3 / 23

/** The price of one in cents without GST, of which its line contains this part. */
function priceOf({ price, total }: SaleLine, gst: number): number {
  return toCents(Math.round(total === 0 ? price : price * (1 - gst / total)))
}

/** The discount, or the largest line, takes what the rounding of the lines leaves: their sum is right to the cent. */
function settled(items: SaleCosts['items'], subtotal: number | null, freight: number): SaleCosts['items'] {
  if (subtotal === null) return items
  const left = items.reduce((rest, { total }) => rest - total, subtotal - freight)
  if (left === 0 || Math.abs(left) > items.length) return items
  const discount = items.find(({ line }) => line.code === DISCOUNT.code && line.quantity === 0)
  const taking = discount ?? items.toSorted((one, other) => other.total - one.total)[0]
  return items.map((one) => {
    if (one !== taking) return one
    return { ...one, price: one === discount ? one.price + left : one.price, total: one.total + left }
  })
}
