import { beforeEach, expect, test } from 'vitest'
import { RECORD_KINDS } from '../../../src/domain/records/record-kind.ts'
import { askForCode } from '../../../src/web/palette/server-requests.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import { MERE } from '../state/tokens.ts'

const order = exampleOrder()

beforeEach(() => {
  localStorage.setItem('session-token', MERE)
  recordIndex.clear()
  fakeServer.answer(({ url }) =>
    url.endsWith(`/v1/orders/${order.code}`) ? { body: order } : { status: 404, body: {} },
  )
})

const ask = (code: string) => askForCode(code, RECORD_KINDS, new AbortController().signal)
const pathsAsked = () => fakeServer.sent.map(({ url }) => new URL(url, 'http://any').pathname)

test('requests only the kind that the shape of a code suggests, if that has it', async () => {
  expect(await ask(order.code)).toMatchObject({ state: 'found', record: { code: order.code } })
  expect(pathsAsked()).toEqual([`/api/v1/orders/${order.code}`])
  expect(recordIndex.byCode(order.code)).not.toBeNull()
})

test('requests the other kinds if that has not', async () => {
  const code = 'VLV-1048-BRS'
  expect(await ask(code)).toEqual({ state: 'missing' })
  expect(pathsAsked()[0]).toBe(`/api/v1/products/${code}`)
  expect(pathsAsked().slice(1).sort()).toEqual([
    `/api/v1/consignments/${code}`,
    `/api/v1/customers/${code}`,
    `/api/v1/orders/${code}`,
    '/api/v1/suppliers/orders',
  ])
})
