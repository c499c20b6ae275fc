import type { Context } from 'hono'
import { disconnect } from './disconnect.ts'

/**
 * Text as the body of a response. A chunk is generated when the client has read the previous ones. If generating one
 * fails, the connection is broken: the adapter would otherwise append the error's message, and the client would take
 * the partial response for a complete one.
 * @param chunksOf the signal is aborted when the client disconnects; the generator then ends at the latest after its
 * current chunk
 */
export function textStream(
  c: Pick<Context, 'env'>,
  chunksOf: (signal: AbortSignal) => AsyncGenerator<string, void>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const ending = new AbortController()
  const chunks = chunksOf(ending.signal)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next()
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          if (ending.signal.aborted) return
          onFailure(error)
          disconnect(c)
        }
      },
      async cancel() {
        ending.abort()
        await chunks.return()
      },
    },
    new CountQueuingStrategy({ highWaterMark: 1 }),
  )
}
