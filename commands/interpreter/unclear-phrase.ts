import { fold } from '../../src/domain/format/text.ts'
import { LIST_WORDS } from './list-words.ts'
import type { Token } from './tokens.ts'

/** The most words of such a phrase: `between 100 and 200`. */
const MOST_WORDS = 4

const AMOUNT = String.raw`\$?\d[\d,]*(?:\.\d+)?k?`
const COUNT = String.raw`(?:\d{1,4}|an?|one|two|three|few|couple)`
const UNIT = '(?:hour|day|week|fortnight|weekend|month|quarter|year|hr|wk|mth|yr)s?'
const COMPARED =
  '(?:over|under|above|below|exceeding|max|min|(?:more|less|greater|bigger|larger|smaller|older|newer|longer) than|at (?:least|most)|up to)'

/** A period that no list can be filtered by, without its determiner: `this week`, `last 7 days`. */
const PERIOD = new RegExp(`^(?:(?:this|last|past|next|previous) )?(?:${COUNT} )?${UNIT}(?: ago)?$`)
const DETERMINER = /^(?:this|last|past|next|previous) /
const UNIT_ALONE = new RegExp(`^${UNIT}$`)
/** A limit on an amount or on an age: `over $1,000`, `> 1000`, `1000+`, `between 100 and 200`, `older than 7 days`. */
const LIMIT = new RegExp(
  `^(?:${COMPARED} (?:${AMOUNT}|${COUNT} ${UNIT})|[<>≤≥]=? ?${AMOUNT}|${AMOUNT}\\+|(?:between|from) ${AMOUNT} (?:and|to) ${AMOUNT})$`,
)

/**
 * The number of words, from a token on, that limit an amount or name a period, which is no filter of any list; 0 if there
 * is no such phrase.
 */
export function unclearWords(tokens: readonly Token[], index: number): number {
  for (let words = Math.min(MOST_WORDS, tokens.length - index); words > 0; words -= 1) {
    const text = fold(
      tokens
        .slice(index, index + words)
        .map(({ raw }) => raw.replace(/[.!?:]+$/, ''))
        .join(' '),
    )
    if (LIMIT.test(text) || isPeriod(text)) return words
  }
  return 0
}

/** A unit alone may be a part of a name. */
function isPeriod(text: string): boolean {
  if (!PERIOD.test(text) || UNIT_ALONE.test(text)) return false
  return !LIST_WORDS.has(text) && !LIST_WORDS.has(text.replace(DETERMINER, ''))
}
