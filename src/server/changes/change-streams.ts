import { HEARTBEAT_MS } from '../../contract/changes.ts'
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

/** A comment, which keeps the connection open. */
const HEARTBEAT = ':\n\n'

export interface ClientOfStream {
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
  /** The ids of all active sessions. */
  activeSessions(): Promise<ReadonlySet<string>>
  heartbeat?: number
}

/** The open streams of this process. Every heartbeat closes those whose session has ended. */
export class ChangeStreams implements Stoppable {
  readonly #feed: ChangeFeed
  readonly #activeSessions: StreamDeps['activeSessions']
  /** Oldest first. */
  readonly #open = new Set<OpenStream>()
  readonly #beating: Stoppable
  #isStopped = false

  constructor({ feed, activeSessions, heartbeat = HEARTBEAT_MS }: StreamDeps) {
    this.#feed = feed
    this.#activeSessions = activeSessions
    this.#beating = repeat(async () => {
      await this.#beat()
      return heartbeat
    })
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
    await this.#beating.stop()
  }

  #closeOldest(sessionId: string): void {
    const own = [...this.#open].filter((stream) => stream.sessionId === sessionId)
    for (const stream of own.slice(0, -MOST_PER_SESSION)) stream.close()
  }

  async #beat(): Promise<void> {
    if (this.#open.size === 0) return
    try {
      const active = await this.#activeSessions()
      for (const stream of [...this.#open]) {
        if (active.has(stream.sessionId)) stream.write(HEARTBEAT)
        else stream.close()
      }
    } catch (error) {
      log.error({ err: error }, 'The sessions of open streams could not be checked')
    }
  }
}

/** An event as the specification of server-sent events writes it. */
function textOf({ id, event, data }: FeedEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
}
