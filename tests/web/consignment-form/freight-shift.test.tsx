import '../api/fake-server.ts'
import { act, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { Hotkeys } from '../../../src/web/hotkeys/hotkeys.tsx'
import { storeToken } from '../../../src/web/state/session.ts'
import { fakeServer, type SentRequest } from '../api/fake-server.ts'
import { PAID } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'
import { fillParcel, PRICES, press, showForm, targets, verifyBefore } from './form-on-screen.tsx'

const BOOKED = { success: true, message: null, data: { consignment_id: 'COC00014123' } }
const isBooking = ({ method, url }: SentRequest) => method === 'POST' && url.endsWith('/consignments')
const booked = () => fakeServer.sent.filter(isBooking)

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  verifyBefore('104823', 'Mere@Example.com')
  fakeServer.answer((request) => ({
    body: request.url.endsWith('/pricing') ? PRICES : isBooking(request) ? BOOKED : [],
  }))
})
afterEach(() => queryClient.clear())

async function priced(keys: ReactNode = null) {
  showForm(PAID, ['/'], keys)
  fillParcel()
  act(() => targets().consignmentForm?.getOptions())
  await screen.findAllByRole('radio')
}

describe('a digit with Shift', () => {
  test.each([
    ['with the key listener, once it turns out to be typed by hand', <Hotkeys key="keys" />, [false]],
    ['once however often it is pressed', null, [false, false, true]],
  ])('chooses and consigns, %s', async (_, keys, presses) => {
    await priced(keys)
    for (const repeat of presses) press('@', { code: 'Digit2', shiftKey: true, repeat })
    await waitFor(() => expect(booked()[0]?.body).toMatchObject({ quote_id: 'q2' }))
    await screen.findByText('Booked')
    expect(booked()).toHaveLength(1)
  })

  test('does nothing for a refusal', async () => {
    await priced()
    press('$', { code: 'Digit4', shiftKey: true })
    expect([screen.queryByRole('radio', { checked: true }), booked()]).toEqual([null, []])
  })
})
