import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  id: string
  body: string
  /** `type` and `data.code` of the body: 'order.paid 104823'. */
  what: string
}

/** A status, or no response. */
type Answer = number | 'silence'

/** A server that receives events, stores them, and responds as its script says. */
export async function startReceiver() {
  const received: Received[] = []
  const script = { answer: (_one: Received): Answer | Promise<Answer> => 200 }
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request)
      const { url: path = '', headers } = request
      const one = { path, headers, id: String(headers['webhook-id']), body, what: whatOf(body) }
      received.push(one)
      const answer = await script.answer(one)
      if (answer === 'silence') return
      response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end('thank you')
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The receiver has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/hooks?key=1`,
    received,
    /** The received events, in order. */
    events: () => received.map(({ what }) => what),
    script,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

function whatOf(body: string): string {
  const { type, data }: { type: string; data: { code: string } } = JSON.parse(body)
  return `${type} ${data.code}`
}
