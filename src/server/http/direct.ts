import type { Context } from 'hono'
import { isLoopback } from '../platform/loopback.ts'
import { plainAddress, socketAddress } from './client-address.ts'

/** What a proxy adds to a request, with the name in lower case. */
const PROXY_HEADER = /^(forwarded|x-forwarded-.+|via|x-real-ip)$/

/** The header by which a proxy shows that it passed the request on; its socket then says nothing of the client. */
export function proxyHeader(c: Context): string | undefined {
  return Object.keys(c.req.header()).find((name) => PROXY_HEADER.test(name))
}

/**
 * Whether a program on this machine made the request for itself: not a proxy for another machine, nor a page elsewhere
 * whose host name points at this machine.
 */
export function isFromThisMachine(c: Context): boolean {
  const address = plainAddress(socketAddress(c) ?? '')
  const isHere = isLoopback(address) && isLoopback(new URL(c.req.url).hostname)
  return isHere && proxyHeader(c) === undefined
}
