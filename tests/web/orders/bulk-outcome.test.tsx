import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeDialog, openDialog } from '../../../src/web/state/dialogs.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { fakeServer } from '../api/fake-server.ts' // first: see there
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { HEMI } from '../state/tokens.ts'
import { orderOf } from './order-of.ts'

const CODES = ['1', '2', '3', '4', '5']
const PAID = {
  status: 'Paid',
  dates: { ordered_at: '2026-11-19T20:04:00Z', paid_at: '2026-11-19T20:06:00Z' },
}
const ORDERS = CODES.map((code) => orderOf(code, PAID))

setUpScreens()
afterEach(() => act(closeDialog))

const packed = () => fakeServer.sent.filter(({ method }) => method === 'POST').map(({ url }) => url)
const lines = () =>
  screen
    .getAllByRole('listitem')
    .map((line) => line.textContent)
    .filter((line) => /^\d—/.test(line))

beforeEach(() => {
  // The first is packed, the second refused, the third, fourth and fifth are never answered.
  fakeServer.answer(({ method, url }) => {
    if (method === 'GET')
      return { body: /\/orders(\?|$)/.test(url) ? ORDERS : { ...PAID, code: url.split('/').at(-1) } }
    if (url.includes('/1/')) return { body: { success: true } }
    if (url.includes('/2/')) return { status: 409, body: { success: false, message: 'It is on hold.' } }
    return new Promise(() => undefined)
  })
})

async function reloadInTheMiddle(): Promise<void> {
  await openAt('/orders')
  await screen.findByRole('grid', { name: 'Orders' })
  act(() => openDialog({ name: 'bulk-orders', action: 'pack', orders: [...ORDERS, orderOf('6', PAID)] }))
  fireEvent.click(await screen.findByRole('button', { name: 'Pack 6 orders' }))
  await waitFor(() => expect(packed()).toHaveLength(5))
  act(() => void window.dispatchEvent(new Event('pagehide')))
  cleanup()
  act(closeDialog)
  fakeServer.sent = []
}

test('after a reload in the middle of a run it is shown what came of each order, and nothing runs by itself', async () => {
  await reloadInTheMiddle()
  await openAt('/orders')
  const dialog = await screen.findByRole('dialog', { name: 'Pack 6 orders' })
  expect(lines()).toEqual([
    '1—Packed',
    '2—It is on hold.',
    ...['3', '4', '5'].map((code) => `${code}—No answer from the server`),
    '6—Not started',
  ])
  expect(within(dialog).getByRole('button', { name: 'Try 5 again' })).toBeTruthy()
  await screen.findByRole('grid', { name: 'Orders', hidden: true })
  expect(packed()).toEqual([])
})

test('closed, it does not come back', async () => {
  await reloadInTheMiddle()
  await openAt('/orders')
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(store.get(toastsAtom)).toMatchObject([{ text: '1 order packed, 4 failed, 1 not started' }])
  cleanup()
  await openAt('/orders')
  await screen.findByRole('grid', { name: 'Orders' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('nobody else is shown it', async () => {
  await reloadInTheMiddle()
  storeToken(HEMI)
  await openAt('/orders')
  await screen.findByRole('grid', { name: 'Orders' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
