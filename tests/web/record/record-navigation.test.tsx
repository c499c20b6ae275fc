import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { PAGE_SIZE } from '../../../src/contract/call.ts'
import type { Order } from '../../../src/contract/orders.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { recordAfter, recordBefore } from '../../../src/web/record/use-record-navigation.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { keepAddress } from '../../../src/web/routing/came-from.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { recallPosition } from '../../../src/web/table/list-memory.ts'
import { fakeServer } from '../api/fake-server.ts'
import { orderOf } from '../orders/order-of.ts'
import { asked, openAt, setUpScreens } from '../screens/on-screen.tsx'

describe('from order to order', () => {
  const [NEWEST, MIDDLE, OLDEST] = ['107585', '104716', '101049'].map((code) => orderOf(code))

  /** The customer's newest order is also in the list of all orders. */
  const OTHERS = ['107586', '107585', '107584'].map((code) => orderOf(code))

  const OWN = [NEWEST, MIDDLE, OLDEST]
  const CUSTOMER = { code: 'C/1 2', name: 'Tāmaki Plumbing & Gas' }
  const TAB = '/customers/C%2F1%202?tab=orders'

  type Answers = ReturnType<typeof fakeServer.handler>

  interface Lists {
    own?: Answers
    others?: Answers
  }

  function answerWith({ own = { body: OWN }, others = { body: OTHERS } }: Lists = {}): void {
    fakeServer.answer(({ url }) => {
      const code = /\/orders\/(\d+)$/.exec(url)?.[1]
      if (code) return { body: [...OWN, ...OTHERS].find((order) => order?.code === code) }
      if (url.includes('/api/v1/customers/')) return { body: CUSTOMER }
      return url.includes('customer=') ? own : others
    })
  }

  setUpScreens()

  beforeEach(() => answerWith())
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

  const orderShown = (order: Order | undefined) =>
    screen.findByRole('heading', { level: 1, name: new RegExp(order?.code ?? 'none') })

  const position = (text: string) => screen.findByText(text)
  const said = () => store.get(toastsAtom).map(({ text }) => text)

  describe('an order opened from the orders of a customer', () => {
    async function openedFromTab() {
      const router = await openAt(TAB)
      const grid = await screen.findByRole('grid', { name: 'Orders' })
      act(() => grid.focus())
      press('Home')
      press('Enter')
      await orderShown(NEWEST)
      return router
    }

    test('has adjacent orders of that customer only', async () => {
      const router = await openedFromTab()
      await position('1 of 3')
      press('j')
      await orderShown(MIDDLE)
      await position('2 of 3')
      press('j')
      await orderShown(OLDEST)
      press('j')
      await waitFor(() => expect(said()).toContain('This is the last one in the list'))
      expect(router.state.location.pathname).toBe('/orders/101049')
      expect(asked('/api/v1/orders?daterange')).toEqual([])
    })

    test('dims keys without a target', async () => {
      await openedFromTab()
      await position('1 of 3')
      const isDim = (key: string) => {
        const caps = screen.getByText(/^\d of 3$/).parentElement?.querySelectorAll('[data-keys]') ?? []
        return [...caps].find(({ textContent }) => textContent === key)?.classList.contains('opacity-40')
      }
      expect([isDim('k'), isDim('j')]).toEqual([true, false])
      press('j')
      await position('2 of 3')
      expect([isDim('k'), isDim('j')]).toEqual([false, false])
    })

    test('names that list in its back link, and goes back to the row of the last order', async () => {
      const router = await openedFromTab()
      const back = screen.getByRole('link', { name: 'Customer #C/1 2' })
      expect(back.getAttribute('href')).toBe(TAB)
      press('j')
      await orderShown(MIDDLE)
      press('u')
      await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(TAB))
      expect(recallPosition(TAB).id).toBe(MIDDLE?.code)
    })
  })

  test('an order that is not on the customer’s list shown last leads back to all orders', async () => {
    keepAddress('orders', TAB)
    await openAt('/orders/107584')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Customer #C/1 2' })).toBeNull())
    const links = screen.getAllByRole('link', { name: 'Orders' }).map((link) => link.getAttribute('href'))
    expect(links).toContain('/orders')
    press('u')
    expect(await screen.findByRole('grid', { name: 'Orders' })).toBeTruthy()
  })

  test('an order opened from the orders list has that list’s adjacent orders and back target', async () => {
    keepAddress('orders', '/orders?status=paid')
    const router = await openAt('/orders/107585')
    await position('2 of 3')
    press('j')
    await waitFor(() => expect(router.state.location.pathname).toBe('/orders/107584'))
    press('u')
    await waitFor(() => expect(router.state.location.search).toBe('?status=paid'))
  })

  describe.each([
    ['a customer’s orders', TAB, 'own'],
    ['the orders list', '/orders?status=paid', 'others'],
  ] as const)('after a reload, while %s is on its way', (_, address, name) => {
    test('j says that the list is loading, and later opens the next order', async () => {
      let answer = () => {}
      const held = new Promise<{ body: unknown }>((resolve) => {
        answer = () => resolve({ body: [NEWEST, MIDDLE] })
      })
      answerWith({ [name]: held })
      keepAddress('orders', address)
      const router = await openAt('/orders/107585')
      await orderShown(NEWEST)
      press('j')
      await waitFor(() => expect(said()).toEqual(['More of the list is still loading']))
      answer()
      await position('1 of 2')
      press('j')
      await waitFor(() => expect(router.state.location.pathname).toBe('/orders/104716'))
    })

    test('j says that the page could not be loaded', async () => {
      answerWith({ [name]: { status: 404, body: {} } })
      keepAddress('orders', address)
      await openAt('/orders/107585')
      await orderShown(NEWEST)
      await waitFor(() => expect(store.get(targetsAtom).record).toMatchObject({ adjacentPage: 'failed' }))
      press('j')
      await waitFor(() => expect(said()).toEqual(['More of the list could not be loaded']))
    })
  })

  test('after the last order of a full page, j says that the next page is loading, then that it could not be loaded', async () => {
    const orders = Array.from({ length: PAGE_SIZE }, (_, index) => orderOf(String(200_000 + index)))
    const last = orders.at(-1)
    let fail = () => {}
    const held = new Promise<{ status: number }>((resolve) => {
      fail = () => resolve({ status: 404 })
    })
    fakeServer.answer(({ url }) => {
      if (url.endsWith(`/orders/${last?.code}`)) return { body: last }
      return url.includes('page=2') ? held : { body: orders }
    })
    keepAddress('orders', '/orders?status=paid')
    const router = await openAt(`/orders/${last?.code}`)
    await position('200 of 200 on page 1')
    press('j')
    await waitFor(() => expect(said()).toEqual(['More of the list is still loading']))
    fail()
    await waitFor(() => expect(store.get(targetsAtom).record).toMatchObject({ adjacentPage: 'failed' }))
    press('j')
    await waitFor(() => expect(said()).toContain('More of the list could not be loaded'))
    expect(router.state.location.pathname).toBe(`/orders/${last?.code}`)
  })
})

describe('adjacent records', () => {
  const letters = (text: string) => [...text]

  const AFTER: [string, string, string | null, string][] = [
    ['abc', 'abcdef', 'd', 'the first of the next page'],
    ['abc', 'xyzabcdef', 'd', 'new ones at the top push the last ones over the border'],
    ['abc', 'abdef', 'd', 'the last one left the list, and one moved up'],
    ['abc', 'def', 'd', 'all left the list'],
    ['abc', 'abc', null, 'there is nothing more'],
    ['abc', 'xcad', 'd', 'never one that was seen already'],
  ]

  describe('across the border of a page', () => {
    test.each(AFTER)('after %s in %s comes %s: %s', (codes, fresh, wanted) => {
      expect(recordAfter(letters(codes), letters(fresh))).toBe(wanted)
    })

    test.each([
      ['def', 'abcdef', 'c'],
      ['def', 'abcef', 'c'],
      ['def', 'def', null],
    ])('before %s in %s comes %s', (codes, fresh, wanted) => {
      expect(recordBefore(letters(codes), letters(fresh))).toBe(wanted)
    })
  })
})

describe('the record of an address', () => {
  setUpScreens()

  const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

  describe('a right answer that does not repeat the code of the address is shown under its own code', () => {
    test.each([
      ['/orders/771', 'Order #SO-771', { code: 'SO-771' }],
      ['/consignments/77', 'Consignment #COC1', { tracking_code: 'COC1', order_code: '104823' }],
      ['/customers/77', 'Customer #C-9', { code: 'C-9', name: 'Māia Ngata' }],
      ['/products/tap-3-brass', 'TAP-3', { id: 3, code: 'TAP-3', name: 'Tap' }],
      ['/suppliers/orders/31', 'PO # 4161', { id: 33, po_number: '4161' }],
    ])('%s', async (address, title, body) => {
      fakeServer.answer(({ url }) => ({ body: url === `/api/v1${address}` ? body : [] }))
      await openAt(address)
      expect(await heading(title)).toBeTruthy()
      expect(screen.queryByRole('alert')).toBeNull()
    })
  })

  test('a customer listed by id opens, with the orders of the code in its answer', async () => {
    recordIndex.clear()
    fakeServer.answer(({ url }) => {
      if (url === '/api/v1/customers/77') return { body: { code: 'C-9', name: 'Māia Ngata' } }
      return { body: url === '/api/v1/customers' ? [{ id: 77, name: 'Māia Ngata' }] : [] }
    })
    const router = await openAt('/customers')
    await screen.findByRole('grid')
    await act(() => router.navigate('/customers/77?tab=orders'))
    await heading('Customer #C-9')
    await waitFor(() => expect(asked('/api/v1/orders?')).toContain('/api/v1/orders?customer=C-9'))
    expect(router.state.location.pathname).toBe('/customers/77')
    // The list and the answer are one record of the index, which leads to the address that answered.
    const records = recordIndex.search('ngata').map(({ record }) => record)
    expect(records).toMatchObject([{ kind: 'customer', code: '77' }])
  })

  test.each([
    ['/orders/1', '/orders/2', { code: 'ONE' }, { code: 'TWO' }],
    ['/customers/1', '/customers/2', { code: 'ONE' }, { code: 'TWO' }],
    ['/products/1', '/products/2', { id: 1, code: 'ONE' }, { id: 2, code: 'TWO' }],
    ['/consignments/1', '/consignments/2', { tracking_code: 'ONE' }, { tracking_code: 'TWO' }],
    ['/suppliers/orders/1', '/suppliers/orders/2', { id: 1, po_number: 'ONE' }, { id: 2, po_number: 'TWO' }],
  ])('an answer to the request for %s is never shown at %s', async (first, second, one, two) => {
    let release = () => {}
    const late = new Promise<void>((resolve) => {
      release = resolve
    })
    fakeServer.answer(async ({ url }) => {
      if (url === `/api/v1${first}`) await late
      return { body: url === `/api/v1${first}` ? one : url === `/api/v1${second}` ? two : [] }
    })
    const router = await openAt(first)
    await waitFor(() => expect(asked(`/api/v1${first}`)).toHaveLength(1))
    await act(() => router.navigate(second))
    await screen.findByRole('heading', { level: 1, name: /TWO/ })
    await act(async () => release())
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('TWO')
    expect(screen.getByRole('main').textContent).not.toContain('ONE')
  })
})
