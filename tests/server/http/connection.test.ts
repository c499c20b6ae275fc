import { BlockList } from 'node:net'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress } from '../../../src/server/http/connection.ts'
import { identifyRequest } from '../../../src/server/http/request-log.ts'
import { currentRequest } from '../../../src/server/platform/log.ts'

const proxies = new BlockList()
proxies.addAddress('127.0.0.1')
proxies.addSubnet('10.0.0.0', 8)

async function addressOf(socket: string, forwarded: string | undefined, trusted = proxies): Promise<string> {
  const app = new Hono().get('/', (c) => c.text(clientAddress(c, trusted)))
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const family = socket.includes(':') ? 'IPv6' : 'IPv4'
  const connection = { remoteAddress: socket, remotePort: 1, remoteFamily: family }
  const answer = await app.request('/', { headers }, { incoming: { socket: connection } })
  return answer.text()
}

// V4.1.3, V15.3.4
test.each([
  ['no proxy', '203.0.113.9', undefined, '203.0.113.9'],
  ['a client that names another address', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted proxy', '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a trusted proxy on a socket of both versions', '::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['two trusted proxies', '127.0.0.1', '198.51.100.1, 10.1.2.3', '198.51.100.1'],
  ['a client that names one more', '127.0.0.1', '192.0.2.7, 198.51.100.1', '198.51.100.1'],
  ['a trusted proxy that names nobody', '127.0.0.1', undefined, '127.0.0.1'],
  ['a trusted proxy that names nonsense', '127.0.0.1', 'unknown, ', '127.0.0.1'],
  ['a client with an IPv6 address', '127.0.0.1', '2001:db8::1', '2001:db8::1'],
])('reads the address behind %s', async (_, socket, forwarded, expected) => {
  expect(await addressOf(socket, forwarded)).toBe(expected)
})

test('trusts no proxy where none is set', async () => {
  expect(await addressOf('127.0.0.1', '198.51.100.1', new BlockList())).toBe('127.0.0.1')
})

// V15.3.4
test('is what the log names, too', async () => {
  const app = new Hono()
    .use(identifyRequest(proxies))
    .get('/', (c) => c.text(currentRequest.getStore()?.from ?? ''))
  const connection = { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' }
  const headers = { 'x-forwarded-for': '198.51.100.1' }
  const answer = await app.request('/', { headers }, { incoming: { socket: connection } })
  expect(await answer.text()).toBe('198.51.100.1')
})
