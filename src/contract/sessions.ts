import * as z from 'zod/mini'
import { authCall, rowsOf } from './call.ts'
import { flag, id, Outcome, text } from './wire.ts'

/** The calls of the capability `sessions`: list and end the caller's sign-ins. Times are ISO 8601 (UTC). */

export const OwnSession = z.object({
  id,
  /** The browser that signed in, such as 'Firefox on Windows'. */
  user_agent: text,
  created_at: text,
  /** Time of the last request, to the minute. */
  last_seen_at: text,
  /** Whether this is the session that sends the request. */
  is_current: flag,
})
export type OwnSession = z.output<typeof OwnSession>

/** The caller's active sessions, most recently used first. */
export const listSessions = authCall({
  method: 'GET',
  path: '/sessions',
  bearer: true,
  answer: rowsOf(OwnSession),
})

/** Ends one of the caller's sessions. */
export const revokeSession = authCall({
  method: 'DELETE',
  path: '/sessions/:id',
  bearer: true,
  answer: Outcome,
})

/** Ends all sessions of the caller except the current one. */
export const endOtherSessions = authCall({
  method: 'DELETE',
  path: '/sessions',
  bearer: true,
  answer: Outcome,
})
