import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { closePalette } from '../../../src/web/palette/palette-store.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { fakeServer } from '../api/fake-server.ts'
import { scan } from '../hotkeys/scan-on-screen.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { orderOf } from './order-of.ts'

const PICKUP = orderOf('104823', { freight: { is_pickup: true } })
const OTHER = orderOf('104899')
const ORDERS = [PICKUP, OTHER]

setUpScreens()
beforeEach(() => {
  recordIndex.clear()
  fakeServer.answer(({ url }) => {
    const order = ORDERS.find(({ code }) => url.endsWith(`/orders/${code}`))
    return order ? { body: order } : { status: 404, body: { success: false } }
  })
})
afterEach(() => act(closePalette))

const question = () => screen.queryByRole('dialog', { name: 'Click & collect order' })
const openTab = () => screen.queryByRole('tab', { selected: true })?.textContent

async function askedFirst() {
  const router = await openAt('/orders/104823?tab=freight')
  await waitFor(() => expect(question()?.contains(document.activeElement)).toBe(true))
  return router
}

test('a scan of an unknown code cancels the question of the Freight tab', async () => {
  await askedFirst()
  act(() => scan('999992', 'Enter'))
  expect(await screen.findByRole('combobox')).toHaveProperty('value', '999992')
  expect(question()).toBeNull()
  await waitFor(() => expect(openTab()).toContain('Details'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox')))
})

test('Back closes it and leads to the list', async () => {
  const router = await openAt('/orders')
  await act(() => router.navigate('/orders/104823?tab=freight'))
  await waitFor(() => expect(question()).toBeTruthy())
  await act(() => router.navigate(-1))
  await screen.findByRole('heading', { level: 1, name: 'Orders' })
  expect(question()).toBeNull()
  expect(router.state.location.pathname).toBe('/orders')
})

test('a scan of a known code closes it and opens that record', async () => {
  recordIndex.add([orderRecord(OTHER)])
  const router = await askedFirst()
  act(() => scan('104899', 'Enter'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/104899'))
  await screen.findByRole('heading', { level: 1, name: /104899/ })
  expect(question()).toBeNull()
})
