import { createServer, type RequestListener, type Server } from 'node:http'
import { ConfigError } from './config.ts'

/** How long a caller may take to send the head of a request, and all of it, in milliseconds. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 30_000 }

const NO_SUCH_INTERFACE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND', 'EAI_AGAIN'])

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
 * @throws {ConfigError} where there is no such address, or the port cannot be had
 */
export async function listen(
  addresses: Iterable<string | undefined>,
  wanted: number,
  answer: RequestListener,
): Promise<Listening> {
  for (let tries = 1; ; tries += 1) {
    const servers: Server[] = []
    const stop = async (within: number) => {
      await Promise.all(servers.map((server) => stopServer(server, within)))
    }
    try {
      return { port: await openAll(servers, addresses, wanted, answer), stop }
    } catch (error) {
      await stop(0)
      if (wanted !== 0 || codeOf(error) !== 'EADDRINUSE' || tries === MOST_TRIES)
        throw listenError(error, wanted)
    }
  }
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
    server.close(() => {
      clearTimeout(breakOff)
      resolve()
    })
    server.closeIdleConnections()
  })
}
