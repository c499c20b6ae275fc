import { ServerResponse } from 'node:http'
import { type BlockList, isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { isLoopback } from '../platform/settings.ts'

/**
 * The address of the client: that of the connection or, if a trusted proxy opened it, the last address in
 * `X-Forwarded-For` that is not of a trusted proxy. Empty without a connection, as in a test.
 */
export function clientAddress(c: Context, trusted: BlockList): string {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  const hops = [...forwarded.filter((one) => isIP(one) > 0), socketAddress(c) ?? '']
  let client = plainAddress(hops.pop() ?? '')
  while (isTrusted(client, trusted) && hops.length > 0) client = plainAddress(hops.pop() ?? '')
  return client
}

/** The address of the other end of the connection; undefined without a connection, as in a test. */
function socketAddress(c: Context): string | undefined {
  return typeof c.env === 'object' && c.env !== null && 'incoming' in c.env
    ? getConnInfo(c).remote.address
    : undefined
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const version = isIP(address)
  return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Unwraps the IPv4 address that a dual-stack socket reports as IPv6. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '')
}

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

/** Closes the connection without waiting for the client to read. Without a connection, as in a test, it does nothing. */
export function disconnect({ env }: Pick<Context, 'env'>): void {
  if (typeof env !== 'object' || env === null || !('outgoing' in env)) return
  if (env.outgoing instanceof ServerResponse) env.outgoing.destroy()
}
