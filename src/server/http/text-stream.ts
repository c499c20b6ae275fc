/**
 * Text as a response body. A chunk is generated when the client has read the previous ones; if the client
 * disconnects, the generator ends after its current chunk.
 * @param onFailure called if generating a chunk fails. It must break the connection: the adapter would otherwise
 * append the error's message, and the client would take the partial response for a complete one.
 */
export function textStream(
  chunks: AsyncGenerator<string, void>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next()
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          onFailure(error)
        }
      },
      async cancel() {
        await chunks.return()
      },
    },
    new CountQueuingStrategy({ highWaterMark: 1 }),
  )
}
