import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useToday } from '../../../src/web/screens/consignments/consignments-list.tsx'
import { exampleConsignment } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import { asked, openAt, setUpScreens } from '../screens/on-screen.tsx'

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
