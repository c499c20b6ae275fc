import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import type { Problem } from '../../contract/wire.ts'
import { writeLog } from '../log.ts'
import { acceptedEncoding } from './accepted-encoding.ts'
import { Refusal } from './refusal.ts'

/** Shorter answers go as they are: compressed they would still be one packet. */
const SMALLEST_COMPRESSED = 1024

/** zlib's default of 11 takes two hundred times as long as 4 for a few per cent. */
const BROTLI_QUALITY = 4
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }

const compressors = { br: (data: Buffer) => toBrotli(data, BROTLI), gzip: (data: Buffer) => toGzip(data) }
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** What every API answer carries: the console's version, no caching, and compression where it pays. */
export function apiAnswers(version: string): MiddlewareHandler {
  return async (c, next) => {
    await next()
    c.res.headers.set('X-Console-Version', version)
    c.res.headers.set('Cache-Control', 'no-store')
    c.res.headers.append('Vary', 'Accept-Encoding')
    const encoding = acceptedEncoding(c.req.header('accept-encoding'), ['br', 'gzip'])
    if (encoding === null || !c.res.body || c.res.headers.has('Content-Encoding')) return
    const data = Buffer.from(await c.res.arrayBuffer())
    const isWorthIt = data.length >= SMALLEST_COMPRESSED
    const headers = new Headers(c.res.headers)
    headers.delete('Content-Length')
    if (isWorthIt) headers.set('Content-Encoding', encoding)
    const body = isWorthIt ? await compressors[encoding](data) : data
    c.res = new Response(new Uint8Array(body), { status: c.res.status, headers })
  }
}

/** Turns whatever a route throws into an answer. What was not foreseen is logged once and says nothing to the caller. */
export function answerError(error: Error, c: Context): Response {
  if (error instanceof Refusal) {
    const problem: Problem = { message: error.message, field: error.field }
    return c.json({ success: false, ...problem }, error.status)
  }
  // Nobody waits for the answer, and a body that breaks off is no fault of the server.
  if (c.req.raw.signal.aborted) return c.body(null, 400)
  // As it came, still encoded: a decoded path could write lines of its own.
  const { pathname } = new URL(c.req.url)
  writeLog(`${c.req.method} ${pathname} failed: ${error.stack ?? error.message}`)
  const problem: Problem = { message: 'The server could not do this. Try again.' }
  return c.json({ success: false, ...problem }, 500)
}
