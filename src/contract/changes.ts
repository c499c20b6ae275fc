import * as z from 'zod/mini'
import { dataCall } from './call.ts'
import { flag, text } from './wire.ts'

/** A record that was created, changed or deleted. Its data is requested with the calls of its kind. */
export const Change = z.object({
  /** The kind of record: 'order'. A client ignores kinds that it does not know. */
  kind: z.string(),
  /** The code of the record; null if many records of the kind have changed. */
  code: text,
  is_new: flag,
})
export type Change = z.output<typeof Change>

/** The data of a `change` event: the changes of one transaction. */
export const Changes = z.array(Change)

/**
 * The events of the stream, besides comments that only keep the connection open:
 * - `ready` first, if no change was missed since the `Last-Event-ID` of the request, or if it had none
 * - `reset` first, if changes may have been missed; also later, if the server may have missed some itself
 * - `change` with `Changes`
 */
export const CHANGE_EVENTS = { ready: 'ready', reset: 'reset', change: 'change' } as const

/** Milliseconds between comments on a stream without events. A client that receives nothing for longer reconnects. */
export const HEARTBEAT_MS = 25_000

/** Of the capability `changes`: server-sent events. The response never ends, so its body is not parsed by this schema. */
export const streamChanges = dataCall({ method: 'GET', path: '/changes', answer: z.unknown() })

/** The header of every data response with the position in the stream before it was read: a value for `Last-Event-ID`. */
export const POSITION_HEADER = 'X-Changes-Position'

/**
 * The header of requests that the console sends while nobody uses it, such as to redraw a changed record. They do not
 * count as use of the session.
 */
export const UNATTENDED_HEADER = 'X-Unattended'
