/**
 * Limits of a number in the address of a list: `over-500`, `under-500`, `from-500`, `to-500` and `500-800`. Numbers are
 * written in a unit such as dollars and compared in whole parts of it, such as cents.
 */

/** Whole parts from the lowest to the highest; null is open. */
export interface NumberRange {
  from: number | null
  to: number | null
}

/** How a number is written and shown. */
interface Unit {
  /** The decimals that may be written: 2 for dollars, whose parts are cents. */
  decimals: number
  /** The number of parts in words: '$500.00'. */
  words(parts: number): string
}

const WRITTEN = /^(?:(over|under|from|to)-)?(\d{1,9}(?:\.(\d+))?)(?:-(\d{1,9}(?:\.(\d+))?))?$/

/** Parses the text of an address; null if it is invalid. */
export function parseRange(text: string, { decimals }: Pick<Unit, 'decimals'>): NumberRange | null {
  const [, bound, first, firstDecimals = '', last, lastDecimals = ''] = WRITTEN.exec(text) ?? []
  if (first === undefined || (bound === undefined) === (last === undefined)) return null
  if (Math.max(firstDecimals.length, lastDecimals.length) > decimals) return null
  const parts = partsIn(first, decimals)
  switch (bound) {
    case 'over':
      return { from: parts + 1, to: null }
    case 'under':
      return { from: null, to: parts - 1 }
    case 'from':
      return { from: parts, to: null }
    case 'to':
      return { from: null, to: parts }
    default: {
      const to = partsIn(last ?? first, decimals)
      return to < parts ? null : { from: parts, to }
    }
  }
}

function partsIn(written: string, decimals: number): number {
  const [whole = '', rest = ''] = written.split('.')
  return Number(whole) * 10 ** decimals + Number(rest.padEnd(decimals, '0'))
}

/** A valid text of an address in words: 'over $500.00', '$500.00 to $800.00'. */
export function rangeWords(text: string, { decimals, words }: Unit): string {
  const [, bound, first = '', , last = first] = WRITTEN.exec(text) ?? []
  const [low, high] = [first, last].map((written) => words(partsIn(written, decimals)))
  if (bound === 'over' || bound === 'under') return `${bound} ${low}`
  if (bound === 'from') return `${low} or more`
  return bound === 'to' ? `up to ${low}` : `${low} to ${high}`
}

const SUM = String.raw`\$? ?(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,7}(?:\.\d{1,2})?)(k?)`
/** Words before the number of each bound. */
const LIMIT_WORDS = {
  over: ['over', 'above', 'exceeding', 'more than', 'greater than', 'bigger than', 'larger than', '>'],
  under: ['under', 'below', 'less than', 'smaller than', '<'],
  from: ['at least', 'min', 'minimum', 'from', '>=', '≥'],
  to: ['at most', 'max', 'maximum', 'up to', '<=', '≤'],
}
const LIMITS: readonly (readonly [bound: string, phrase: RegExp])[] = [
  ...Object.entries(LIMIT_WORDS).map(
    ([bound, words]) => [bound, new RegExp(`^(?:${words.join('|')}) ?${SUM}$`)] as const,
  ),
  ['from', new RegExp(`^${SUM}(?:\\+| or more)$`)],
]
/** Words before the first of two numbers or days. */
export const SPAN_WORDS = ['between', 'from']
const SUMS = new RegExp(`^(?:(?:${SPAN_WORDS.join('|')}) )?${SUM} ?(?:-|–|to|and) ?${SUM}$`)

/** How phrases that name limits begin, besides numbers: words or signs. */
export const RANGE_WORDS: readonly string[] = [...Object.values(LIMIT_WORDS).flat(), ...SPAN_WORDS]

/**
 * The text for an address of a folded phrase such as `over $500`; null if it names no limits.
 * @param written a number as it is written in the address
 */
export function namedRange(phrase: string, written: (number: number) => string): string | null {
  // Rules out most phrases.
  if (!/\d/.test(phrase)) return null
  const numberIn = (sum: string, thousands: string | undefined) =>
    written(Number(sum.replaceAll(',', '')) * (thousands === 'k' ? 1000 : 1))
  for (const [bound, pattern] of LIMITS) {
    const [, sum, thousands] = pattern.exec(phrase) ?? []
    if (sum !== undefined) return `${bound}-${numberIn(sum, thousands)}`
  }
  const [, first, firstThousands, last, lastThousands] = SUMS.exec(phrase) ?? []
  if (first === undefined || last === undefined) return null
  return `${numberIn(first, firstThousands || lastThousands)}-${numberIn(last, lastThousands)}`
}
