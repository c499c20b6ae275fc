import { ABSENT } from './text.ts'

/** GST of 15 % (FMT-2) as a fraction of whole numbers, so that cents stay exact. */
const GST = { numerator: 15, denominator: 100 } as const

/** Quantities are whole thousandths in calculations, so that half a metre of pipe has an exact price. */
const QUANTITY_STEPS = 1000

const dollars = new Intl.NumberFormat('en-NZ', { style: 'currency', currency: 'NZD' })

/** Formats cents: 176302 → '$1,763.02', -500 → '-$5.00', null → '—'. */
export function formatCents(cents: number | null): string {
  if (cents === null || !Number.isFinite(cents)) return ABSENT
  return dollars.format(fractionOf(cents, 1, 1) / 100)
}

/** `$2,927.24`, `2927.24`, `1,250`, `NZD 20`, `20 dollars`: groups are the sign, the dollars and the cents. */
const AMOUNT =
  /^(-)?(nzd|nz\$|\$)?\s?(-)?(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?\s?(nzd|dollars)?$/i
const LABEL = /^(?:amount|sum|total)\s+/i

/** Six digits are the code of a web order, also in two groups. */
const WEB_ORDER = /^\d{3},\d{3}$/

/**
 * The cents of a sum of money: '$2,927.24' and 'total 2927.24' → 292724. Null for any other text: digits alone are
 * not an amount without a currency, two decimals or groups of thousands.
 */
export function parseCents(text: string): number | null {
  const [matched, minus, before, inner, dollars = '', decimals = '', after] =
    AMOUNT.exec(text.trim().replace(LABEL, '')) ?? []
  if (matched === undefined) return null
  const isGrouped = dollars.includes(',') && !WEB_ORDER.test(dollars)
  const isMoney = before !== undefined || after !== undefined || decimals.length === 2 || isGrouped
  if (!isMoney) return null
  const cents = Number(dollars.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'))
  return (minus ?? inner) === undefined || cents === 0 ? cents : -cents
}

/**
 * `cents × numerator ÷ denominator` in whole cents, rounded once. Halves round away from zero, so that a credit
 * equals the charge that it reverses (FMT-1). Exact for whole cents while the product is below 2^52.
 */
export function fractionOf(cents: number, numerator: number, denominator: number): number {
  const product = cents * numerator
  const doubled = 2 * Math.abs(product) + denominator
  const rounded = (doubled - (doubled % (2 * denominator))) / (2 * denominator)
  return product < 0 && rounded > 0 ? -rounded : rounded
}

/** The GST on an amount that excludes it, both in cents. */
export function gstOf(exGstCents: number): number {
  return fractionOf(exGstCents, GST.numerator, GST.denominator)
}

/** The price of one line in cents; null if price or quantity is absent. */
export function lineSubtotal(priceCents: number | null, quantity: number | null): number | null {
  if (priceCents === null || quantity === null) return null
  return fractionOf(priceCents, Math.round(quantity * QUANTITY_STEPS), QUANTITY_STEPS)
}

/** The sum of quantities, exact to the thousandth: 0.1 and 0.2 are 0.3. An absent quantity counts as 0. */
export function totalQuantity(quantities: readonly (number | null)[]): number {
  const steps = quantities.reduce<number>((sum, one) => sum + Math.round((one ?? 0) * QUANTITY_STEPS), 0)
  return steps / QUANTITY_STEPS
}

interface OrderCosts {
  subtotal: number
  tax: number
  total: number
}

/** The sums of an order in cents: items + freight, the GST on that, and both together (FMT-2). */
export function orderCosts(lineSubtotals: readonly number[], freight: number): OrderCosts {
  const subtotal = lineSubtotals.reduce((sum, line) => sum + line, freight)
  const tax = gstOf(subtotal)
  return { subtotal, tax, total: subtotal + tax }
}
