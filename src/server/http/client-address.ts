import { type BlockList, isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The address of the client of a request: that of the connection or, where a trusted proxy made it, the last one in
 * `X-Forwarded-For` that is no trusted proxy's. Blank where there is no connection, as in a test.
 */
export function clientAddress(c: Context, trusted: BlockList): string {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  const hops = [...forwarded.filter((one) => isIP(one) > 0), socketAddress(c) ?? '']
  let client = plainAddress(hops.pop() ?? '')
  while (isTrusted(client, trusted) && hops.length > 0) client = plainAddress(hops.pop() ?? '')
  return client
}

/** The address at the other end of the connection; undefined where there is none, as in a test. */
export function socketAddress(c: Context): string | undefined {
  return typeof c.env === 'object' && c.env !== null && 'incoming' in c.env
    ? getConnInfo(c).remote.address
    : undefined
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const version = isIP(address)
  return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** An IPv4 address as itself, also where a socket of both versions took the connection. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '')
}
