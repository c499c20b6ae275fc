import type { Context, MiddlewareHandler } from 'hono'
import { disconnect } from './connection.ts'
import { Refusal } from './refusal.ts'

/** Bytes that are passed to the connection at once. On a slow line a client takes them within a few seconds. */
const PART = 16 * 1024

/** Milliseconds after which a client that has taken no part is disconnected. */
const TAKE_WITHIN_MS = 30_000

interface StreamOptions {
  onFailure(error: unknown): void
  /** Called once: at the end, after a failure, or when the client has disconnected. */
  onEnd?(): void
  /** In tests. */
  takeWithin?: number
}

/**
 * Text as the body of a response. A chunk is generated when the client has read the previous ones. A client that reads
 * nothing for 30 s is disconnected. If generating a chunk fails, the connection is broken: the adapter would otherwise
 * append the error's message, and the client would take the partial response for a complete one.
 * @param chunksOf the signal is aborted when the client disconnects; the generator then ends at the latest after its
 * current chunk
 */
export function textStream(
  c: Pick<Context, 'env'>,
  chunksOf: (signal: AbortSignal) => AsyncGenerator<string, void>,
  { onFailure, onEnd, takeWithin = TAKE_WITHIN_MS }: StreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const ending = new AbortController()
  const parts = partsOf(chunksOf(ending.signal))
  let late: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(late)
    if (ending.signal.aborted) return
    ending.abort()
    await parts.return().catch(onFailure)
    onEnd?.()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(late)
        try {
          const { done, value } = await parts.next()
          if (ending.signal.aborted) return
          if (done) {
            controller.close()
            await end()
          } else {
            controller.enqueue(value)
            late = setTimeout(cutOff, takeWithin).unref()
          }
        } catch (error) {
          if (ending.signal.aborted) return
          onFailure(error)
          await end()
          disconnect(c)
        }
      },
      cancel: end,
    },
    new CountQueuingStrategy({ highWaterMark: 1 }),
  )

  async function* partsOf(chunks: AsyncGenerator<string, void>): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of chunks) {
      const bytes = encoder.encode(chunk)
      for (let start = 0; start < bytes.length; start += PART) yield bytes.subarray(start, start + PART)
    }
  }

  function cutOff(): void {
    disconnect(c)
    void end()
  }
}

/** Refuses HEAD, which the handler of GET would answer with a stream that nobody reads. */
export const refuseHead: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'HEAD') throw new Refusal(405, 'This address answers GET only.')
  await next()
}
