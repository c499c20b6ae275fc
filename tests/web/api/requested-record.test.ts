import './fake-server.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { RECORD_KINDS, type RecordKind } from '../../../src/domain/records/record-kind.ts'
import { CallError } from '../../../src/web/api/client.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { kindOf } from '../../../src/web/record-index/record-kinds.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { MERE } from '../state/tokens.ts'
import { fakeServer } from './fake-server.ts'

interface Case {
  /** Records by the id in their address. */
  own: Record<string, object>
  other: object
}

const CASES: Record<Exclude<RecordKind, 'supplier'>, Case> = {
  order: {
    own: { '104823': { code: 104823 }, d104823: { code: 'D104823' }, '4f1c': { code: '104823', id: '4f1c' } },
    other: { code: '104824' },
  },
  consignment: {
    own: {
      COC00014123: { tracking_code: 'COC00014123' },
      coc00014123002: { tracking_code: 'COC00014123', parts: [{ label: 'COC00014123002' }] },
      '104823-2': { tracking_code: 'COC00014123', reference: '104823-2' },
      '4f1c': { tracking_code: 'COC00014123', id: '4f1c' },
    },
    other: { tracking_code: 'COC00014124' },
  },
  customer: {
    own: { '10482': { code: '10482' }, '4f1c': { code: '10482', id: '4f1c' }, '77': { id: 77 } },
    other: { code: '10483', id: '5a2d' },
  },
  product: {
    own: {
      '2041': { id: 1, cms_id: 2041, code: 'VLV 20/FB#1' },
      'VLV 20/FB#1': { id: 1, cms_id: 2041, code: 'VLV 20/FB#1' },
      '1': { id: 1 },
    },
    other: { id: 2, cms_id: 2042, code: 'VLV 20/FB#2' },
  },
  'supplier-order': {
    own: { '31': { id: 31, po_number: '4160' }, '4160': { id: 31, po_number: '4160' }, '32': { id: 32 } },
    other: { id: 33, po_number: '4161' },
  },
}
const KINDS = RECORD_KINDS.filter((kind) => kind !== 'supplier')

/** The failure of reading a record for its screen and for commands; null if it is read. */
async function failure(kind: RecordKind, id: string, body: object): Promise<unknown> {
  queryClient.clear()
  fakeServer.answer(() => ({ body }))
  const { read } = await kindOf({ kind }).source()
  return read(id).then(
    () => null,
    (error: unknown) => error,
  )
}

beforeEach(() => storeToken(MERE))

describe.each(KINDS)('%s', (kind) => {
  const { own, other } = CASES[kind]

  test.each(Object.keys(own))('a response about the record requested as %s is read', async (id) => {
    expect(await failure(kind, id, own[id] ?? {})).toBeNull()
  })

  test.each(Object.keys(own))('a response about another record than %s is a failure', async (id) => {
    const error = await failure(kind, id, other)
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({
      message: `The response is not about ${id}.`,
      notFound: false,
      reason: null,
    })
  })
})
