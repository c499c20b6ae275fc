/** A response body that is read while the server sends it. */
export type OpenedStream = ReadableStream<Uint8Array<ArrayBuffer>>

/** A server-sent event. A comment, which only keeps the connection alive, has no event. */
export interface StreamEvent {
  id: string | null
  event: string | null
  data: string
}

/**
 * Splits text into the complete events that it begins with and the rest. Of the format it supports what our server
 * sends: fields with a space after the colon, one line of data, and line feeds.
 */
export function cutEvents(text: string): { events: StreamEvent[]; rest: string } {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  return { events: blocks.map(eventOf), rest }
}

function eventOf(block: string): StreamEvent {
  const fields: Record<string, string> = {}
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ')
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 2)
  }
  return { id: fields.id ?? null, event: fields.event ?? null, data: fields.data ?? '' }
}

/** Calls back with each event of a stream as it arrives. Resolves at its end, and rejects if it breaks off. */
export async function readEvents(stream: OpenedStream, onEvent: (event: StreamEvent) => void): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    // An event ends with a line feed. A long one arrives in many parts, which are not searched again each time.
    if (!value.includes('\n')) continue
    const { events, rest } = cutEvents(text)
    text = rest
    for (const event of events) onEvent(event)
  }
}
