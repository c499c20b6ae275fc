import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AccountRefused, type AddressBook } from '../../../src/server/addresses/address-book.ts'
import { addressfinder } from '../../../src/server/addresses/addressfinder.ts'

/** A response as in the service's documentation. The road is real, the house number is invented. */
const RURAL = {
  success: true,
  pxid: '2-.5.a.1',
  a: '238 Pepperill Road, Lichfield, Putāruru 3482',
  postal: '238 Pepperill Road, RD 3, Putaruru 3482',
  number: '238',
  street: 'Pepperill Road',
  address_line_1: '238 Pepperill Road',
  suburb: 'Lichfield',
  city: 'Putāruru',
  region: 'Waikato Region',
  postcode: '3482',
  rd_number: '3',
  rural: true,
  x: '175.8',
  y: '-38.1',
}
const TOWN = {
  success: true,
  a: 'Unit 2, 12 Queen Street, Auckland 1010',
  address_line_1: 'Unit 2',
  address_line_2: '12 Queen Street',
  city: 'Auckland',
  postcode: '1010',
  rural: false,
}
const refusal = (error_code: string, message: string) => ({
  completions: [],
  paid: true,
  success: false,
  error_code,
  message,
})

let server: Server
let seen: { url: URL; authorization: string | undefined }[] = []
let respond: (request: IncomingMessage, response: ServerResponse) => void
let book: AddressBook
let hasty: AddressBook

const json = (body: unknown, status = 200) => {
  respond = (_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

beforeEach(async () => {
  seen = []
  server = createServer((request, response) => {
    seen.push({
      url: new URL(request.url ?? '', 'http://service'),
      authorization: request.headers.authorization,
    })
    respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const config = { key: 'K&Y', secret: 'S3CRET', url: `http://127.0.0.1:${port}` }
  book = addressfinder(config)
  hasty = addressfinder(config, 100)
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('Addressfinder', () => {
  it('searches for the typed text', async () => {
    json({
      completions: [
        { a: '12 Queen Street, Auckland Central, Auckland 1010', pxid: '2-.1', v: 1 },
        { a: '12 Queen Street, Cambridge 3434', pxid: '2-.2', v: 0 },
      ],
      paid: true,
      success: true,
    })
    expect(await book.search('12 Queen & Tāmaki')).toEqual([
      { id: '2-.1', full_address: '12 Queen Street, Auckland Central, Auckland 1010' },
      { id: '2-.2', full_address: '12 Queen Street, Cambridge 3434' },
    ])
    const [{ url, authorization } = { url: new URL('http://none') }] = seen
    expect(url.pathname).toBe('/api/nz/address/autocomplete')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      key: 'K&Y',
      format: 'json',
      q: '12 Queen & Tāmaki',
      post_box: '0',
      max: '20',
    })
    expect(authorization).toBe('S3CRET')
  })

  it('gives an address in the shape of the contract', async () => {
    json(RURAL)
    expect(await book.find('2-.5.a.1')).toEqual({
      street: '238 Pepperill Road',
      suburb: 'Lichfield',
      city: 'Putāruru',
      region: 'Waikato',
      postcode: '3482',
      is_rural: true,
    })
    expect(seen[0]?.url.pathname).toBe('/api/nz/address/metadata')
    expect(seen[0]?.url.searchParams.get('pxid')).toBe('2-.5.a.1')
  })

  it('keeps a unit, and accepts an address without a suburb', async () => {
    json(TOWN)
    expect(await book.find('2-.6')).toEqual({
      street: 'Unit 2, 12 Queen Street',
      suburb: null,
      city: 'Auckland',
      region: null,
      postcode: '1010',
      is_rural: false,
    })
  })

  it('finds nothing', async () => {
    json({ completions: [], success: true })
    expect(await book.search('12 nowhere')).toEqual([])
    json(refusal('1011', 'The record does not exist'))
    expect(await book.find('2-.9')).toBeNull()
  })

  // V15.3.2
  it.each<[string, () => void, RegExp]>([
    [
      'an unknown key',
      () => json(refusal('1001', 'Key not found'), 403),
      /it refused: Key not found \(1001\)/,
    ],
    [
      'a feature that is not in the plan',
      () => json(refusal('1017', 'Service not enabled on current plan')),
      /it refused: Service not enabled on current plan \(1017\)/,
    ],
    ['an error', () => json({ error: 'oops' }, 500), /it answered 500/],
    [
      'another shape',
      () => json({ completions: [{ a: 1 }], address_line_1: 7 }),
      /its answer has no usable \w+/,
    ],
    [
      'too much to read',
      () => json({ completions: 'x'.repeat(1_100_000) }),
      /the answer is longer than 1048576 bytes/,
    ],
    [
      'a page instead of JSON',
      () => {
        respond = (_, response) => response.writeHead(502).end('<html>')
      },
      /its answer is not JSON/,
    ],
    [
      'a redirect',
      () => {
        respond = (_, response) => response.writeHead(302, { Location: '/elsewhere' }).end()
      },
      /redirect/,
    ],
    [
      'half an answer',
      () => {
        respond = (_, response) => response.writeHead(200).write('{"completions":', () => response.destroy())
      },
      /Addressfinder could not be asked: .+/,
    ],
  ])('fails with the reason: %s', async (_, answer, reason) => {
    answer()
    await expect(book.search('12 queen')).rejects.toThrow(reason)
    await expect(book.find('2-.1')).rejects.toThrow(reason)
    await expect(book.find('2-.1')).rejects.not.toThrow('S3CRET')
  })

  it.each([
    ['1009', 'The look-ups of the Addressfinder plan are used up.'],
    ['1020', 'The Addressfinder trial has ended.'],
    ['1021', 'The look-ups of the Addressfinder trial are used up.'],
    ['1023', 'The Addressfinder plan is paused.'],
  ])('reports the problem with the account: %s', async (errorCode, message) => {
    json(refusal(errorCode, 'In the words of the service'), 403)
    for (const call of [() => book.search('12 queen'), () => book.find('2-.1')]) {
      const error = await call().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(AccountRefused)
      expect(error).toMatchObject({
        message,
        cause: new Error(`it refused: In the words of the service (${errorCode})`),
      })
    }
  })

  it('fails if no response arrives in time', async () => {
    respond = () => undefined
    await expect(hasty.search('12 queen')).rejects.toThrow(/timeout/)
    await expect(hasty.find('2-.1')).rejects.toThrow(/timeout/)
  })

  it('fails without a connection', async () => {
    const nobody = addressfinder({ key: 'k', secret: 's', url: 'http://127.0.0.1:1' })
    await expect(nobody.search('12 queen')).rejects.toThrow(/^Addressfinder could not be asked: .+\.$/)
  })
})
