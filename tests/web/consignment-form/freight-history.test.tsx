import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { fakeServer } from '../api/fake-server.ts'
import { PAID } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'
import { fillParcel, PRICES, press, showForm, targets, type, verifyBefore } from './form-on-screen.tsx'

const BOOKED = { body: { success: true, message: null, data: { consignment_id: 'COC00014123' } } }

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  verifyBefore('104823', 'Mere@Example.com')
  fakeServer.answer(({ method, url }) => {
    if (url.endsWith('/consignments/pricing')) return { body: PRICES }
    return method === 'POST' ? BOOKED : { body: [] }
  })
})
afterEach(() => queryClient.clear())

const panel = () => screen.queryByRole('dialog', { name: 'Freight options' })
const pricings = () => fakeServer.sent.filter(({ url }) => url.endsWith('/consignments/pricing'))

async function priced() {
  const form = showForm(PAID)
  fillParcel()
  act(() => targets().consignmentForm?.getOptions())
  await screen.findAllByRole('radio')
  return form
}

describe('the browser’s history', () => {
  const HASH = '#freight-options'
  const hash = (router: Awaited<ReturnType<typeof priced>>['router']) => router.state.location.hash
  const closed = () => waitFor(() => expect(panel()).toBeNull())
  const shown = () => waitFor(() => expect(panel()).toBeTruthy())
  const ENTRIES = ['/consignments/1', '/', { pathname: '/', hash: HASH, state: { overForm: true } }]

  test('has an entry for the panel: Back closes it, Forward opens it again for the current form', async () => {
    const { router } = await priced()
    expect(hash(router)).toBe(HASH)
    await act(() => router.navigate(-1))
    await closed()
    expect([router.state.location.pathname, hash(router)]).toEqual(['/', ''])
    type('Weight (kg), parcel 1', '12')
    await act(() => router.navigate(1))
    await shown()
    await waitFor(() => expect(pricings()).toHaveLength(2))
    expect(pricings()[1]?.body).toMatchObject({ parcels: [{ weight: 12 }] })
  })

  test.each(['Escape', 'Escape Escape'])('removes that entry, and no other, by %s', async (keys) => {
    const { router } = await priced()
    for (const key of keys.split(' ')) press(key)
    await closed()
    expect([router.state.location.pathname, hash(router)]).toEqual(['/', ''])
  })

  test('opens the panel again after a reload, and Esc closes it', async () => {
    await (await priced()).unmount()
    const { router } = showForm(PAID, ENTRIES)
    await shown()
    await screen.findAllByRole('radio')
    press('Escape')
    await closed()
    expect([router.state.location.pathname, hash(router)]).toEqual(['/', ''])
  })

  test('opens no panel if there is nothing to price', async () => {
    const { router } = showForm(PAID, ['/consignments/1', `/${HASH}`])
    await waitFor(() => expect(hash(router)).toBe(''))
    expect([router.state.location.pathname, panel()]).toEqual(['/', null])
    expect(pricings()).toEqual([])
    fillParcel()
    expect(panel()).toBeNull()
  })

  test('returns from the booked label to the form', async () => {
    const { router } = await priced()
    press('1')
    fireEvent.click(screen.getByRole('button', { name: 'Consign' }))
    await screen.findByRole('heading', { name: 'Booked' })
    await act(() => router.navigate(-1))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect([hash(router), panel()]).toEqual(['', null])
  })
})
