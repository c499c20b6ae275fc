import { fold } from '../format/text.ts'
import { kindOfPhrase } from '../records/kind-words.ts'

/** Signs and letters in front of a number: '#1001', 'INV-1001', 'W1001'. */
const FRONT = /^(\P{N}{0,12})(\p{N}.*)$/u

/** The letters in front of a code's number, and the number with all that follows it; blank if it has no number. */
function partsOf(code: string): { letters: string; number: string } {
  const [, front = '', number = ''] = FRONT.exec(fold(code).trim()) ?? []
  return { letters: front.replace(/\P{L}+/gu, ''), number }
}

/**
 * The number of a code that has a sign or letters in front, folded; null for any other code.
 * @example '1001' for '#1001' and 'INV-1001'
 */
export function numberOfCode(code: string): string | null {
  const { number } = partsOf(code)
  return number === '' || number === fold(code).trim() ? null : number
}

/**
 * The code of an order of a source whose orders have a prefix (ORD-73). The prefix replaces a number sign, and a code that
 * begins with it stays as it is.
 * @example 'W-1001' for '#1001' with the prefix 'W-'
 */
export function prefixedCode(prefix: string, code: string): string {
  return code === '' || code.startsWith(prefix) ? code : prefix + code.replace(/^#\s*/, '')
}

/** The number by which other spellings of a typed code are found; blank if it has none. */
export function comparedNumber(typed: string): string {
  return partsOf(typed).number
}

/**
 * The code without a sign, or without letters that name orders, in front of it; null for any other code.
 * @example '1001' for '#1001' and 'INV-1001'
 */
export function withoutName(code: string): string | null {
  const [, front = '', number = ''] = FRONT.exec(code.trim()) ?? []
  return front !== '' && mayNameOrders(partsOf(code).letters) ? number : null
}

/** Whether letters in front of a number say only that it is an order, or are none. */
function mayNameOrders(letters: string): boolean {
  return letters === '' || kindOfPhrase(letters) === 'order'
}

/**
 * Whether a typed code may mean another one: the same number, with or without the sign or the letters in front (ORD-70).
 * Letters that only the typed code has must name orders, because they may be the prefix of another source.
 */
function isSameNumber(typed: string, code: string): boolean {
  const [one, other] = [partsOf(typed), partsOf(code)]
  if (one.number === '' || one.number !== other.number) return false
  if (one.letters === '' || one.letters === other.letters) return true
  return other.letters === '' && mayNameOrders(one.letters)
}

/**
 * The orders that a typed code may mean (ORD-70): those with exactly this code, otherwise those with this code in another
 * case, otherwise those with the same number. If there are several, none is opened without a choice.
 */
export function ordersMeant<One extends { code: string }>(typed: string, orders: readonly One[]): One[] {
  const code = typed.trim()
  const exact = orders.filter((order) => order.code === code)
  if (exact.length > 0) return exact
  const folded = orders.filter((order) => fold(order.code) === fold(code))
  return folded.length > 0 ? folded : orders.filter((order) => isSameNumber(code, order.code))
}
