import { createColumnHelper } from '@tanstack/react-table'
import { render, renderHook, screen } from '@testing-library/react'
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
import { paths } from '../../../src/web/routing/paths.ts'
import { CONSIGNMENT_FILTER } from '../../../src/web/screens/consignments/consignments-list.tsx'
import { ORDER_FILTER } from '../../../src/web/screens/orders/orders-list.tsx'
import type { Features } from '../../../src/web/table/column-layout.ts'
import { CASES, TODAY } from '../../commands/interpreter.cases.ts'

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
