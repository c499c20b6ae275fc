/** An event as a client reads it. A heartbeat is a comment. */
export interface StreamEvent {
  id: string | null
  event: string
  data: string
}

/** Reads server-sent events from a response, one at a time. */
export function readStream(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    /** The next event; null at the end of the stream. */
    async next(): Promise<StreamEvent | null> {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end !== -1) {
          const block = text.slice(0, end)
          text = text.slice(end + 2)
          return eventOf(block)
        }
        const part = await reader?.read()
        if (part === undefined || part.done) return null
        text += part.value
      }
    },
    cancel: () => reader?.cancel(),
  }
}

function eventOf(block: string): StreamEvent {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name, value.join(': ')]
    }),
  )
  return {
    id: fields.get('id') ?? null,
    event: fields.get('event') ?? 'heartbeat',
    data: fields.get('data') ?? '',
  }
}
