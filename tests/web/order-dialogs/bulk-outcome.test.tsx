import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { forgetRun, restoreRun } from '../../../src/web/screens/order-dialogs/bulk-store.ts'
import { closeDialog, openDialog } from '../../../src/web/state/dialogs.ts'
import { endSession, storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { fakeServer } from '../api/fake-server.ts'
import { orderOf } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { HEMI, MERE } from '../state/tokens.ts'

const CODES = ['1', '2', '3', '4', '5']
const PAID = {
  status: 'Paid',
  dates: { ordered_at: '2026-11-19T20:04:00Z', paid_at: '2026-11-19T20:06:00Z' },
}
const ORDERS = CODES.map((code) => orderOf(code, PAID))

setUpScreens()
afterEach(() => {
  act(closeDialog)
  act(forgetRun)
})

const packed = () => fakeServer.sent.filter(({ method }) => method === 'POST').map(({ url }) => url)
const lines = () =>
  screen
    .getAllByRole('listitem')
    .map((line) => line.textContent)
    .filter((line) => /^\d—/.test(line))

/** Answers with unchanged orders, and with `sent` to changes. */
function answerSent(sent: Parameters<typeof fakeServer.answer>[0]): void {
  fakeServer.answer((request) => {
    const { method, url } = request
    if (method === 'POST') return sent(request)
    return { body: /\/orders(\?|$)/.test(url) ? ORDERS : { ...PAID, code: url.split('/').at(-1) } }
  })
}

async function startOn(orders: readonly Order[]): Promise<void> {
  await openAt('/orders')
  await screen.findByRole('grid', { name: 'Orders' })
  act(() => openDialog({ name: 'bulk-orders', action: 'pack', orders }))
  fireEvent.click(await screen.findByRole('button', { name: `Pack ${orders.length} orders` }))
}

async function shownNothing(): Promise<void> {
  await screen.findByRole('grid', { name: 'Orders' })
  expect(screen.queryByRole('dialog')).toBeNull()
}

const OK = { body: { success: true } }
const told = () => waitFor(() => expect(store.get(toastsAtom)).toHaveLength(1))

async function reloadInTheMiddle(): Promise<void> {
  // The first is packed, the second refused; the others get no response.
  answerSent(({ url }) => {
    if (url.includes('/1/')) return OK
    if (url.includes('/2/')) return { status: 409, body: { success: false, message: 'It is on hold.' } }
    return new Promise(() => undefined)
  })
  await startOn([...ORDERS, orderOf('6', PAID)])
  await waitFor(() => expect(packed()).toHaveLength(5))
  act(() => void window.dispatchEvent(new Event('pagehide')))
  cleanup()
  act(closeDialog)
  // The new page does this during startup.
  restoreRun()
  fakeServer.sent = []
}

test('a reload during a run shows the outcome for each order, and nothing resumes by itself', async () => {
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

test('a closed outcome is not shown again', async () => {
  await reloadInTheMiddle()
  await openAt('/orders')
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(store.get(toastsAtom)).toMatchObject([{ text: '1 order packed, 4 failed, 1 not started' }])
  cleanup()
  await openAt('/orders')
  await shownNothing()
})

test('the outcome is not shown to another user', async () => {
  await reloadInTheMiddle()
  storeToken(HEMI)
  await openAt('/orders')
  await shownNothing()
})

describe('interrupted by the end of the session', () => {
  /** The first three are packed. The fourth is refused and ends the session. */
  async function endInTheMiddle(): Promise<void> {
    const refused = { status: 401, body: { success: false, message: 'The session has ended.' } }
    answerSent(() => (packed().length > 3 ? refused : OK))
    await startOn([...ORDERS, orderOf('6', PAID)])
    await screen.findByRole('heading', { name: 'Sign in' })
    await told()
    cleanup()
  }

  test('the outcome for each order is shown when the user signs in again', async () => {
    await endInTheMiddle()
    storeToken(MERE)
    await openAt('/orders')
    const dialog = await screen.findByRole('dialog', { name: 'Pack 6 orders' })
    expect(lines().slice(0, 4)).toEqual([
      ...['1', '2', '3'].map((code) => `${code}—Packed`),
      '4—The session has ended.',
    ])
    expect(within(dialog).getByRole('button', { name: 'Try 3 again' })).toBeTruthy()
  })

  test('is not shown to another user', async () => {
    await endInTheMiddle()
    storeToken(HEMI)
    await openAt('/orders')
    await shownNothing()
  })
})

describe('left during the run', () => {
  /**
   * Leaves the dialog with three requests pending.
   * @returns a function that answers them
   */
  async function leaveInTheMiddle(leave: () => void, orders: readonly Order[]): Promise<() => void> {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    answerSent(() => answered.then(() => OK))
    await startOn(orders)
    await waitFor(() => expect(packed()).toHaveLength(3))
    act(leave)
    return () => answer()
  }

  async function comeBack(): Promise<void> {
    cleanup()
    await openAt('/orders')
  }

  test('by a scan, the outcome for each order is shown when the user goes back', async () => {
    const answer = await leaveInTheMiddle(closeDialog, ORDERS)
    answer()
    await told()
    await comeBack()
    await screen.findByRole('dialog', { name: 'Pack 5 orders' })
    expect(lines()).toEqual([
      ...['1', '2', '3'].map((code) => `${code}—Packed`),
      '4—Not started',
      '5—Not started',
    ])
  })

  test('by a scan, nothing is shown once all orders are done', async () => {
    const answer = await leaveInTheMiddle(closeDialog, ORDERS.slice(0, 3))
    await comeBack()
    await screen.findByRole('dialog', { name: 'Pack 3 orders' })
    answer()
    await told()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await comeBack()
    await shownNothing()
  })

  test('by a sign-out, nothing is stored', async () => {
    const answer = await leaveInTheMiddle(endSession, ORDERS)
    await screen.findByRole('heading', { name: 'Sign in' })
    await act(async () => answer())
    storeToken(MERE)
    await comeBack()
    await shownNothing()
  })
})
