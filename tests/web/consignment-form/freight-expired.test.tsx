import '../api/fake-server.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { fakeServer, type SentRequest } from '../api/fake-server.ts'
import { PAID } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'
import { fillParcel, PRICES, press, showForm, targets, verifyBefore } from './form-on-screen.tsx'

const isPricing = ({ url }: SentRequest) => url.endsWith('/consignments/pricing')
const isBooking = ({ method, url }: SentRequest) => method === 'POST' && url.endsWith('/consignments')
const sent = (which: (request: SentRequest) => boolean) => fakeServer.sent.filter(which)
const radios = () => screen.queryAllByRole('radio')
const consign = () => screen.getByRole('button', { name: 'Consign' })

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  verifyBefore('104823', 'Mere@Example.com')
  fakeServer.answer((request) => {
    if (isPricing(request)) return { body: PRICES }
    return isBooking(request)
      ? { body: { success: true, message: null, data: { consignment_id: 'COC00014123' } } }
      : { body: [] }
  })
})
afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
})

/** The priced panel, 30 minutes later. */
async function expired() {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  showForm(PAID)
  fillParcel()
  act(() => targets().consignmentForm?.getOptions())
  await screen.findAllByRole('radio')
  press('2', { code: 'Digit2' })
  expect(consign().getAttribute('aria-disabled')).toBeNull()
  act(() => void vi.advanceTimersByTime(30 * 60_000))
}

test('expired prices are marked, and Enter gets new ones and books nothing', async () => {
  await expired()
  expect(screen.getByText('These prices have expired.')).toBeTruthy()
  expect(screen.getAllByText('Expired')).toHaveLength(radios().length)
  expect(screen.getByRole('button', { name: 'Get new prices' })).toBeTruthy()
  act(() => targets().freight?.consign())
  await waitFor(() => expect(sent(isPricing)).toHaveLength(2))
  await waitFor(() => expect(screen.queryByText('Expired')).toBeNull())
  expect(consign().getAttribute('aria-disabled')).toBe('true')
  expect(sent(isBooking)).toEqual([])
  press('2', { code: 'Digit2' })
  act(() => targets().freight?.consign())
  await waitFor(() => expect(sent(isBooking)).toHaveLength(1))
})

test('expired prices are not booked by Shift and a digit either', async () => {
  await expired()
  press('@', { code: 'Digit2', shiftKey: true })
  await waitFor(() => expect(sent(isPricing)).toHaveLength(2))
  expect(sent(isBooking)).toEqual([])
})
