import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { ConfigError } from './settings.ts'

/** Milliseconds in which a request must arrive, and in which a file must. */
const REQUEST_WITHIN_MS = 30_000
const FILE_WITHIN_MS = 30 * 60_000

/** The type of a request whose body is a file. */
const FILE_TYPE = 'application/octet-stream'

/**
 * Time-outs for the head of a request, for the whole request, and for an idle connection, in milliseconds. Reverse
 * proxies reuse idle connections for a minute; if we closed ours first, a request could be lost.
 */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: FILE_WITHIN_MS,
  keepAliveTimeout: 75_000,
  // Otherwise the first two are checked every 30 seconds only.
  connectionsCheckingInterval: 2000,
}

/** Milliseconds that a client may take to read a complete response. */
const READ_WITHIN_MS = 30_000

const NO_SUCH_INTERFACE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND', 'EAI_AGAIN'])

/** Milliseconds between closing idle connections while stopping. */
const CLOSE_IDLE_EVERY_MS = 100

/** Number of ports tried for port 0. */
const MOST_TRIES = 10

interface Listening {
  port: number
  /** Stops once pending responses are sent; after `within` (ms) the remaining ones are aborted. */
  stop(within: number): Promise<void>
}

/**
 * Listens on the same port of all given addresses that this machine has, at least one. Port 0 takes a port that is
 * free on all of them.
 * @param addresses undefined means every interface, IPv4 only on a machine without IPv6
 * @param readWithin milliseconds after which a client that is still reading a response is disconnected
 * @throws {ConfigError} if there is no such address, or the port is not available
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
      cutOffSlowSender(request)
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

/** Without this, a client that does not read its response would occupy memory and a connection forever. */
function cutOffSlowReader(response: ServerResponse, within: number): void {
  response.once('prefinish', () => {
    const late = setTimeout(() => response.socket?.destroy(), within).unref()
    response.once('close', () => clearTimeout(late))
  })
}

/** Only a file may take longer than other requests: whoever receives it sees whether it still comes. */
function cutOffSlowSender(request: IncomingMessage): void {
  if (request.complete || request.headers['content-type'] === FILE_TYPE) return
  const late = setTimeout(() => request.complete || request.socket.destroy(), REQUEST_WITHIN_MS).unref()
  request.once('close', () => clearTimeout(late))
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
    // After its response, a busy connection is kept alive by its client.
    const closeIdle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    server.close(() => {
      clearTimeout(breakOff)
      clearInterval(closeIdle)
      resolve()
    })
    server.closeIdleConnections()
  })
}
