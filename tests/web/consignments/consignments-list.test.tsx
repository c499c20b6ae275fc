import { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatDay } from '../../../src/domain/calendar/nz-calendar.ts'
import {
  ConsignmentFilters,
  today,
  useToday,
} from '../../../src/web/screens/consignments/consignments-list.tsx'
import { installation } from '../../../src/web/state/installation.ts'
import { exampleConsignment } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import { asked, openAt, setUpScreens } from '../screens/on-screen.tsx'

describe('the filters', () => {
  const FILTER = { date: '2026-11-20', query: '', provider: '' }

  function setUp() {
    const onApply = vi.fn()
    render(<ConsignmentFilters filter={FILTER} onApply={onApply} form={createRef()} />)
    const date = screen.getByLabelText('Date')
    const submit = () => fireEvent.submit(screen.getByRole('search', { name: 'Search consignments' }))
    return { onApply, date, submit }
  }

  test('a typed day waits for Enter, because a partial one may be another day', () => {
    const { onApply, date, submit } = setUp()
    fireEvent.change(date, { target: { value: '2/11' } })
    fireEvent.change(date, { target: { value: '21/11/2026' } })
    expect(onApply).not.toHaveBeenCalled()
    submit()
    expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...FILTER, date: '2026-11-21' })
  })

  test('a picked day applies at once, together with the typed text', async () => {
    const { onApply } = setUp()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'pex' } })
    fireEvent.click(screen.getByRole('button', { name: 'Calendar' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Thursday 19 November 2026' }))
    expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...FILTER, query: 'pex', date: '2026-11-19' })
  })

  test('an unreadable day is not applied: the field keeps it and says so', () => {
    const { onApply, date, submit } = setUp()
    fireEvent.change(date, { target: { value: '32/11' } })
    expect(date.getAttribute('aria-invalid')).toBeNull()
    submit()
    expect(onApply).not.toHaveBeenCalled()
    expect([date.getAttribute('aria-invalid'), Reflect.get(date, 'value')]).toEqual(['true', '32/11'])
    expect(screen.getByRole('alert').textContent).toBe('Enter a date such as 22/11/2026.')
    fireEvent.change(date, { target: { value: '21/11/26' } })
    submit()
    expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...FILTER, date: '2026-11-21' })
  })

  // CON-1
  test('without a day it is today', () => {
    const { onApply, date, submit } = setUp()
    fireEvent.change(date, { target: { value: '' } })
    submit()
    expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...FILTER, date: today() })
    // The address, and with it the filter, does not change if it was today's list already.
    expect(Reflect.get(date, 'value')).toBe(formatDay(today()))
  })

  // CON-1
  test('has a search, a day, the bookable couriers and a Filter button', () => {
    const { onApply, date } = setUp()
    expect(screen.getByRole('searchbox').getAttribute('placeholder')).toBe('Search consignments')
    expect(Reflect.get(date, 'value')).toBe('20/11/2026')
    const couriers = within(screen.getByRole('combobox', { name: 'Courier' })).getAllByRole('option')
    expect(couriers.map((courier) => courier.textContent)).toEqual([
      'All',
      'Aramex',
      'Castle Parcels',
      'NZ Couriers',
      'NZ Post',
      'Post Haste',
      'Titus',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
    expect(onApply).toHaveBeenCalledExactlyOnceWith(FILTER)
  })

  test('a courier applies at once', () => {
    const { onApply } = setUp()
    fireEvent.change(screen.getByRole('combobox', { name: 'Courier' }), { target: { value: 'posthaste' } })
    expect(onApply).toHaveBeenCalledExactlyOnceWith({ ...FILTER, provider: 'posthaste' })
  })
})

// CON-2
describe('a day without consignments', () => {
  setUpScreens()

  test('is named', async () => {
    fakeServer.answer(() => ({ body: [] }))
    await openAt('/consignments?date=2020-01-01')
    expect(await screen.findByText('No consignments found on 01/01/2020')).toBeTruthy()
    expect(screen.getByText('0 results')).toBeTruthy()
  })
})

// CON-14
describe('the weight and the service', () => {
  const { capabilities } = installation

  setUpScreens()

  beforeEach(() => {
    installation.capabilities = new Set(['consignment-filters'])
    fakeServer.answer(() => ({ body: [exampleConsignment()] }))
  })
  afterEach(() => {
    installation.capabilities = capabilities
  })

  test('are sent, and a button removes each', async () => {
    const router = await openAt('/consignments?date=2026-11-20&weight=over-20&service=overnight')
    expect(await screen.findByRole('button', { name: 'Remove the filter: service overnight' })).toBeTruthy()
    expect(asked('/api/v1/consignments?').at(-1)).toMatch(/weight=over-20&service=overnight/)
    fireEvent.click(screen.getByRole('button', { name: 'Remove the filter: over 20 kg' }))
    await waitFor(() => expect(router.state.location.search).toBe('?date=2026-11-20&service=overnight'))
    await waitFor(() => expect(asked('/api/v1/consignments?').at(-1)).not.toContain('weight'))
  })
})

describe('at midnight', () => {
  /** Midnight in Auckland. */
  const MIDNIGHT = Date.UTC(2026, 10, 20, 11)

  const MINUTE = 60_000

  setUpScreens()

  beforeEach(() => {
    vi.useFakeTimers({ now: MIDNIGHT - MINUTE, toFake: ['Date'] })
    fakeServer.answer(() => ({ body: [exampleConsignment()] }))
  })

  afterEach(() => void vi.useRealTimers())
  const calls = (day: string) => asked(`/api/v1/consignments?date=${day}`).length
  const day = () => screen.getByLabelText('Date')

  /** Opens the list a minute before midnight and moves past midnight. */
  async function overMidnight() {
    const router = await openAt('/consignments')
    await waitFor(() => expect(calls('2026-11-20')).toBe(1))
    expect(day()).toHaveProperty('value', '20/11/2026')
    vi.setSystemTime(MIDNIGHT)
    return router
  }

  function filterBy(date: string): void {
    fireEvent.change(day(), { target: { value: date } })
    fireEvent.submit(screen.getByRole('search', { name: 'Search consignments' }))
  }

  test('after midnight its address shows the new day', async () => {
    const router = await overMidnight()
    await act(() => router.navigate('/consignments'))
    await waitFor(() => expect(calls('2026-11-21')).toBe(1))
    await waitFor(() => expect(day()).toHaveProperty('value', '21/11/2026'))
  })

  test('choosing the new day shows it, although the screen still has the old one', async () => {
    await overMidnight()
    filterBy('21/11/2026')
    await waitFor(() => expect(calls('2026-11-21')).toBe(1))
    expect(day()).toHaveProperty('value', '21/11/2026')
  })

  test('choosing the old day keeps it', async () => {
    const router = await overMidnight()
    filterBy('20/11/2026')
    await waitFor(() => expect(router.state.location.search).toBe('?date=2026-11-20'))
    await waitFor(() => expect(day()).toHaveProperty('value', '20/11/2026'))
  })

  test('an open screen notices midnight', () => {
    vi.useFakeTimers({ now: MIDNIGHT - MINUTE })
    const { result } = renderHook(useToday)
    expect(result.current).toBe('2026-11-20')
    act(() => void vi.advanceTimersByTime(2 * MINUTE))
    expect(result.current).toBe('2026-11-21')
  })
})
