import './fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  consignmentQueries,
  consignmentRecord,
  consignmentSource,
  forgetLabels,
} from '../../../src/web/api/consignments.ts'
import { orderQueries } from '../../../src/web/api/orders.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { performDeletion, trackingPage } from '../../../src/web/commands/consignment-effects.ts'
import { observeAnswers } from '../../../src/web/record-index/fill-index.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { exampleConsignment, exampleOrder } from '../../domain/example-records.ts'
import { MERE } from '../state/tokens.ts'
import { fakeServer } from './fake-server.ts'

const CODE = 'COC00014123'
const CONSIGNMENT = exampleConsignment({ tracking_code: CODE })
const { signal } = new AbortController()
const asked = () => fakeServer.sent.map(({ method, url }) => `${method} ${url.replace('/api/v1', '')}`)

beforeEach(() => {
  storeToken(MERE)
  queryClient.clear()
  return observeAnswers(recordIndex)
})

test('the list sends all three parameters, blank or not', async () => {
  fakeServer.answer(() => ({ body: [] }))
  await queryClient.fetchQuery(consignmentQueries.list({ date: '2026-11-20', query: '', provider: '' }))
  expect(asked()).toEqual(['GET /consignments?date=2026-11-20&query=&provider='])
})

test('a code that is not found as typed is requested in capitals', async () => {
  fakeServer.answer(({ url }) => (url.endsWith(CODE) ? { body: { tracking_code: CODE } } : { status: 404 }))
  expect(await consignmentSource.find('coc00014123', signal)).toMatchObject({
    kind: 'consignment',
    code: CODE,
  })
  expect(asked()).toEqual(['GET /consignments/coc00014123', `GET /consignments/${CODE}`])
  expect(queryClient.getQueryData(consignmentQueries.detail(CODE).queryKey)?.tracking_code).toBe(CODE)
})

test('the barcode of a piece finds its consignment', async () => {
  fakeServer.answer(() => ({
    body: exampleConsignment({ tracking_code: CODE, parts: [{ label: `${CODE}002` }] }),
  }))
  expect(await consignmentSource.find(`${CODE}002`, signal)).toMatchObject({
    kind: 'consignment',
    code: CODE,
  })
  // Labels of some couriers add digits to the code of a piece.
  expect(await consignmentSource.find(`${CODE}00207`, signal)).toMatchObject({ code: CODE })
  expect(await consignmentSource.find('COC00014124', signal)).toMatchObject({ id: 'COC00014124' })
})

test('the digits of a code find its consignment', async () => {
  fakeServer.answer(() => ({ body: exampleConsignment({ tracking_code: 'LH1602541' }) }))
  expect(await consignmentSource.find('1602541', signal)).toEqual(
    expect.not.objectContaining({ id: '1602541' }),
  )
  // Another code in a response does not replace the address that was requested.
  expect(await consignmentSource.find('1602542', signal)).toMatchObject({ id: '1602542' })
  // Not as many digits as a courier's code has.
  fakeServer.answer(() => ({ body: exampleConsignment({ tracking_code: 'A108858' }) }))
  expect(await consignmentSource.find('108858', signal)).toMatchObject({ id: '108858' })
})

test('labels in ZPL are requested only from a back end that has them', async () => {
  fakeServer.answer(() => ({ body: '^XA^XZ' }))
  expect(consignmentQueries.zplLabels(CODE).enabled).toBe(false)
  installation.capabilities = new Set(['zpl-labels'])
  const query = consignmentQueries.zplLabels(CODE)
  expect(query.enabled).toBe(true)
  expect(await queryClient.fetchQuery(query)).toBe('^XA^XZ')
  expect(asked()).toEqual([`GET /consignments/${CODE}/labels/zpl`])
  installation.capabilities = new Set()
})

test.each([
  ['a string', 'JVBERi0='],
  ['an array with one', ['JVBERi0=']],
])('labels come as %s', async (_, body) => {
  fakeServer.answer(() => ({ body }))
  expect(await queryClient.fetchQuery(consignmentQueries.labels(CODE))).toBe('JVBERi0=')
})

test('a consignment deleted here or elsewhere is no longer found by the palette', async () => {
  const record = { kind: 'consignment', name: '', contact: '', at: null, total: null, status: null } as const
  recordIndex.add([
    { ...record, code: CODE },
    { ...record, code: 'COC2' },
  ])
  fakeServer.answer(({ method }) => (method === 'GET' ? { status: 404 } : { body: { success: true } }))
  await performDeletion(CONSIGNMENT)
  expect(recordIndex.byCode(CODE)).toBeNull()
  await expect(queryClient.fetchQuery(consignmentQueries.detail('COC2'))).rejects.toThrow()
  expect(recordIndex.byCode('COC2')).toBeNull()
})

test('the labels of a consignment that was deleted elsewhere are forgotten, and those of others stay', () => {
  const cached = (code: string) =>
    [consignmentQueries.labels(code), consignmentQueries.zplLabels(code)].map(({ queryKey }) => queryKey)
  for (const key of [...cached(CODE), ...cached('COC2')]) queryClient.setQueryData(key, 'JVBERi0=')
  forgetLabels(CODE)
  const left = [...cached(CODE), ...cached('COC2')].map((key) => queryClient.getQueryData(key))
  expect(left).toEqual([undefined, undefined, 'JVBERi0=', 'JVBERi0='])
})

test('a deletion without the success flag is a failure: the consignment stays cached, its labels do not', async () => {
  const { queryKey } = consignmentQueries.labels(CODE)
  recordIndex.add([consignmentRecord(exampleConsignment({ tracking_code: CODE }))])
  queryClient.setQueryData(queryKey, 'JVBERi0=')
  fakeServer.answer(() => ({ body: {} }))
  await expect(performDeletion(CONSIGNMENT)).rejects.toThrow()
  expect(queryClient.getQueryData(queryKey)).toBeUndefined()
  expect(recordIndex.byCode(CODE)?.code).toBe(CODE)
  fakeServer.answer(() => ({ body: { success: true } }))
  await performDeletion(CONSIGNMENT)
  expect(asked()).toEqual([`DELETE /consignments/${CODE}`])
  expect(recordIndex.byCode(CODE)).toBeNull()
})

test('a deletion makes its order and the lists stale', async () => {
  const list = consignmentQueries.list({ date: '2026-11-20', query: '', provider: '' }).queryKey
  const order = orderQueries.detail('104823').queryKey
  fakeServer.answer(({ url }) => ({ body: url.includes('/orders/') ? { code: '104823' } : [] }))
  await queryClient.fetchQuery(orderQueries.detail('104823'))
  queryClient.setQueryData(list, { rows: [], unreadable: 0 })
  fakeServer.answer(() => ({ body: { success: true } }))
  await performDeletion(CONSIGNMENT)
  expect([list, order].map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true])
})

test('the tracking page is taken from the order, except for Aramex', async () => {
  fakeServer.answer(() => ({
    body: { code: '104823', freight: { tracking_code: CODE, tracking_url: 'https://post.example/1' } },
  }))
  const parts = { tracking_code: CODE, order_code: '104823' }
  const page = (shipping_company: string) => trackingPage(exampleConsignment({ ...parts, shipping_company }))
  expect(await page('aramex')).toContain(`l=${CODE}`)
  expect(asked()).toEqual([])
  expect(await page('posthaste')).toBe('https://post.example/1')
  expect(await trackingPage(exampleConsignment({ tracking_code: 'X1' }))).toBeNull()
  expect(asked()).toEqual(['GET /orders/104823'])
})

test('the tracking page of an order that was read before its booking is that of the booking', async () => {
  const { queryKey } = orderQueries.detail('104823')
  queryClient.setQueryData(queryKey, exampleOrder({ code: '104823' }), { updatedAt: 0 })
  fakeServer.answer(() => ({
    body: { code: '104823', freight: { tracking_code: CODE, tracking_url: 'https://post.example/1' } },
  }))
  const consignment = { tracking_code: CODE, order_code: '104823', shipping_company: 'posthaste' }
  expect(await trackingPage(exampleConsignment(consignment))).toBe('https://post.example/1')
})
