import './fake-server.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RECORD_KINDS, type RecordKind } from '../../../src/domain/records/record-kind.ts'
import { CallError } from '../../../src/web/api/client.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { recordAnswer } from '../../../src/web/api/record-source.ts'
import { kindOf, recordPath } from '../../../src/web/record-index/record-kinds.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { MERE } from '../state/tokens.ts'
import { fakeServer } from './fake-server.ts'

const refetch = () => undefined

afterEach(() => void vi.useRealTimers())
const BUSY = 'The server is busy. Try again in a moment.'

test.each([
  ['is awaited', undefined, null, 'loading', null],
  ['is there', { code: '1' }, null, 'there', null],
  ['is nowhere', { code: '1' }, new CallError(404, 'Order not found.'), 'missing', 'Order not found.'],
  ['cannot be read for now', { code: '1' }, new CallError(503, BUSY), 'failed', BUSY],
  [
    'cannot be read for a fault',
    undefined,
    new CallError(500, 'The server could not do this.'),
    'failed',
    null,
  ],
])('a record that %s', (_, data, error, state, reason) => {
  const record = state === 'missing' ? null : (data ?? null)
  expect(recordAnswer({ data, error, refetch })).toMatchObject({ record, state, reason })
})

interface Case {
  /** Requested texts that the record confirms, and the address to which each leads. */
  own: Record<string, { body: object; path: string }>
  /** A record that the server has for 'asked', under a code of its own. */
  other: object
  /** The address of 'asked'. */
  path: string
}

const CASES: Record<Exclude<RecordKind, 'supplier' | 'supplier-order'>, Case> = {
  order: {
    own: {
      '104823': { body: { code: 104823 }, path: '/orders/104823' },
      d104823: { body: { code: 'D104823' }, path: '/orders/D104823' },
    },
    other: { code: '104824' },
    path: '/orders/asked',
  },
  consignment: {
    own: {
      COC00014123: { body: { tracking_code: 'COC00014123' }, path: '/consignments/COC00014123' },
      coc00014123002: {
        body: { tracking_code: 'COC00014123', parts: [{ label: 'COC00014123002' }] },
        path: '/consignments/COC00014123',
      },
      '104823-2': {
        body: { tracking_code: 'COC00014123', reference: '104823-2' },
        path: '/consignments/COC00014123',
      },
    },
    other: { tracking_code: 'COC00014124' },
    path: '/consignments/asked',
  },
  customer: {
    own: {
      '10482': { body: { code: '10482' }, path: '/customers/10482' },
      '77': { body: { id: 77 }, path: '/customers/77' },
    },
    other: { code: '10483', id: '5a2d' },
    path: '/customers/asked',
  },
  product: {
    own: {
      '2041': { body: { id: 1, cms_id: 2041, code: 'VLV' }, path: '/products/2041' },
      VLV: { body: { id: 1, cms_id: 2041, code: 'VLV' }, path: '/products/2041' },
      ...Object.fromEntries(
        ['4006381333931', '04006381333931', '(01)04006381333931(10)7', ']E04006381333931'].map((scanned) => [
          scanned,
          {
            body: { id: 1, cms_id: 2041, code: 'VLV', barcodes: [{ code: '4006381333931', quantity: 1 }] },
            path: '/products/2041',
          },
        ]),
      ),
    },
    other: { id: 2, code: 'TAP-3' },
    path: '/products/asked',
  },
}
const isTested = (kind: RecordKind) => kind !== 'supplier' && kind !== 'supplier-order'
const KINDS = RECORD_KINDS.filter(isTested)

const { signal } = new AbortController()

/** Finds the record as the palette does, then reads it as its screen does; the requests that this took. */
async function find(kind: RecordKind, text: string, body: object) {
  fakeServer.answer(() => ({ body }))
  const { find: findRecord, read } = await kindOf({ kind }).source()
  const found = await findRecord(text, signal)
  return { found, path: found && recordPath(found), record: found && (await read(found.id ?? found.code)) }
}

beforeEach(() => {
  queryClient.clear()
  storeToken(MERE)
})

describe.each(KINDS)('%s', (kind) => {
  const { own, other, path } = CASES[kind]

  test.each(Object.entries(own))('%s leads to the address of its code', async (text, confirmed) => {
    expect(await find(kind, text, confirmed.body)).toMatchObject({ path: confirmed.path })
  })

  test('a response belongs to its request, whatever code it contains', async () => {
    const { found, path: address, record } = await find(kind, 'asked', other)
    expect(address).toBe(path)
    expect(found).toMatchObject({ kind, id: 'asked' })
    expect(record).toMatchObject('code' in other ? { code: other.code } : other)
  })

  test('a response is not shown at the address of the code that it contains', async () => {
    await find(kind, 'asked', other)
    const own = Object.values(other).at(-1)
    fakeServer.answer(() => ({ status: 404 }))
    const { read } = await kindOf({ kind }).source()
    await expect(read(String(own))).rejects.toMatchObject({ notFound: true })
  })
})

test('a supplier order belongs to its request, whatever number it contains', async () => {
  fakeServer.answer(() => ({ body: { id: 33, po_number: '4161' } }))
  const { read } = await kindOf({ kind: 'supplier-order' }).source()
  expect(await read('31')).toMatchObject({ po_number: '4161' })
})

test('a supplier order that was imported after its number was typed is found', async () => {
  const { find: findOrder } = await kindOf({ kind: 'supplier-order' }).source()
  fakeServer.answer(() => ({ body: [] }))
  expect(await findOrder('4161', signal)).toBeNull()
  fakeServer.answer(() => ({ body: [{ id: 33, po_number: '4161' }] }))
  vi.useFakeTimers({ now: Date.now() + 6_000, toFake: ['Date'] })
  expect(await findOrder('4161', signal)).toMatchObject({ code: '4161' })
})
