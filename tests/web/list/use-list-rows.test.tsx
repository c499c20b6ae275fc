import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { followRouter } from '../../../src/web/routing/location.ts'
import { fakeServer } from '../api/fake-server.ts'
import { orderOf } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

setUpScreens()

describe('a search from the keyboard', () => {
  const ALL = ['107585', '104716', '101049'].map((code) => orderOf(code))
  const FOUND: Record<string, unknown[]> = { two: ALL.slice(1), one: ALL.slice(2), none: [] }

  /** A search that responds only when the test says so. */
  const LATE = 'one'

  let answerLate = () => {}

  beforeEach(() => {
    const late = new Promise<void>((resolve) => {
      answerLate = resolve
    })
    fakeServer.answer(async ({ url }) => {
      const query = new URL(url, 'http://any').searchParams.get('query')
      if (query === LATE) await late
      return { body: query === null ? ALL : FOUND[query] }
    })
  })

  const box = () => screen.getByRole('searchbox')
  const grid = () => screen.getByRole('grid', { name: 'Orders' })

  const activeRow = () =>
    document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')?.textContent

  async function openList() {
    const router = await openAt('/orders')
    await screen.findByRole('grid', { name: 'Orders' })
    act(() => grid().focus())
    fireEvent.keyDown(grid(), { key: 'End' })
    await waitFor(() => expect(activeRow()).toContain('101049'))
    return router
  }

  /** Presses Enter in the field, which submits the form in a browser. */
  const enter = () => act(async () => void fireEvent.submit(screen.getByRole('search')))

  async function search(text: string) {
    act(() => box().focus())
    fireEvent.change(box(), { target: { value: text } })
    await enter()
  }

  // KEY-8
  describe('Enter in the search of a list', () => {
    test('leaves the field at once, so that the next keys are no text of it', async () => {
      await openList()
      await search(LATE)
      expect(document.activeElement).toBe(grid())
      await act(async () => answerLate())
      await waitFor(() => expect(screen.getAllByRole('row').length).toBe(2))
    })

    test('focuses the first row found', async () => {
      await openList()
      await search('two')
      await waitFor(() => expect(document.activeElement).toBe(grid()))
      expect(activeRow()).toContain('104716')
    })

    // ORD-1
    test('stays in the search if nothing is found', async () => {
      const router = await openList()
      await search('none')
      await waitFor(() => expect(router.state.location.search).toContain('none'))
      await screen.findByText('No orders found')
      expect(document.activeElement).toBe(box())
    })

    test('does not move the focus of a user who has moved it', async () => {
      await openList()
      await search(LATE)
      const select = screen.getByRole('combobox', { name: 'Status' })
      act(() => select.focus())
      await act(async () => answerLate())
      await waitFor(() => expect(screen.getAllByRole('row').length).toBe(2))
      expect(document.activeElement).toBe(select)
    })

    test('pressed again opens the only row, and no row of the previous search', async () => {
      const router = await openList()
      await search(LATE)
      act(() => box().focus())
      await enter()
      expect(router.state.location.pathname).toBe('/orders')
      await act(async () => answerLate())
      await waitFor(() => expect(router.state.location.pathname).toBe('/orders/101049'))
    })

    test('pressed again opens none of several', async () => {
      const router = await openList()
      await search('two')
      await waitFor(() => expect(document.activeElement).toBe(grid()))
      act(() => box().focus())
      await enter()
      expect(document.activeElement).toBe(grid())
      expect(router.state.location.pathname).toBe('/orders')
    })
  })

  test('↓ in the search focuses the rows, at the last active one', async () => {
    await openList()
    act(() => box().focus())
    fireEvent.keyDown(box(), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(grid())
    expect(activeRow()).toContain('101049')
  })
})

describe('the way back', () => {
  const CODE = 'COC00014123'
  const ORDER = orderOf('107585', { status: 'Shipped', freight: { tracking_code: CODE } })

  beforeEach(() =>
    fakeServer.answer(({ url }) => {
      if (url.includes('/consignments/')) return { body: { tracking_code: CODE, order_code: ORDER.code } }
      return { body: url.includes('/orders/') ? ORDER : url.includes('/orders') ? [ORDER] : [] }
    }),
  )

  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  const shown = (name: RegExp) => screen.findByRole('heading', { level: 1, name })

  test.each(['u', 'Escape'])(
    '%s goes back from an order’s consignment to the order, then to its list',
    async (key) => {
      const router = await openAt('/orders?status=shipped')
      followRouter(router)
      const grid = await screen.findByRole('grid', { name: 'Orders' })
      act(() => grid.focus())
      press('Enter')
      await shown(/107585/)
      press('h')
      await shown(/COC00014123/)
      const back = await screen.findByRole('link', { name: 'Order #107585' })
      expect(back.getAttribute('aria-keyshortcuts')).toContain('U')
      expect(screen.getAllByRole('link', { name: 'Consignments' }).length).toBe(2)
      press(key)
      await shown(/107585/)
      expect(screen.queryByRole('link', { name: 'Order #107585' })).toBeNull()
      press(key)
      await waitFor(() => expect(router.state.location.search).toBe('?status=shipped'))
      expect(router.state.location.pathname).toBe('/orders')
    },
  )
})
