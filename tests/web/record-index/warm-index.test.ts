import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DATA_BASE, PAGE_SIZE } from '../../../src/contract/call.ts'
import { type Consignment, listConsignments } from '../../../src/contract/consignments.ts'
import { listOrders } from '../../../src/contract/orders.ts'
import { listSupplierOrders } from '../../../src/contract/suppliers.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { warmIndex } from '../../../src/web/record-index/fill-index.ts'
import { RecordIndex } from '../../../src/web/record-index/record-index.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { exampleConsignment, exampleOrder } from '../../domain/example-records.ts'
import { GENEROUS } from '../../time-outs.ts'
import { fakeServer } from '../api/fake-server.ts'
import { MERE } from '../state/tokens.ts'

const order = (number: number) => exampleOrder({ code: String(number) })
const pageOf = (page: number, length: number) =>
  Array.from({ length }, (_, row) => order(page * PAGE_SIZE + row))

/** Number of requests for the orders list. */
const asked = () => askedOf(listOrders.path)
const askedOf = (call: string) => fakeServer.sent.filter(({ url }) => pathOf(url) === DATA_BASE + call).length
const pathOf = (url: string) => new URL(url, location.origin).pathname

let stop: () => void = () => undefined
/** Runs the index update until the end of the test. */
function feed(index: RecordIndex): void {
  stop = warmIndex(index)
}
afterEach(() => stop())

/** A server whose last page of orders is short, with today's consignments. */
function serve(pages: number, consignments: Consignment[] = []): void {
  fakeServer.answer(({ url }) => {
    const { pathname, searchParams } = new URL(url, location.origin)
    if (pathname === DATA_BASE + listConsignments.path) return { body: consignments }
    if (pathname !== DATA_BASE + listOrders.path) return { body: [] }
    const page = Number(searchParams.get('page') ?? 1)
    return { body: pageOf(page, page < pages ? PAGE_SIZE : 1) }
  })
}

beforeEach(() => {
  storeToken(MERE)
  installation.prefetchPages = 5
})

test('takes in page after page, to the last one', async () => {
  serve(3)
  const index = new RecordIndex()
  feed(index)
  await vi.waitFor(() => expect(index.size).toBe(2 * PAGE_SIZE + 1), GENEROUS)
  expect(asked()).toBe(3)
})

test('takes in as many pages as the installation allows', async () => {
  installation.prefetchPages = 2
  serve(5)
  const index = new RecordIndex()
  feed(index)
  await vi.waitFor(() => expect(index.size).toBe(2 * PAGE_SIZE), GENEROUS)
  await vi.waitFor(() => expect(askedOf(listSupplierOrders.path)).toBeGreaterThan(0), GENEROUS)
  expect(asked()).toBe(2)
})

test('goes on after a first page that a screen has already loaded', async () => {
  serve(3)
  const index = new RecordIndex()
  index.add(pageOf(1, PAGE_SIZE).map(orderRecord))
  feed(index)
  await vi.waitFor(() => expect(index.size).toBe(2 * PAGE_SIZE + 1), GENEROUS)
})

test('requests nothing if the installation allows no pages', async () => {
  installation.prefetchPages = 0
  serve(5)
  feed(new RecordIndex())
  await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  expect(fakeServer.sent).toEqual([])
})

test('stops at a page without new records', async () => {
  serve(5)
  const index = new RecordIndex()
  index.add(pageOf(2, PAGE_SIZE).map(orderRecord))
  feed(index)
  await vi.waitFor(() => expect(asked()).toBe(2), GENEROUS)
  await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  expect(asked()).toBe(2)
})

test("takes in today's consignments", async () => {
  serve(1, [exampleConsignment({ tracking_code: 'COC00014123' })])
  const index = new RecordIndex()
  feed(index)
  await vi.waitFor(() => expect(index.byCode('coc00014123')?.kind).toBe('consignment'), GENEROUS)
})

test('ends with a page that fails', async () => {
  fakeServer.answer(() => ({ status: 500 }))
  const index = new RecordIndex()
  feed(index)
  // Continues with the next list, and requests no other page of this one.
  await vi.waitFor(() => expect(fakeServer.sent.length).toBeGreaterThan(1), GENEROUS)
  expect(asked()).toBe(1)
  expect(index.size).toBe(0)
})

test('stopped, it drops the answer that it waits for', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  fakeServer.answer(() => answered.then(() => ({ body: pageOf(1, 1) })))
  const index = new RecordIndex()
  feed(index)
  await vi.waitFor(() => expect(asked()).toBe(1), GENEROUS)
  stop()
  answer()
  await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  expect(index.size).toBe(0)
})
