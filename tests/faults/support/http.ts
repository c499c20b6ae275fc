import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'

/** The console's time-out, in milliseconds. */
const GIVE_UP_AFTER_MS = 20_000

const agent = new Agent({ keepAlive: true, maxSockets: 2000 })

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Decompressed on access, because most responses are only counted. */
  readonly text: string
  /** Milliseconds until the response was complete. */
  took: number
}

export interface HttpRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer | undefined
  /** Time-out of the client, in milliseconds. */
  within?: number
}

/** A request without a complete response. Whether it was carried out is unknown. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/**
 * Sends a request with its path unchanged.
 * @throws {NoAnswer}
 */
export function send(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body, within = GIVE_UP_AFTER_MS }: HttpRequest = {},
): Promise<Answer> {
  const began = performance.now()
  const { hostname, port } = new URL(url)
  // Node omits the length for methods that seldom have a body; the body would then be parsed as another request.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const options: RequestOptions = { agent, hostname, port, path, method, headers: { ...headers, ...length } }
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new NoAnswer(error.message))
    const outgoing = request(options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk) => chunks.push(chunk))
      incoming.once('error', fail)
      incoming.once('end', () => {
        clearTimeout(late)
        const took = performance.now() - began
        const body = Buffer.concat(chunks)
        const { statusCode: status = 0, headers } = incoming
        const isPacked = headers['content-encoding'] === 'br'
        resolve({
          status,
          headers,
          took,
          get text() {
            return (isPacked ? brotliDecompressSync(body) : body).toString()
          },
        })
      })
    })
    const late = setTimeout(() => outgoing.destroy(new Error(`no answer within ${within} ms`)), within)
    outgoing.once('error', (error) => {
      clearTimeout(late)
      fail(error)
    })
    outgoing.end(body)
  })
}
