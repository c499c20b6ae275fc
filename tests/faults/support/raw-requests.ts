import { connect } from 'node:net'
import { fc } from '../../properties.ts'

const LINES = [
  'GET / HTTP/1.1',
  'GET /api/v1/orders HTTP/1.1',
  'POST /api/v1/address/search HTTP/1.1',
  'GET //evil.example/%2e%2e/ HTTP/1.1',
  'GET http://evil.example/api/v1/orders HTTP/1.1',
  'GET /\\..\\.. HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'CONNECT evil.example:443 HTTP/1.1',
  'TRACE / HTTP/1.1',
  'PRI * HTTP/2.0',
  'GET / HTTP/9.9',
  'GET /',
  '\0\0\0',
]
const HEADERS = [
  'Host: localhost',
  'Host: evil.example',
  'Host: ',
  'Host: a b',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Content-Type: application/json',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Expect: 100-continue',
  'X: \x01\x02',
  ' folded: yes',
  `X-Long: ${'a'.repeat(20_000)}`,
]

/** Bytes that resemble a request. */
export const rawRequest = fc
  .record({
    line: fc.constantFrom(...LINES),
    headers: fc.shuffledSubarray(HEADERS, { maxLength: 5 }),
    end: fc.constantFrom('\r\n\r\n', '\n\n', '\r\n', ''),
    rest: fc.oneof(fc.constant(''), fc.constant('zz\r\nhello\r\n0\r\n\r\n'), fc.string({ unit: 'binary' })),
  })
  .map(({ line, headers, end, rest }) => [line, ...headers].join('\r\n') + end + rest)

const ANSWER_WITHIN_MS = 1000

/**
 * Sends bytes and ends the request.
 * @returns what was received until the server closed the connection, or sent nothing for a second
 */
export function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.end(bytes, 'latin1'))
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => undefined)
    socket.once('close', () => resolve(answer))
  })
}
