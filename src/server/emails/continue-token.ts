import * as z from 'zod'
import { invalidField } from '../http/refusal.ts'

/** A position in a list of e-mails. */
const Place = z.strictObject({
  /** Id of the last event on the page before. */
  before: z.int().min(1).max(2_147_483_647),
  /** Number of pages before this one. */
  page: z.int().min(1),
  /** The search that the list belongs to. */
  query: z.string(),
})
export type Place = z.output<typeof Place>

/** Encodes a position as opaque text. */
export function continueToken(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/**
 * Decodes a token; null for a blank one, which is the beginning.
 * @throws Refusal 400 for an invalid token, or the token of another search
 */
export function readContinueToken(token: string, query: string): Place | null {
  if (token.trim() === '') return null
  const { data: place } = Place.safeParse(decoded(token))
  // Node's base64 decoder is lenient, so a token is valid only if encoding it again gives the same text.
  if (place === undefined || continueToken(place) !== token) {
    throw invalidField(400, 'continue_token', 'was not issued by this list')
  }
  if (place.query !== query) throw invalidField(400, 'continue_token', 'belongs to another search')
  return place
}

/** Undefined if it cannot be decoded. */
function decoded(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString())
  } catch {
    return undefined
  }
}
