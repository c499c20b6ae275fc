import type { Context } from 'hono'
import { isLoopback } from '../platform/loopback.ts'
import { plainAddress, socketAddress } from './client-address.ts'

/** Headers that proxies add, in lower case. */
const PROXY_HEADER = /^(forwarded|x-forwarded-.+|via|x-real-ip)$/

/** The header that shows that a proxy forwarded the request; the socket's address is then not the client's. */
export function proxyHeader(c: Context): string | undefined {
  return Object.keys(c.req.header()).find((name) => PROXY_HEADER.test(name))
}

/**
 * Whether a program on this machine made the request on its own behalf: not a proxy for another machine, nor a page of
 * another site whose host name resolves to this machine.
 */
export function isFromThisMachine(c: Context): boolean {
  const address = plainAddress(socketAddress(c) ?? '')
  const isHere = isLoopback(address) && isLoopback(new URL(c.req.url).hostname)
  return isHere && proxyHeader(c) === undefined
}
