import '../api/fake-server.ts'
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import type { OrderDialogName } from '../../../src/domain/orders/order-actions.ts'
import { packedMessage } from '../../../src/domain/orders/order-message.ts'
import { MESSAGES } from '../../../src/domain/records/catalogue.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { closePalette, openPalette } from '../../../src/web/palette/palette-store.ts'
import { useReopenedDialog } from '../../../src/web/screens/order-dialogs/dialog-memory.ts'
import { payInFull, paymentFault } from '../../../src/web/screens/order-dialogs/order-fields.tsx'
import { cancelDialog, closeDialog, dialogAtom, openDialog } from '../../../src/web/state/dialogs.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { connectionLost, fakeServer } from '../api/fake-server.ts'
import { setUpNoon } from '../noon.ts'
import { orderOf, PAID, UNPAID } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { MERE } from '../state/tokens.ts'
import {
  actions,
  closed,
  confirm,
  field,
  OK,
  open,
  orderFor,
  setUpDialogs,
  shownIn,
  type,
} from './dialog-on-screen.tsx'

describe('a dialog that was left', () => {
  setUpDialogs()
  beforeEach(() => history.replaceState(null, '', '/orders/104823'))
  afterEach(() => history.replaceState(null, '', '/'))

  describe.each([
    ['record-payment', 'Order 104823 paid'],
    ['pack', 'Order 104823 packed'],
    ['record-collection', 'Order 104823 collected'],
    ['add-tracking', 'Order 104823 shipped'],
  ] as const)('%s, left by a scan before the answer', (name, toast) => {
    /**
     * Confirms the dialog and closes it like a scan does.
     * @returns a function that answers the call
     */
    async function leaveBeforeAnswer() {
      store.set(toastsAtom, [])
      let answer = (_: object) => {}
      fakeServer.answer(({ method }) =>
        method === 'POST'
          ? new Promise((resolve) => {
              answer = resolve
            })
          : { body: orderFor(name) },
      )
      open(name)
      const code = screen.queryByLabelText('Tracking code')
      if (code) fireEvent.change(code, { target: { value: 'ARX000936867' } })
      confirm()
      await waitFor(() => expect(actions()).toHaveLength(1))
      act(cancelDialog)
      return (reply: object) => act(async () => answer(reply))
    }
    const backAtOrder = () => renderHook(() => useReopenedDialog([orderFor(name)]))
    const told = (text: string) => waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ text }]))

    test('does not open again with its order after success', async () => {
      const answer = await leaveBeforeAnswer()
      await answer(OK)
      await told(toast)
      backAtOrder()
      expect(store.get(dialogAtom)).toBeNull()
    })

    test('closes on success if it was opened again', async () => {
      const answer = await leaveBeforeAnswer()
      backAtOrder()
      expect(screen.getByRole('dialog')).toBeTruthy()
      await answer(OK)
      await told(toast)
      await closed()
    })

    test('opens again with its order after a failure', async () => {
      const answer = await leaveBeforeAnswer()
      await answer({ status: 500 })
      await waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ tone: 'error' }]))
      backAtOrder()
      expect(screen.getByRole('dialog')).toBeTruthy()
    })
  })

  test('a dialog closed by a scan does not open again over the scan’s palette', () => {
    open('pack')
    act(closeDialog)
    act(() => openPalette('NOBODYS'))
    const order = renderHook(({ orders }) => useReopenedDialog(orders), { initialProps: { orders: [PAID] } })
    expect(store.get(dialogAtom)).toBeNull()
    act(closePalette)
    order.rerender({ orders: [PAID] })
    expect(store.get(dialogAtom)).not.toBeNull()
  })

  // KEY-7: on the list the next Enter is for its rows.
  test.each([
    ['of an order by the browser’s Back', '/orders/104823', closeDialog],
    ['of a list by a scan', '/orders', cancelDialog],
  ])('%s opens again with its order, but not on the list', (_, path, leave) => {
    history.replaceState(null, '', path)
    open('pack')
    act(leave)
    const opensAt = (address: string) => {
      history.replaceState(null, '', address)
      renderHook(() => useReopenedDialog([PAID]))
      return store.get(dialogAtom) !== null
    }
    expect([opensAt('/orders'), opensAt('/orders/104823')]).toEqual([false, true])
  })

  test.each([OK, { status: 500 }])(
    'a late response, %j, leaves the dialog that is open by then',
    async (reply) => {
      store.set(toastsAtom, [])
      let answer = () => {}
      fakeServer.answer(({ method, url }) =>
        method === 'POST' && url.endsWith('104823/ready')
          ? new Promise((resolve) => (answer = () => resolve(reply)))
          : { body: { code: url.split('/').at(-1) } },
      )
      open('pack')
      confirm()
      await waitFor(() => expect(actions()).toHaveLength(1))
      act(() => openDialog({ name: 'pack', order: orderOf('104824') }))
      await act(async () => answer())
      const text = expect.stringMatching(/^Order 104823/)
      await waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ text }]))
      expect(screen.getByRole('dialog').textContent).toContain('Order 104824')
      act(closeDialog)
      renderHook(() => useReopenedDialog([PAID, orderOf('104824')]))
      expect(screen.getByRole('dialog').textContent).toContain('Order 104824')
    },
  )
})

describe('the way back', () => {
  setUpScreens()

  beforeEach(() => fakeServer.answer(({ url }) => ({ body: url.includes('?') ? [] : PAID })))
  const orderThere = () => waitFor(() => expect(commandContext().targets.order?.code).toBe(PAID.code))
  const dialog = () => screen.queryByRole('dialog')

  test('Back closes the dialog of an order, and Forward does not open it again', async () => {
    const router = await openAt('/orders')
    await act(() => router.navigate(`/orders/${PAID.code}`))
    await orderThere()
    act(() => runCommand('order.pack', 'key'))
    await screen.findByRole('dialog', { name: 'Pack order items' })
    await act(() => router.navigate(-1))
    await screen.findByRole('heading', { level: 1, name: 'Orders' })
    expect(dialog()).toBeNull()
    await act(() => router.navigate(1))
    await orderThere()
    expect(dialog()).toBeNull()
  })

  /** Opens a dialog of an order in the list. `scan` opens another order as a scan does. */
  async function openInList() {
    const other = orderOf('104824')
    const sent: string[] = []
    let answer = (_: object) => {}
    fakeServer.answer(({ method, url }) => {
      if (method === 'GET')
        return { body: url.includes('?') ? [PAID, other] : url.endsWith('4') ? other : PAID }
      sent.push(url)
      return new Promise((resolve) => (answer = resolve))
    })
    history.replaceState(null, '', '/orders')
    onTestFinished(() => history.replaceState(null, '', '/'))
    const router = await openAt('/orders')
    await orderThere()
    act(() => runCommand('order.pack', 'key'))
    await screen.findByRole('dialog', { name: 'Pack order items' })
    const go = (path: string) => {
      history.replaceState(null, '', path)
      return act(() => router.navigate(path))
    }
    const scan = async () => {
      act(cancelDialog)
      await go('/orders/104824')
      await waitFor(() => expect(commandContext().targets.order?.code).toBe(other.code))
    }
    return { go, scan, sent, reply: (reply: object) => act(async () => answer(reply)) }
  }

  // KEY-7: the next Enter is for the list.
  test('a dialog that was left by the scan of another order opens again at its order, not over the list', async () => {
    const { go, scan } = await openInList()
    type('Message', 'typed')
    await scan()
    await go('/orders')
    await screen.findByRole('heading', { level: 1, name: 'Orders' })
    expect(dialog()).toBeNull()
    await go(`/orders/${PAID.code}`)
    await screen.findByRole('dialog', { name: 'Pack order items' })
    expect(shownIn('Message')).toBe('typed')
  })

  test('but opens again at its order if it had been sent and failed', async () => {
    const { go, scan, sent, reply } = await openInList()
    confirm()
    await waitFor(() => expect(sent).toHaveLength(1))
    await scan()
    await reply({ status: 500 })
    await waitFor(() => expect(store.get(toastsAtom).at(-1)?.tone).toBe('error'))
    await go('/orders')
    expect(dialog()).toBeNull()
    await go(`/orders/${PAID.code}`)
    await screen.findByRole('dialog', { name: 'Pack order items' })
  })
})

describe('a stale order', () => {
  setUpDialogs()

  const about = () => {
    const id = screen.getByRole('dialog').getAttribute('aria-describedby') ?? ''
    return document.getElementById(id)?.textContent
  }

  test('a refused dialog of a stale order shows the current order', async () => {
    const unpaid = orderOf(PAID.code, {
      status: 'Ordered',
      customer: { company: 'McAllister Bros' },
      costs: PAID.costs,
    })
    let isPaid = false
    fakeServer.answer(({ method }) => {
      if (method === 'GET') return { body: isPaid ? PAID : unpaid }
      isPaid = true
      return { status: 409, body: { success: false, message: 'The order is already paid' } }
    })
    open('record-payment', unpaid)
    expect(about()).toBe('Order 104823, McAllister BrosUnpaid')
    confirm()
    await screen.findByText('The order is already paid')
    await waitFor(() => expect(about()).toBe('Order 104823, McAllister Bros StockwaterPaid'))
  })

  test('is asked about again if there is something else to confirm by now', async () => {
    const warned = { ...PAID.customer, credit_stop: true, credit_stop_warns: true }
    let order: Order = { ...PAID, customer: warned }
    fakeServer.answer(({ method }) => (method === 'GET' ? { body: order } : OK))
    const isAsked = () => screen.queryByText('Confirm once more to go on.') !== null
    open('pack', order)
    confirm()
    expect(isAsked()).toBe(true)
    order = { ...PAID, status: 'On hold' }
    await act(() => queryClient.invalidateQueries())
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/on hold/i))
    expect(isAsked()).toBe(false)
    confirm()
    expect([isAsked(), actions()]).toEqual([true, []])
    confirm()
    await closed()
    expect(actions()).toHaveLength(1)
  })
})

describe('typed texts', () => {
  setUpDialogs()

  describe('a typed text survives Esc', () => {
    const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    const again = (name: OrderDialogName) => act(() => openDialog({ name, order: orderFor(name) }))

    test.each([
      ['pack', 'Message'],
      ['record-collection', 'Notes'],
      ['skip-order', 'Reason'],
    ] as const)('in %s: its %s, and no other field', (name, text) => {
      open(name)
      if (name === 'pack') fireEvent.click(field('Click & collect'))
      if (name === 'record-collection') type('Collected by', 'Tama')
      type(text, 'typed')
      pressEscape()
      expect(store.get(dialogAtom)).toBeNull()
      again(name)
      expect(shownIn(text)).toBe('typed')
      if (name === 'pack') expect(Reflect.get(field('Click & collect'), 'checked')).toBe(false)
      if (name === 'record-collection') expect(shownIn('Collected by')).toBe('')
    })

    test('unless it was deleted: then the standard message is back', () => {
      open('pack')
      type('Message', 'typed')
      pressEscape()
      again('pack')
      type('Message', ' ')
      pressEscape()
      again('pack')
      expect(shownIn('Message')).toBe(packedMessage(PAID, false))
    })

    test('until it is sent', async () => {
      open('pack')
      type('Message', 'typed')
      pressEscape()
      again('pack')
      confirm()
      await closed()
      expect(actions().at(-1)?.body).toMatchObject({ message: 'typed' })
      again('pack')
      expect(shownIn('Message')).toBe(packedMessage(PAID, false))
    })
  })

  describe('Skip until tomorrow', () => {
    test('names a missing reason at its field, without a call', async () => {
      open('skip-order')
      confirm()
      await screen.findByText('Enter a reason.')
      expect(screen.queryByRole('alert')).toBeNull()
      expect(actions()).toEqual([])
    })

    test('sends the reason', async () => {
      open('skip-order')
      type('Reason', ' No stock ')
      confirm()
      await closed()
      expect(actions().map(({ url, body }) => [url.split('/').at(-1), body])).toEqual([
        ['skip', { reason: 'No stock' }],
      ])
      expect(store.get(toastsAtom).at(-1)?.text).toBe('Order 104823 skipped until tomorrow')
    })
  })

  test.each([
    ['pack', PAID, 'Send notification'],
    ['pay-and-pack', UNPAID, 'Date paid'],
  ] as const)('%s shows the notes of the order before its first field', (name, order, label) => {
    open(name, order)
    const notes = screen.getByRole('note', { name: 'Notes' })
    expect(notes.textContent).toBe('NotesLeave at the woolshed.')
    expect(notes.compareDocumentPosition(field(label)) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })
})

describe('pay and pack', () => {
  setUpDialogs()
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

  test('leaves a message whose packing failed to the dialog that packs the order', async () => {
    answer({ ready: () => REFUSED })
    open('pay-and-pack', UNPAID)
    type('Message', 'Coming tomorrow')
    confirm()
    await alert()
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    act(() => openDialog({ name: 'pack', order: PAID }))
    expect(shownIn('Message')).toBe('Coming tomorrow')
  })

  test('a message typed for packing is looked at before another one is sent with the payment', async () => {
    answer({})
    open('pack-on-account', UNPAID)
    type('Message', 'Coming tomorrow')
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    const given = { message: 'Coming today', messageTyped: true }
    act(() =>
      commandContext().effects.openDialog({ name: 'pay-and-pack', order: UNPAID, given, isConfirmed: true }),
    )
    expect(shownIn('Message')).toBe('Coming today')
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(calls()).toEqual([])
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

  test('a payment of tomorrow has a fault at its day', () => {
    const reason = 'The payment may not be in the future.'
    const payment = { date_paid: '2026-11-21', reference: '' }
    expect(paymentFault(PAID, payment)).toEqual({ field: 'date_paid', reason })
  })

  test('a payment today in Auckland is sent', async () => {
    const date_paid = '2026-11-20'
    expect(paymentFault(PAID, { date_paid, reference: '' })).toBeNull()
    await payInFull(PAID, { date_paid, payment_method: 'bank', reference: '' })
    expect(fakeServer.sent).toMatchObject([{ url: '/api/v1/orders/104823/payment' }])
  })
})
