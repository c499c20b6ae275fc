/** An exact number: results are rounded once, when they are shown. */
interface Fraction {
  top: bigint
  bottom: bigint
}

/** A term that may be a percentage, which adds to the value before it: 109 + 15%. */
interface Term {
  value: Fraction
  isPercentage: boolean
}

interface Cursor {
  tokens: readonly string[]
  at: number
}

const LONGEST = 100
const DECIMALS = 2
const ONE_PERCENT: Fraction = { top: 1n, bottom: 100n }
const TOKEN = /\s*(?:\$?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)|([-+*/%()×÷x−–]))/iy
const SIGNS: Readonly<Record<string, string>> = { '×': '*', x: '*', X: '*', '÷': '/', '−': '-', '–': '-' }

/**
 * The result of an arithmetic expression, and the expression in a uniform spelling. Null for any other text, for a number
 * alone and for a division by zero.
 * @example readSum('109+15%') // { text: '109 + 15%', result: '125.35' }
 */
export function readSum(typed: string): { text: string; result: string } | null {
  const tokens = typed.length > LONGEST ? null : tokensOf(typed)
  if (tokens === null || tokens.filter(isNumber).length < 2) return null
  const cursor = { tokens, at: 0 }
  const value = readTerms(cursor)
  if (value === null || cursor.at < tokens.length) return null
  return { text: spelled(tokens), result: formatFraction(value) }
}

function tokensOf(typed: string): string[] | null {
  const text = typed.trim().replace(/\s*=$/, '')
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const [, number, sign = ''] = TOKEN.exec(text) ?? []
    if (number === undefined && sign === '') return null
    tokens.push(number?.replaceAll(',', '') ?? SIGNS[sign] ?? sign)
  }
  return tokens
}

function isNumber(token: string): boolean {
  return /\d/.test(token)
}

function readTerms(cursor: Cursor): Fraction | null {
  let sum = readProduct(cursor)?.value ?? null
  for (let sign = next(cursor, '+-'); sum !== null && sign !== null; sign = next(cursor, '+-')) {
    const term = readProduct(cursor)
    if (term === null) return null
    const share = term.isPercentage ? times(sum, term.value) : term.value
    sum = plus(sum, sign === '+' ? share : negative(share))
  }
  return sum
}

function readProduct(cursor: Cursor): Term | null {
  const first = readFactor(cursor)
  if (first === null) return null
  let { value, isPercentage } = first
  for (let sign = next(cursor, '*/'); sign !== null; sign = next(cursor, '*/')) {
    const factor = readFactor(cursor)
    const operand = factor && (sign === '*' ? factor.value : inverse(factor.value))
    if (operand === null) return null
    value = times(value, operand)
    isPercentage = false
  }
  return { value, isPercentage }
}

function readFactor(cursor: Cursor): Term | null {
  if (next(cursor, '-') !== null) {
    const term = readFactor(cursor)
    return term && { ...term, value: negative(term.value) }
  }
  const value = readValue(cursor)
  if (value === null) return null
  const isPercentage = next(cursor, '%') !== null
  return { value: isPercentage ? times(value, ONE_PERCENT) : value, isPercentage }
}

function readValue(cursor: Cursor): Fraction | null {
  if (next(cursor, '(') !== null) {
    const value = readTerms(cursor)
    return next(cursor, ')') === null ? null : value
  }
  const token = cursor.tokens[cursor.at]
  if (token === undefined || !isNumber(token)) return null
  cursor.at += 1
  const [whole = '', decimals = ''] = token.split('.')
  return { top: BigInt(whole + decimals), bottom: 10n ** BigInt(decimals.length) }
}

/** Takes the next token if it is one of these signs. */
function next(cursor: Cursor, signs: string): string | null {
  const token = cursor.tokens[cursor.at]
  if (token === undefined || !signs.includes(token)) return null
  cursor.at += 1
  return token
}

function plus(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom }
}

function times(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom }
}

function negative({ top, bottom }: Fraction): Fraction {
  return { top: -top, bottom }
}

function inverse({ top, bottom }: Fraction): Fraction | null {
  if (top === 0n) return null
  return top < 0n ? { top: -bottom, bottom: -top } : { top: bottom, bottom: top }
}

/** Rounded half away from zero. A whole number has no decimals. */
function formatFraction({ top, bottom }: Fraction): string {
  const scale = 10n ** BigInt(DECIMALS)
  const size = top < 0n ? -top : top
  const rounded = (2n * size * scale + bottom) / (2n * bottom)
  const sign = top < 0n && rounded > 0n ? '-' : ''
  const decimals = rounded % scale === 0n ? '' : `.${String(rounded % scale).padStart(DECIMALS, '0')}`
  return `${sign}${rounded / scale}${decimals}`
}

/** A space on both sides of the signs between two values. */
function spelled(tokens: readonly string[]): string {
  return tokens
    .map((token, index) => {
      const before = tokens[index - 1]
      const isBetween = before !== undefined && !'+-*/('.includes(before)
      return '+-*/'.includes(token) && isBetween ? ` ${token} ` : token
    })
    .join('')
}
