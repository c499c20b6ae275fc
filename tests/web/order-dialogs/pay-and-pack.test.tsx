import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { packedMessage } from '../../../src/domain/orders/order-message.ts'
import { MESSAGES } from '../../../src/domain/records/catalogue.ts'
import { payInFull, paymentFault } from '../../../src/web/screens/order-dialogs/order-fields.tsx'
import { closeDialog, openDialog } from '../../../src/web/state/dialogs.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { connectionLost, fakeServer } from '../api/fake-server.ts'
import { setUpNoon } from '../noon.ts'
import { PAID } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'
import { actions, closed, confirm, OK, open, setUpDialogs } from './dialog-on-screen.tsx'

describe('pay and pack', () => {
  setUpDialogs()
  const UNPAID: Order = { ...PAID, status: 'Ordered', dates: { ...PAID.dates, paid_at: null } }
  const REFUSED = { status: 409, body: { success: false, message: 'The printer is on fire.' } }
  const DONE = 'The payment has been recorded. The order has not been packed yet.'
  const calls = () => actions().map(({ url }) => url.split('/').at(-1))
  const alert = async () => (await screen.findByRole('alert')).textContent

  /** Answers each action by its name; the order is unpaid until its payment was answered. */
  function answer(actionsBy: Partial<Record<'payment' | 'ready', () => typeof OK | typeof REFUSED>>): void {
    let order = UNPAID
    fakeServer.answer(({ method, url }) => {
      if (method === 'GET') return { body: order }
      if (!url.endsWith('/payment')) return actionsBy.ready?.() ?? OK
      const answered = actionsBy.payment?.() ?? OK
      if (answered === OK) order = PAID
      return answered
    })
  }

  test('records the payment, then packs, and says so once', async () => {
    answer({})
    open('pay-and-pack', UNPAID)
    confirm()
    await closed()
    expect(calls()).toEqual(['payment', 'ready'])
    expect(actions().map(({ body }) => body)).toEqual([
      { date_paid: '2026-11-20', payment_amount: 176302, payment_method: 'bank', reference: '' },
      { is_pickup: false, send_notification: true, message: packedMessage(PAID, false) },
    ])
    expect(store.get(toastsAtom).at(-1)).toMatchObject({
      tone: 'success',
      text: 'Order 104823 paid and packed',
    })
  })

  test('packs nothing while the payment is refused, and keeps what was typed', async () => {
    answer({ payment: () => REFUSED })
    open('pay-and-pack', UNPAID)
    fireEvent.change(screen.getByLabelText('Reference', { exact: false }), { target: { value: 'INV 7' } })
    confirm()
    expect(await alert()).toContain(`${MESSAGES.markPaid}The printer is on fire.`)
    expect(calls()).toEqual(['payment'])
    answer({})
    confirm()
    await closed()
    expect(calls()).toEqual(['payment', 'ready'])
    expect(actions()[0]?.body).toMatchObject({ reference: 'INV 7' })
  })

  test('says that only the packing failed, and repeats only that', async () => {
    answer({ ready: () => REFUSED })
    open('pay-and-pack', UNPAID)
    fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Coming tomorrow' } })
    confirm()
    expect(await alert()).toContain(`${DONE} ${MESSAGES.pack}The printer is on fire.`)
    expect(screen.queryByLabelText('Date paid')).toBeNull()
    answer({})
    fireEvent.click(screen.getByRole('button', { name: 'Pack order items' }))
    await closed()
    expect(calls()).toEqual(['ready'])
    expect(actions()[0]?.body).toMatchObject({ message: 'Coming tomorrow' })
  })

  test('opens again after a reload with only the packing left', async () => {
    answer({ ready: () => REFUSED })
    open('pay-and-pack', UNPAID)
    confirm()
    await alert()
    act(closeDialog)
    act(() => openDialog({ name: 'pay-and-pack', order: PAID }))
    await screen.findByText(DONE)
    fakeServer.answer(() => OK)
    confirm()
    await closed()
    expect(calls()).toEqual(['ready'])
  })

  test('a payment whose answer was lost is not recorded again', async () => {
    let order = UNPAID
    fakeServer.answer(({ method, url }) => {
      if (method === 'GET') return { body: order }
      order = PAID
      return url.endsWith('/payment') ? connectionLost() : OK
    })
    open('pay-and-pack', UNPAID)
    confirm()
    await waitFor(async () => expect(await alert()).toContain(DONE))
    confirm()
    await closed()
    expect(calls()).toEqual(['payment', 'ready'])
  })
})

describe('a payment in full', () => {
  setUpNoon()

  beforeEach(() => {
    storeToken(MERE)
    fakeServer.answer(() => ({ body: { success: true } }))
  })

  test.each([
    ['0030-10-20', 'The payment may not be before the year 2000.'],
    ['2026-11-21', 'The payment may not be in the future.'],
    ['', 'Enter the date of the payment.'],
  ])('a payment on %j has a fault at its day', (date_paid, reason) => {
    expect(paymentFault(PAID, { date_paid })).toEqual({ field: 'date_paid', reason })
  })

  test('a payment today in Auckland is sent', async () => {
    const date_paid = '2026-11-20'
    expect(paymentFault(PAID, { date_paid })).toBeNull()
    await payInFull(PAID, { date_paid, payment_method: 'bank', reference: '' })
    expect(fakeServer.sent).toMatchObject([{ url: '/api/v1/orders/104823/payment' }])
  })
})
