import { createColumnHelper } from '@tanstack/react-table'
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { interpret } from '../../../commands/interpreter/interpret.ts'
import { CAPABILITIES } from '../../../src/contract/capabilities.ts'
import { aucklandDayStart } from '../../../src/domain/calendar/nz-calendar.ts'
import { CallError } from '../../../src/web/api/client.ts'
import { ListBody } from '../../../src/web/list/define-list.tsx'
import { searchFilter, textFilter } from '../../../src/web/list/list-filter.ts'
import { useListRows, useShownList } from '../../../src/web/list/use-list-rows.ts'
import { followRouter } from '../../../src/web/routing/location.ts'
import { paths } from '../../../src/web/routing/paths.ts'
import { CONSIGNMENT_FILTER } from '../../../src/web/screens/consignments/consignments-list.tsx'
import { ORDER_FILTER } from '../../../src/web/screens/orders/orders-list.tsx'
import type { Features } from '../../../src/web/table/column-layout.ts'
import { CASES, TODAY } from '../../commands/interpreter.cases.ts'
import { fakeServer } from '../api/fake-server.ts'
import { orderOf } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

describe('the states of a list', () => {
  interface Note {
    id: string
  }

  const helper = createColumnHelper<Features, Note>()
  const columns = [helper.accessor('id', { header: 'Note ID' })]
  const noteId = ({ id }: Note) => id
  const ENDS = 'Lists end at page 500. Narrow the search or the filters to see more.'

  interface ListProps {
    page?: number
    count?: number
    error?: Error
  }

  function List({ page = 1, count = 0, error }: ListProps) {
    const rows = Array.from({ length: count }, (_, index) => ({ id: String(index) }))
    const [answer] = useState(() => ({
      data: error ? undefined : { rows, unreadable: 0 },
      error: error ?? null,
      refetch: () => undefined,
    }))
    const list = useListRows({ noun: 'notes', address: '/notes', answer, rowId: noteId })
    return (
      <ListBody
        label="Notes"
        list={list}
        columns={columns}
        rowId={noteId}
        phoneRow={noteId}
        failure="Failed to load notes"
        empty={null}
        paging={{ page, pages: page, pathOf: (to) => `/notes?page=${to}` }}
      />
    )
  }

  const show = (props: ListProps) => render(<List {...props} />, { wrapper: MemoryRouter })

  test.each([
    [500, 200, true],
    [500, 199, false],
    [499, 200, false],
  ])('page %i with %i rows says that lists end here: %s', (page, count, isSaid) => {
    show({ page, count })
    expect(screen.queryByText(ENDS) !== null).toBe(isSaid)
  })

  test.each([429, 503])('a list that is refused with %i shows the reason of the server', (status) => {
    show({ error: new CallError(status, "The server's disk is full.") })
    expect(screen.getByText('Failed to load notes')).toBeTruthy()
    expect(screen.getByText("The server's disk is full.")).toBeTruthy()
  })

  test('a list with an internal error shows no reason', () => {
    show({ error: new CallError(500, 'The server could not do this.') })
    expect(screen.getByRole('alert').textContent).toContain('Failed to load notes')
    expect(screen.queryByText('The server could not do this.')).toBeNull()
  })
})

describe('the filters of lists', () => {
  beforeEach(() => void vi.useFakeTimers({ now: aucklandDayStart(TODAY), toFake: ['Date'] }))

  afterEach(() => void vi.useRealTimers())

  /** The filters as the screens of the lists read them from an address. */
  const READERS = {
    order: ORDER_FILTER,
    consignment: CONSIGNMENT_FILTER,
    customer: textFilter((search) => paths.list('customer', search)),
    product: textFilter((search) => paths.list('product', search)),
    email: textFilter(paths.emails),
    supplier: searchFilter((query) => paths.list('supplier', { query })),
    'supplier-order': searchFilter((query) => paths.list('supplier-order', { query })),
  }

  const context = {
    today: TODAY,
    kindsOf: () => [],
    customShortcuts: {},
    capabilities: new Set(CAPABILITIES),
  }

  const lists = Object.values(CASES)
    .flat()
    .flatMap(([input]) => interpret(input, context).filter((reading) => reading.kind === 'list'))

  test('a list screen reads exactly the filter of a reading from its address', () => {
    expect(lists.length).toBeGreaterThan(80)
    for (const { list, filter, address } of lists) {
      expect(READERS[list].read(new URL(address, 'https://console.example'))).toEqual(filter)
    }
  })
})

describe('the rows on screen', () => {
  interface Props {
    address: string
    answer: string[] | undefined
  }

  function setUp(initialProps: Props) {
    return renderHook(({ address, answer }: Props) => useShownList(address, answer), { initialProps })
  }

  test('shows nothing before the first response, and a cached response at once', () => {
    expect(setUp({ address: '/a', answer: undefined }).result.current).toBeNull()
    expect(setUp({ address: '/a', answer: ['1'] }).result.current).toEqual({ address: '/a', answer: ['1'] })
  })

  test('keeps the rows of the old address, under that address, until those of the new one are loaded', () => {
    const { result, rerender } = setUp({ address: '/a', answer: ['1'] })
    rerender({ address: '/b', answer: undefined })
    expect(result.current).toEqual({ address: '/a', answer: ['1'] })
    rerender({ address: '/b', answer: ['2'] })
    expect(result.current).toEqual({ address: '/b', answer: ['2'] })
  })

  test('takes newer rows of the same address', () => {
    const { result, rerender } = setUp({ address: '/a', answer: ['1'] })
    rerender({ address: '/a', answer: ['1', '2'] })
    expect(result.current?.answer).toEqual(['1', '2'])
  })
})

describe('on a screen', () => {
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
})
