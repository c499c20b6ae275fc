/**
 * Text as a response body. A chunk is made when the client has read those before it; a client that disconnects ends
 * the generator after its current chunk.
 * @param onFailure called if making a chunk fails. It must break the connection: the adapter would end the response
 * with the error's message, and the client would take the part for the whole.
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
