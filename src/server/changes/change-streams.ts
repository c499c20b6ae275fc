import type { Hono, MiddlewareHandler } from 'hono'
import { HEARTBEAT_MS, POSITION_HEADER, streamChanges } from '../../contract/changes.ts'
import { EVENT_STREAM_HEADERS } from '../http/api-answers.ts'
import { disconnect } from '../http/connection.ts'
import { RetryLater } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { refuseHead } from '../http/text-stream.ts'
import { log } from '../platform/log.ts'
import { repeat, type Stoppable } from '../platform/repeat.ts'
import type { ChangeFeed, FeedEvent } from './change-feed.ts'

/**
 * Streams of one session. A browser opens one; a laptop that lost its network may leave some behind. The newest
 * streams stay open, because a client cannot close streams that it has lost.
 */
const MOST_PER_SESSION = 4

/** Events that wait for a client to read. A slower one is disconnected, and catches up when it connects again. */
const MOST_WAITING = 100

/** Milliseconds between checks whether the sessions of open streams are active. */
const CHECK_MS = 1_000

/** A comment, which keeps the connection open. */
const HEARTBEAT = ':\n\n'

interface ClientOfStream {
  sessionId: string
  /** From its header `Last-Event-ID`; null without one. */
  lastId: string | null
  /** Closes the connection of a client that does not read. */
  disconnect(): void
}

interface OpenStream {
  sessionId: string
  write(text: string): void
  close(): void
}

export interface StreamDeps {
  feed: ChangeFeed
  /** Which of these sessions are active. Any process may have ended one. */
  activeSessions(ids: readonly string[]): Promise<ReadonlySet<string>>
  heartbeat?: number
  check?: number
}

/** The open streams of this process. One whose session has ended is closed within a second. */
export class ChangeStreams implements Stoppable {
  readonly #feed: ChangeFeed
  readonly #activeSessions: StreamDeps['activeSessions']
  /** Oldest first. */
  readonly #open = new Set<OpenStream>()
  readonly #repeating: readonly Stoppable[]
  #isStopped = false
  #isFailing = false

  constructor({ feed, activeSessions, heartbeat = HEARTBEAT_MS, check = CHECK_MS }: StreamDeps) {
    this.#feed = feed
    this.#activeSessions = activeSessions
    const beat = async () => {
      for (const stream of [...this.#open]) stream.write(HEARTBEAT)
      return heartbeat
    }
    const closeEnded = async () => {
      await this.#closeEnded()
      return check
    }
    this.#repeating = [repeat(beat), repeat(closeEnded)]
  }

  /** Opens a stream; null while the server stops. */
  open({ sessionId, lastId, disconnect }: ClientOfStream): ReadableStream<Uint8Array> | null {
    if (this.#isStopped) return null
    const encoder = new TextEncoder()
    let end = () => {}
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          const stream: OpenStream = {
            sessionId,
            write(text) {
              controller.enqueue(encoder.encode(text))
              if ((controller.desiredSize ?? 0) > 0) return
              stream.close()
              disconnect()
            },
            close() {
              end()
              controller.close()
            },
          }
          // As one chunk, because the chunks that wait are counted.
          controller.enqueue(encoder.encode(this.#feed.since(lastId).map(textOf).join('')))
          const unsubscribe = this.#feed.subscribe((event) => stream.write(textOf(event)))
          end = () => {
            unsubscribe()
            this.#open.delete(stream)
          }
          this.#open.add(stream)
          this.#closeOldest(sessionId)
        },
        cancel: () => end(),
      },
      new CountQueuingStrategy({ highWaterMark: MOST_WAITING }),
    )
  }

  /** The position before the next event. */
  get position(): string {
    return this.#feed.position
  }

  /** The number of open streams. */
  get size(): number {
    return this.#open.size
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const stream of [...this.#open]) stream.close()
    await Promise.all(this.#repeating.map((one) => one.stop()))
  }

  #closeOldest(sessionId: string): void {
    const ofSession = [...this.#open].filter((stream) => stream.sessionId === sessionId)
    for (const stream of ofSession.slice(0, -MOST_PER_SESSION)) stream.close()
  }

  async #closeEnded(): Promise<void> {
    const checked = [...this.#open]
    if (checked.length === 0) return
    try {
      const active = await this.#activeSessions([...new Set(checked.map(({ sessionId }) => sessionId))])
      for (const stream of checked) {
        // It may have been closed meanwhile.
        if (this.#open.has(stream) && !active.has(stream.sessionId)) stream.close()
      }
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing) log.error({ err: error }, 'The sessions of open streams could not be checked')
      this.#isFailing = true
    }
  }
}

/** An event as the specification of server-sent events writes it. */
function textOf({ id, event, data }: FeedEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
}

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
