import './fake-server.ts'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_ORDER_FILTER } from '../../../src/domain/lists/order-filter.ts'
import { nextToShip } from '../../../src/web/api/freight.ts'
import { currentOrder, newestOrder, orderQueries } from '../../../src/web/api/orders.ts'
import { listedByCode } from '../../../src/web/api/orders-by-code.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { MERE } from '../state/tokens.ts'
import { connectionLost, fakeServer } from './fake-server.ts'

describe('orders by their codes', () => {
  const { capabilities } = installation
  const { signal } = new AbortController()
  const codesOf = async (codes: readonly string[]) =>
    (await listedByCode(codes, signal)).rows.map(({ code }) => code)
  const asked = () => fakeServer.sent.map(({ url }) => url.replace('/api/v1', ''))

  beforeEach(() => storeToken(MERE))
  afterEach(() => {
    installation.capabilities = capabilities
  })

  describe('with the capability', () => {
    beforeEach(() => {
      installation.capabilities = new Set(['orders-by-code'])
    })

    test('one call brings the orders, which are put in the order of the codes', async () => {
      fakeServer.answer(() => ({ body: ['108846', 'W104150', '108856'].map((code) => ({ code })) }))
      expect(await codesOf(['108856', 'nowhere', 'w104150', '108846'])).toEqual([
        '108856',
        'W104150',
        '108846',
      ])
      expect(asked()).toEqual(['/orders?codes=108856%2Cnowhere%2Cw104150%2C108846'])
    })
  })

  describe('with a back end of the core calls only', () => {
    beforeEach(() => {
      installation.capabilities = new Set()
    })

    /** A server that has the orders of even numbers, and answers in turns: the later request first. */
    function serve() {
      let under = 0
      let most = 0
      fakeServer.answer(async ({ url }) => {
        under += 1
        most = Math.max(most, under)
        await Promise.resolve()
        under -= 1
        const code = url.split('/').at(-1) ?? ''
        return Number(code) % 2 === 0 ? { body: { code } } : { status: 404 }
      })
      return () => most
    }

    test('each order is requested, four at a time, and unknown ones are left out', async () => {
      const most = serve()
      const codes = Array.from({ length: 40 }, (_, index) => String(1040 - index))
      expect(await codesOf(codes)).toEqual(codes.filter((code) => Number(code) % 2 === 0))
      expect(asked()).toEqual(codes.map((code) => `/orders/${code}`))
      expect(most()).toBe(4)
    })

    test('a failure ends it: no further order is requested', async () => {
      fakeServer.answer(() => ({ status: 500 }))
      await expect(codesOf(Array.from({ length: 40 }, (_, index) => String(index)))).rejects.toThrow()
      expect(asked()).toHaveLength(4)
    })

    test('an order that cannot be read is counted', async () => {
      fakeServer.answer(({ url }) => ({ body: url.endsWith('2') ? { code: null } : { code: '1' } }))
      expect(await listedByCode(['1', '2'], signal)).toMatchObject({ rows: [{ code: '1' }], unreadable: 1 })
    })

    test('an order belongs to the code it was requested with, whatever code it has', async () => {
      fakeServer.answer(({ url }) => (url.endsWith('/771') ? { body: { code: 'SO-771' } } : { status: 404 }))
      expect(await listedByCode(['771', '772'], signal)).toMatchObject({
        rows: [{ code: 'SO-771' }],
        unknown: ['772'],
      })
    })
  })

  test.each([
    [['2', '1'], ['2', '1'], []],
    [['2', '2', '3'], ['2'], ['3']],
    [['ABC', 'abc'], ['ABC', 'abc'], []],
    [['w1'], ['W1'], []],
    [[], [], []],
  ])('the codes %j find the orders %j; %j are unknown', async (codes, found, unknown) => {
    installation.capabilities = new Set(['orders-by-code'])
    fakeServer.answer(() => ({ body: ['1', '2', 'ABC', 'abc', 'W1'].map((code) => ({ code })) }))
    const listed = await listedByCode(codes, signal)
    expect([listed.rows.map(({ code }) => code), listed.unknown]).toEqual([found, unknown])
  })
})

describe('a listed order', () => {
  // LIST-8
  test('an order that a list has is never loading, and is requested anew', async () => {
    storeToken(MERE)
    const order = exampleOrder({ code: '104823' })
    fakeServer.answer(() => ({ body: { ...order, status: 'Shipped' } }))
    queryClient.setQueryData(orderQueries.list(DEFAULT_ORDER_FILTER).queryKey, {
      rows: [order],
      unreadable: 0,
    })
    const observer = new QueryObserver(queryClient, orderQueries.detail('104823'))
    const shown: unknown[] = [observer.getCurrentResult().data?.status]
    const stop = observer.subscribe(({ data }) => shown.push(data?.status))
    await expect.poll(() => shown.at(-1)).toBe('Shipped')
    stop()
    expect(shown).not.toContain(undefined)
    expect(fakeServer.sent).toHaveLength(1)
  })
})

test('an order that several lists have is first shown as the newest of them has it', () => {
  queryClient.clear()
  const lists = [
    { page: 1, status: 'Ordered', updatedAt: 1_000 },
    { page: 2, status: 'Paid', updatedAt: 3_000 },
    { page: 3, status: 'Packed', updatedAt: 2_000 },
  ]
  for (const { page, status, updatedAt } of lists) {
    const rows = [exampleOrder({ code: '104823', status })]
    const { queryKey } = orderQueries.list({ ...DEFAULT_ORDER_FILTER, page })
    queryClient.setQueryData(queryKey, { rows, unreadable: 0 }, { updatedAt })
  }
  const { data } = new QueryObserver(queryClient, orderQueries.detail('104823')).getCurrentResult()
  expect(data?.status).toBe('Paid')
})

describe('the order as the server has it now', () => {
  const known = exampleOrder({ code: '104823', status: 'Ordered' })
  const { queryKey } = orderQueries.detail('104823')
  beforeEach(() => {
    storeToken(MERE)
    queryClient.clear()
  })

  test.each([
    ['after a lost answer', currentOrder],
    ['at the ship station', newestOrder],
  ])('is not the one from before if a screen that requested it too is left %s', async (_, ask) => {
    queryClient.setQueryData(queryKey, known, { updatedAt: 0 })
    fakeServer.answer(() => ({ body: { ...known, status: 'Paid' } }))
    const leave = new QueryObserver(queryClient, orderQueries.detail('104823')).subscribe(() => undefined)
    const newest = ask('104823')
    leave()
    expect((await newest)?.status).toBe('Paid')
    expect(queryClient.getQueryData(queryKey)?.status).toBe('Paid')
  })

  test('is unknown if the server does not answer', async () => {
    queryClient.setQueryData(queryKey, known)
    fakeServer.answer(connectionLost)
    expect(await currentOrder('104823')).toBeNull()
    expect(fakeServer.sent).toHaveLength(1)
  })
})

describe('the next order to ship', () => {
  let inList: { code: string | null; followed: boolean }
  beforeEach(() => {
    storeToken(MERE)
    inList = { code: '104900', followed: true }
    fakeServer.answer(({ url }) => ({
      body: url.includes('from=list') ? inList : { code: '104700', followed: false },
    }))
  })

  const asked = () =>
    fakeServer.sent.map(({ url }) => Object.fromEntries(new URL(url, location.origin).searchParams))

  test.each<[string, string, Record<string, string>]>([
    ['the default list', '/orders', { daterange: '30days' }],
    [
      'a page of a filtered list',
      '/orders?page=3&query=wanaka&branch=christchurch&daterange=all&status=ready',
      { query: 'wanaka', branch: 'christchurch', status: 'ready' },
    ],
    ['codes', '/orders?codes=104900%2C104823', { codes: '104900,104823' }],
    ['the orders of a customer', '/customers/A%2F1?tab=orders&page=2', { customer: 'A/1' }],
  ])('the next order follows %s', async (_, address, list) => {
    expect(await nextToShip('104823', address)).toEqual({ code: '104900', outside: null })
    expect(asked()).toEqual([{ after: '104823', from: 'list', ...list }])
  })

  test('if the list has no other, the oldest order outside of it is named', async () => {
    inList = { code: null, followed: true }
    expect(await nextToShip('104823', '/orders')).toEqual({ code: null, outside: '104700' })
    expect(asked().at(-1)).toEqual({ after: '104823' })
  })

  test('if the order is not in the list, the answer is the oldest one', async () => {
    inList = { code: '104700', followed: false }
    expect(await nextToShip('104823', '/orders')).toEqual({ code: '104700', outside: null })
  })

  test('without a list, the oldest order is requested', async () => {
    expect(await nextToShip('104823', null)).toEqual({ code: '104700', outside: null })
    expect(asked()).toEqual([{ after: '104823' }])
  })
})
