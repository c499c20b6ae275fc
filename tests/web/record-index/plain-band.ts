import { parseCents } from '../../../src/domain/format/money.ts'
import { localPart, phoneDigits } from '../../../src/domain/format/phone.ts'
import { fold } from '../../../src/domain/format/text.ts'
import type { IndexedRecord } from '../../../src/domain/records/indexed-record.ts'
import type { Band } from '../../../src/web/record-index/rank.ts'

const wordsOf = (text: string) =>
  fold(text)
    .replaceAll("'", '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const withoutSigns = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

const lookAlike = (text: string) => text.replaceAll('o', '0').replaceAll('i', '1')

/** All texts made by swapping two adjacent characters. */
const swapped = (text: string) =>
  Array.from(
    { length: Math.max(0, text.length - 1) },
    (_, at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  )

/** Whether two texts differ by one inserted, missing or replaced letter, or two swapped ones. */
export function isOneSlip(one: string, other: string): boolean {
  const without = (text: string) => Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))
  const wild = (text: string) => Array.from(text, (_, at) => `${text.slice(0, at)}\0${text.slice(at + 1)}`)
  return (
    without(one).includes(other) ||
    without(other).includes(one) ||
    swapped(one).includes(other) ||
    wild(one).some((text) => wild(other).includes(text))
  )
}

/** The sequences of adjacent words in a name. */
function spans(words: readonly string[]): string[] {
  return words.flatMap((_, from) =>
    words.slice(from).map((_, count) => words.slice(from, from + count + 1).join(' ')),
  )
}

function holdsInTurn(words: readonly string[], letters: string): boolean {
  return words.some((_, from) => {
    const text = words.slice(from).join(' ')
    let at = text.startsWith(letters.charAt(0)) ? 0 : -1
    for (const letter of letters.slice(1)) if (at !== -1) at = text.indexOf(letter, at + 1)
    return at !== -1
  })
}

/** The band of a record for a text, by the rules alone: without masks, look-ups or limits. Null for no match. */
export function plainBand(record: IndexedRecord, typed: string): Band | null {
  const text = fold(typed).trim()
  const isDigits = /^\d+$/.test(text)
  const code = fold(record.code)
  const digits = code.replace(/\D/g, '')
  const bare = /\p{L}/u.test(text) && (!/\s/.test(text) || /\d/.test(text)) ? withoutSigns(text) : null
  const isCustomer = record.kind === 'customer'
  const lines = (record.reach ?? '').split('\n').filter(Boolean)
  const emails = isCustomer ? lines.filter((line) => line.includes('@')) : []
  const names = [record.name, record.contact, record.reference ?? '', ...emails].map(wordsOf)
  const held = [...names, wordsOf(record.place ?? '')]
  const total = parseCents(text)
  // An amount is not a name.
  const words = total === null ? wordsOf(text) : []
  const phrase = words.join(' ')
  const reach = text.includes('@') ? text : phoneDigits(text)
  const isReached =
    total === null &&
    reach !== null &&
    reach.length >= 6 &&
    !reach.startsWith('1') &&
    lines.some((line) => line.startsWith(reach) || localPart(line)?.startsWith(reach))
  const holds = words.length > 0 && held.some((line) => line.join(' ').includes(phrase))
  const wordsStart = words.every((word) => held.flat().some((one) => one.startsWith(word)))

  if (text === '') return null
  if (code === text) return 'exact-code'
  if (isDigits && digits === text) return 'exact-digits'
  if (total !== null && record.total === total && record.kind === 'order') return 'exact-digits'
  if (code.startsWith(text) || (bare !== null && withoutSigns(code).startsWith(bare))) return 'code-prefix'
  if (isDigits && digits.startsWith(text)) return 'digit-prefix'
  if (words.length > 0 && names.some((name) => name.join(' ').startsWith(phrase))) return 'name-starts'
  if (isReached && isCustomer) return 'name-starts'
  if ((words.length > 0 && wordsStart) || isReached) return 'words-start'
  if (code.includes(text) || (bare !== null && withoutSigns(code).includes(bare))) return 'code-contains'
  if (holds) return 'name-contains'
  const look = lookAlike(text)
  const isLike =
    lookAlike(code).startsWith(look) ||
    swapped(look).includes(lookAlike(code)) ||
    (isDigits && swapped(text).includes(digits))
  if (text.length >= 3 && isLike) return 'did-you-mean'
  if (total !== null || !/\p{L}/u.test(text)) return null
  if (phrase.length >= 4 && names.flatMap(spans).some((span) => isOneSlip(span, phrase)))
    return 'did-you-mean'
  const letters = words.join('')
  return letters.length >= 2 && names.some((name) => holdsInTurn(name, letters)) ? 'subsequence' : null
}
