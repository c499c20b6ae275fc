import * as z from 'zod/mini'
import { authCall, rowsOf } from './call.ts'
import { flag, id, Outcome, text } from './wire.ts'

/** The calls of the capability `sessions`: where the caller is signed in. Times are ISO 8601 (UTC). */

export const OwnSession = z.object({
  id,
  /** The browser that it was begun with, as 'Firefox on Windows'. */
  user_agent: text,
  created_at: text,
  /** The last request, to the minute. */
  last_seen_at: text,
  /** The session that asks. */
  is_current: flag,
})
export type OwnSession = z.output<typeof OwnSession>

/** The caller's sessions that have not ended, the last seen first. */
export const listSessions = authCall({
  method: 'GET',
  path: '/sessions',
  bearer: true,
  answer: rowsOf(OwnSession),
})

/** Ends one of the caller's sessions. */
export const endSession = authCall({
  method: 'DELETE',
  path: '/sessions/:id',
  bearer: true,
  answer: Outcome,
})

/** Ends all sessions of the caller but the one that asks. */
export const endOtherSessions = authCall({
  method: 'DELETE',
  path: '/sessions',
  bearer: true,
  answer: Outcome,
})
