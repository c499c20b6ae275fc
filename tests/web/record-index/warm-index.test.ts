import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DATA_BASE, PAGE_SIZE } from '../../../src/contract/call.ts'
import { type Consignment, listConsignments } from '../../../src/contract/consignments.ts'
import { listOrders } from '../../../src/contract/orders.ts'
import { listSupplierOrders } from '../../../src/contract/suppliers.ts'
import type { IndexedRecord } from '../../../src/domain/records/indexed-record.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { warmIndex } from '../../../src/web/record-index/fill-index.ts'
import { persistIndex } from '../../../src/web/record-index/persist-index.ts'
import { RecordIndex } from '../../../src/web/record-index/record-index.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { endSession, expireSession, storeToken } from '../../../src/web/state/session.ts'
import { exampleConsignment, exampleOrder } from '../../domain/example-records.ts'
import { GENEROUS } from '../../time-outs.ts'
import { fakeServer } from '../api/fake-server.ts'
import { MERE } from '../state/tokens.ts'

describe('warming the index', () => {
  const order = (number: number) => exampleOrder({ code: String(number) })
  const pageOf = (page: number, length: number) =>
    Array.from({ length }, (_, row) => order(page * PAGE_SIZE + row))

  /** Number of requests for the orders list. */
  const asked = () => askedOf(listOrders.path)
  const askedOf = (call: string) =>
    fakeServer.sent.filter(({ url }) => pathOf(url) === DATA_BASE + call).length
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
})

describe('storing the index', () => {
  function record(code: string): IndexedRecord {
    return { kind: 'order', code, name: '', contact: '', at: null, total: null, status: null }
  }

  /** Stores a token of this user. Its signature is not checked here. */
  function signInAs(email: string): void {
    storeToken(`x.${btoa(JSON.stringify({ given_name: 'Mere', email }))}.x`)
  }

  const stops: (() => void)[] = []
  function tab(): RecordIndex {
    const index = new RecordIndex()
    stops.push(persistIndex(index, () => () => {}))
    return index
  }
  afterEach(() => {
    removeConsole()
    endSession()
    vi.unstubAllGlobals()
  })

  test('tabs of one user share the records that they load', async () => {
    signInAs('mere@example.com')
    const [one, other] = [tab(), tab()]
    one.add([record('104823')])
    await vi.waitFor(() => expect(other.byCode('104823')?.code).toBe('104823'), GENEROUS)
  })

  test('what one forgets the others forget', async () => {
    signInAs('mere@example.com')
    const [one, other] = [tab(), tab()]
    one.add([record('104823'), record('104824')])
    await vi.waitFor(() => expect(other.size).toBe(2), GENEROUS)
    one.forget(record('104823'))
    await vi.waitFor(() => expect(other.byCode('104823')).toBeNull(), GENEROUS)
    expect(other.size).toBe(1)
  })

  test('the tab of another user receives nothing', async () => {
    signInAs('mere@example.com')
    const [one, witness] = [tab(), tab()]
    signInAs('tom@example.com')
    const other = tab()
    one.add([record('104823')])
    await vi.waitFor(() => expect(witness.size).toBe(1), GENEROUS)
    expect(other.size).toBe(0)
  })

  /** The console is removed when its session ends. */
  function removeConsole(): void {
    for (const stop of stops.splice(0)) stop()
  }

  // PAL-3
  test.each([
    ['that ends', () => undefined, 1],
    ['whose session expires', expireSession, 1],
    ['whose user signs out', endSession, 0],
    ['in which another user signs in', () => signInAs('tom@example.com'), 0],
  ])('a console %s forgets all records, and stores those that wait only for its user', (_, leave, writes) => {
    const storage = { open: vi.fn() }
    vi.stubGlobal('indexedDB', storage)
    signInAs('mere@example.com')
    const index = tab()
    index.add([record('104823')])
    leave()
    removeConsole()
    expect(index.size).toBe(0)
    expect(storage.open).toHaveBeenCalledTimes(writes)
  })

  test('is warmed after it is restored, until the console is removed', async () => {
    signInAs('mere@example.com')
    const stopped = vi.fn()
    const feed = vi.fn(() => stopped)
    stops.push(persistIndex(new RecordIndex(), feed))
    await vi.waitFor(() => expect(feed).toHaveBeenCalledOnce(), GENEROUS)
    expect(stopped).not.toHaveBeenCalled()
    removeConsole()
    expect(stopped).toHaveBeenCalled()
  })
})
