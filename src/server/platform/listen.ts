import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { ConfigError } from './config.ts'

/**
 * How long a caller may take to send the head of a request, and all of it, and how long its connection may be idle, in
 * milliseconds. Reverse proxies keep an idle connection for a minute: one that we close first may be used just then.
 */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 75_000 }

/** How long a caller may take to read an answer that is whole, in milliseconds. */
const READ_WITHIN_MS = 30_000

const NO_SUCH_INTERFACE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND', 'EAI_AGAIN'])

/** How often a server that stops closes the connections that have become idle, in milliseconds. */
const CLOSE_IDLE_EVERY_MS = 100

/** How many ports are tried where any will do. */
const MOST_TRIES = 10

export interface Listening {
  port: number
  /** Stops when every answer under way is sent; those that take longer than `within` (ms) are broken off. */
  stop(within: number): Promise<void>
}

/**
 * Listens on the same port of every address that this machine has; at least one must be had. For 0 a port is taken that
 * is free on all of them.
 * @param addresses undefined is every interface: of IPv4 alone where a machine has no IPv6
 * @param readWithin a caller that takes longer to read an answer is cut off, in milliseconds
 * @throws {ConfigError} where there is no such address, or the port cannot be had
 */
export async function listen(
  addresses: Iterable<string | undefined>,
  wanted: number,
  answer: RequestListener,
  readWithin: number = READ_WITHIN_MS,
): Promise<Listening> {
  for (let tries = 1; ; tries += 1) {
    const servers: Server[] = []
    let isStopping = false
    const stop = async (within: number) => {
      isStopping = true
      await Promise.all(servers.map((server) => stopServer(server, within)))
    }
    const answerLast: RequestListener = (request, response) => {
      if (isStopping) response.setHeader('Connection', 'close')
      cutOffSlowReader(response, readWithin)
      answer(request, response)
    }
    try {
      return { port: await openAll(servers, addresses, wanted, answerLast), stop }
    } catch (error) {
      await stop(0)
      if (wanted !== 0 || codeOf(error) !== 'EADDRINUSE' || tries === MOST_TRIES)
        throw listenError(error, wanted)
    }
  }
}

/** A caller that asks and does not read would keep its answer in memory, and its connection, for good. */
function cutOffSlowReader(response: ServerResponse, within: number): void {
  response.once('prefinish', () => {
    const late = setTimeout(() => response.socket?.destroy(), within).unref()
    response.once('close', () => clearTimeout(late))
  })
}

async function openAll(
  servers: Server[],
  addresses: Iterable<string | undefined>,
  wanted: number,
  answer: RequestListener,
): Promise<number> {
  let port = wanted
  for (const address of addresses) {
    const server = createServer(TIMEOUTS, answer)
    if (!(await isOpened(server, port, address))) continue
    servers.push(server)
    const bound = server.address()
    if (typeof bound === 'object' && bound) port = bound.port
  }
  if (servers.length === 0)
    throw new ConfigError(`HOST ${[...addresses].join(', ')} is no address of this machine.`)
  return port
}

function isOpened(server: Server, port: number, address: string | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('listening', () => resolve(true))
    server.once('error', (error) => (NO_SUCH_INTERFACE.has(codeOf(error)) ? resolve(false) : reject(error)))
    server.listen({ port, ...(address === undefined ? {} : { host: address }) })
  })
}

function listenError(error: unknown, port: number): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new ConfigError(`PORT ${port} is taken by another program: stop it, or set PORT to a free one.`)
    case 'EACCES':
      return new ConfigError(`PORT ${port} may not be used by this user.`)
    default:
      return error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function stopServer(server: Server, within: number): Promise<void> {
  return new Promise((resolve) => {
    const breakOff = setTimeout(() => server.closeAllConnections(), within)
    // A connection that was busy is kept alive by its client once it is answered.
    const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    server.close(() => {
      clearTimeout(breakOff)
      clearInterval(closeIdle)
      resolve()
    })
    server.closeIdleConnections()
  })
}
