import type { Hono, MiddlewareHandler } from 'hono'
import { POSITION_HEADER, streamChanges } from '../../contract/changes.ts'
import { EVENT_STREAM_HEADERS } from '../http/api-answers.ts'
import { disconnect } from '../http/connection.ts'
import { RetryLater } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { refuseHead } from '../http/text-stream.ts'
import type { ChangeStreams } from './change-streams.ts'

/** Seconds after which a client of a stopping server may try again. */
const RETRY_AFTER_S = 1

/** Serves the stream of the capability `changes`. */
export function changeRoutes(app: Hono<SessionEnv>, streams: ChangeStreams): void {
  app.on(streamChanges.method, streamChanges.path, refuseHead, (c) => {
    const stream = streams.open({
      sessionId: c.get('session').id,
      lastId: c.req.header('last-event-id') ?? null,
      disconnect: () => disconnect(c),
    })
    if (stream === null) throw new RetryLater(503, 'The server is stopping.', RETRY_AFTER_S)
    return c.body(stream, 200, EVENT_STREAM_HEADERS)
  })
}

/** Adds the position in the stream to responses, taken before anything is read for them. */
export function namePosition(streams: ChangeStreams): MiddlewareHandler {
  return async (c, next) => {
    const { position } = streams
    await next()
    c.res.headers.set(POSITION_HEADER, position)
  }
}
