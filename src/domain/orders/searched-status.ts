import { fold } from '../format/fold.ts'
import { isActionStatus } from './order-status.ts'

/**
 * Status words of other systems by which staff look for orders, each with other spellings of the same status (reading 57).
 * The list has no filter for these (section 7); its search finds them.
 */
export const SEARCHED_STATUSES: Readonly<Record<string, readonly string[]>> = {
  'on hold': ['hold', 'held'],
  'awaiting approval': [],
  'pending payment review': [],
  cancelled: ['canceled'],
  refunded: [],
  voided: ['void'],
  expired: [],
  failed: [],
  declined: [],
}

const SPELLINGS = new Map(
  Object.entries(SEARCHED_STATUSES).flatMap(([status, others]) =>
    [status, ...others].map((spelling): [string, string] => [spelling, status]),
  ),
)

/** A status that no action sets, in its usual spelling: 'on hold' for 'Hold'; null for all others. */
export function otherStatus(status: string | null): string | null {
  const word = spaced(status ?? '')
  if (word === '' || isActionStatus(word)) return null
  return SPELLINGS.get(word) ?? word
}

/** The status that is the whole text of a search; null for any other text. */
export function searchedStatus(query: string): string | null {
  const word = spaced(query)
  return Object.hasOwn(SEARCHED_STATUSES, word) ? word : null
}

/** Folded, with spaces between words: 'on hold' for 'On-Hold'. */
function spaced(text: string): string {
  return fold(text)
    .replace(/[\s_-]+/g, ' ')
    .trim()
}
