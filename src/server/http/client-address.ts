import { type BlockList, isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

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
export function socketAddress(c: Context): string | undefined {
  return typeof c.env === 'object' && c.env !== null && 'incoming' in c.env
    ? getConnInfo(c).remote.address
    : undefined
}

function isTrusted(address: string, trusted: BlockList): boolean {
  const version = isIP(address)
  return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Unwraps the IPv4 address that a dual-stack socket reports as IPv6. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '')
}
