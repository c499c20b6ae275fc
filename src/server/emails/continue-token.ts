import * as z from 'zod'
import { unfit } from '../http/refusal.ts'

/** Where a list of e-mails goes on. */
const Place = z.strictObject({
  /** The id of the last event that was given. */
  before: z.int().min(1).max(2_147_483_647),
  /** How many pages were given. */
  page: z.int().min(1),
  /** What was searched for. */
  query: z.string(),
})
export type Place = z.output<typeof Place>

/** A place as text that means something to this server alone. */
export function continueToken(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/**
 * The place that a token stands for; null for a blank one, which is the beginning.
 * @throws Refusal 400 for what is no token of this server, or the token of another search
 */
export function readContinueToken(token: string, query: string): Place | null {
  if (token.trim() === '') return null
  const { data: place } = Place.safeParse(decoded(token))
  // Node's base64 reads much that nobody wrote: a token is what this would write.
  if (place === undefined || continueToken(place) !== token) {
    throw unfit(400, 'continue_token', 'is none that this list gave')
  }
  if (place.query !== query) throw unfit(400, 'continue_token', 'belongs to another search')
  return place
}

/** Undefined where it cannot be read. */
function decoded(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString())
  } catch {
    return undefined
  }
}
