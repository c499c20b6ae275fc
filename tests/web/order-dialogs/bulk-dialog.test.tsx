import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Rows } from '../../../src/contract/call.ts'
import type { Order } from '../../../src/contract/orders.ts'
import type { Given } from '../../../src/domain/sentences/arguments.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { forgetRun, restoreRun } from '../../../src/web/screens/order-dialogs/bulk-state.ts'
import { closeDialog, openDialog } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { endSession, storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { lastUndoableAtom } from '../../../src/web/state/undoables.ts'
import { fakeServer } from '../api/fake-server.ts'
import { setUpNoon } from '../noon.ts'
import { orderOf } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { HEMI, MERE } from '../state/tokens.ts'
import { actions, confirm, OK } from './dialog-on-screen.tsx'

setUpScreens()

describe('the terms', () => {
  const EMAILS = ['aroha@example.com', ' ', 'hemi@example.com']

  /** Orders of $115.00 each; every third customer has no e-mail address. */
  function ordersOf(count: number, parts: object): Order[] {
    return Array.from({ length: count }, (_, index) =>
      orderOf(String(104_000 + index), {
        customer: { first_name: 'Aroha', email: EMAILS[index % EMAILS.length] },
        costs: { total: 11_500 },
        ...parts,
      }),
    )
  }

  const PAID = { status: 'Paid', dates: { paid_at: '2026-11-19T20:06:00Z' } }
  const UNPAID = { status: 'Ordered' }

  setUpNoon()
  let orders: Order[] = []

  beforeEach(() => {
    fakeServer.answer(({ method, url }) => {
      if (method === 'POST') return { body: { success: true, message: null, step: url.split('/').at(-2) } }
      return { body: orders.find(({ code }) => url.endsWith(`/orders/${code}`)) ?? orders }
    })
  })

  afterEach(() => {
    installation.capabilities = new Set()
    act(closeDialog)
  })

  async function open(action: 'pack' | 'record-payment', selected: Order[], given?: Given): Promise<void> {
    orders = selected
    await openAt('/orders')
    await screen.findByRole('grid', { name: 'Orders' })
    act(() => openDialog({ name: 'bulk-orders', action, orders, given }))
    await screen.findByRole('dialog')
  }

  const fact = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent
  const facts = () => ['Sum', 'Date paid', 'Method', 'E-mails'].map(fact)
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const number = () => screen.getByLabelText(/^Type \d+ to confirm$/)

  // ORD-35
  test('several payments with a reference that is too long are not sent, and the dialog says so', async () => {
    await open('record-payment', ordersOf(3, UNPAID), { reference: '8'.repeat(501) })
    confirm()
    screen.getAllByText(/Reference may have at most 500 characters/)
    expect(actions()).toEqual([])
  })

  test('several payments name their sum, date and method, and that nothing is e-mailed', async () => {
    installation.capabilities = new Set(['taking-back'])
    await open('record-payment', ordersOf(3, UNPAID))
    expect(facts()).toEqual(['$345.00', '20/11/2026', 'Bank', 'None'])
    confirm()
    await closed()
    expect(actions().map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({
        date_paid: '2026-11-20',
        payment_amount: 11_500,
        payment_method: 'bank',
        reference: '',
      })),
    )
    const steps = ['104000', '104001', '104002']
    expect(store.get(lastUndoableAtom)?.undoable).toMatchObject({ title: 'Payment of 3 orders', steps })
  })

  test('packing several orders names their sum, and how many customers are e-mailed', async () => {
    await open('pack', ordersOf(3, PAID))
    expect(facts()).toEqual([
      '$345.00',
      undefined,
      undefined,
      'The message below to the customers of 2 orders. 1 order has no e-mail address.',
    ])
    fireEvent.click(screen.getByLabelText('Send notification'))
    expect(fact('E-mails')).toBe('None')
  })

  test('packing several orders shows the notes of each', async () => {
    const [first, ...rest] = ordersOf(2, PAID)
    await open('pack', [...(first ? [{ ...first, notes: 'Leave at the woolshed.' }] : []), ...rest])
    expect(screen.getAllByText('Leave at the woolshed.')).toHaveLength(1)
  })

  test('up to 20 orders are confirmed without typing', async () => {
    await open('record-payment', ordersOf(20, UNPAID))
    expect(screen.queryByLabelText(/to confirm$/)).toBeNull()
    confirm()
    await closed()
    expect(actions()).toHaveLength(20)
  })

  test.each(['mod+Enter', 'the button', 'Enter'])(
    'more than 20 orders are confirmed by typing their number, then by %s',
    async (way) => {
      await open('record-payment', ordersOf(21, UNPAID))
      expect(document.activeElement).toBe(number())
      const press = () => {
        if (way === 'mod+Enter') confirm()
        else if (way === 'Enter') fireEvent.keyDown(number(), { key: 'Enter' })
        else fireEvent.click(screen.getByRole('button', { name: /^Record payment of 21 orders/ }))
      }
      press()
      fireEvent.change(number(), { target: { value: '2' } })
      press()
      expect(actions()).toEqual([])
      fireEvent.change(number(), { target: { value: ' 21 ' } })
      press()
      await closed()
      expect(actions()).toHaveLength(21)
    },
  )
})

describe('the message', () => {
  const PAID = { status: 'Paid', dates: { paid_at: '2026-11-19T20:06:00Z' } }

  const ORDERS = [
    orderOf('1', { ...PAID, customer: { first_name: 'Aroha' } }),
    orderOf('2', { ...PAID, customer: { first_name: 'Hemi' }, freight: { is_pickup: true } }),
  ]

  beforeEach(() => {
    fakeServer.answer(({ method, url }) => {
      if (method === 'POST') return OK
      return { body: ORDERS.find(({ code }) => url.endsWith(`/orders/${code}`)) ?? ORDERS }
    })
  })

  afterEach(() => act(closeDialog))

  async function open(action: 'pack' | 'record-payment' = 'pack'): Promise<void> {
    await openAt('/orders')
    await screen.findByRole('grid', { name: 'Orders' })
    act(() => openDialog({ name: 'bulk-orders', action, orders: ORDERS }))
    await screen.findByRole('dialog')
  }

  const message = () => screen.getByLabelText('Message', { exact: false })
  const notification = () => screen.getByLabelText('Send notification')
  const type = (text: string) => fireEvent.change(message(), { target: { value: text } })

  async function bodies(): Promise<unknown[]> {
    confirm()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return actions().map(({ body }) => body)
  }

  test('the standard message can be read before several orders are packed, and each customer gets their own', async () => {
    await open()
    expect(screen.getByText('Each customer gets the standard message.')).toBeTruthy()
    expect(Reflect.get(message(), 'value')).toBe('Hi {first name},\n\nYour order #{order number} is {ready}.')
    expect(await bodies()).toEqual([
      {
        is_pickup: false,
        send_notification: true,
        message: 'Hi Aroha,\n\nYour order #1 is packed and ready to ship.',
      },
      { is_pickup: true, send_notification: true, message: 'Hi Hemi,\n\nYour order #2 is ready to collect.' },
    ])
  })

  test('a changed message is sent to all', async () => {
    await open()
    type('Kia ora {first name}, {order number} leaves on Monday.')
    expect(screen.getByText('Each customer gets this message.')).toBeTruthy()
    expect(await bodies()).toMatchObject([
      { message: 'Kia ora Aroha, 1 leaves on Monday.' },
      { message: 'Kia ora Hemi, 2 leaves on Monday.' },
    ])
  })

  test('a changed message survives Esc, and is standard again once it was sent', async () => {
    await open()
    type('Kia ora {first name}')
    fireEvent.click(notification())
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    const again = () => act(() => openDialog({ name: 'bulk-orders', action: 'pack', orders: ORDERS }))
    again()
    expect(Reflect.get(notification(), 'checked')).toBe(true)
    expect(Reflect.get(message(), 'value')).toBe('Kia ora {first name}')
    expect(await bodies()).toMatchObject([{ message: 'Kia ora Aroha' }, { message: 'Kia ora Hemi' }])
    again()
    expect(Reflect.get(message(), 'value')).toContain('Your order #{order number}')
  })

  const openFor = (...codes: string[]) =>
    act(() =>
      openDialog({ name: 'bulk-orders', action: 'pack', orders: codes.map((code) => orderOf(code, PAID)) }),
    )

  test('a changed message is preset for the same orders only', async () => {
    await open()
    type('Kia ora {first name}')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    openFor('2', '3')
    expect(Reflect.get(message(), 'value')).toContain('Your order #{order number}')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    openFor('2', '1')
    expect(Reflect.get(message(), 'value')).toBe('Kia ora {first name}')
  })

  test.each([
    ['all', ['1', '2'], ['1', '2']],
    ['some', ['2'], ['2']],
  ])('a changed message is kept for orders that were not packed: %s', async (_, refused, left) => {
    await open()
    type('Kia ora {first name}')
    fakeServer.answer(({ method, url }) => {
      const code = /orders\/(\d)/.exec(url)?.[1] ?? ''
      if (method !== 'POST') return { body: ORDERS.find((order) => order.code === code) ?? ORDERS }
      return refused.includes(code) ? { status: 409, body: { success: false, message: 'No.' } } : OK
    })
    confirm()
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
    openFor(...left)
    expect(Reflect.get(message(), 'value')).toBe('Kia ora {first name}')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    openFor('1', '3')
    expect(Reflect.get(message(), 'value')).toContain('Your order #{order number}')
  })

  test('switched off, no customer is notified', async () => {
    await open()
    fireEvent.click(notification())
    expect(screen.getByText('No customer is notified.')).toBeTruthy()
    expect(screen.queryByLabelText('Message', { exact: false })).toBeNull()
    expect(await bodies()).toMatchObject([{ send_notification: false }, { send_notification: false }])
  })

  test('with an unknown word nothing is sent, and the field shows the reason', async () => {
    await open()
    type('Hi {name}')
    confirm()
    screen.getByText('Message has an unknown {name}: use {first name}, {order number}, {ready}.')
    expect(message().getAttribute('aria-invalid')).toBe('true')
    expect(actions()).toEqual([])
    fireEvent.click(notification())
    expect(await bodies()).toHaveLength(2)
  })

  test('a payment of several orders has no message', async () => {
    await open('record-payment')
    expect(screen.getByText('Each order is recorded as paid in full today by bank transfer.')).toBeTruthy()
    expect(screen.queryByLabelText('Send notification')).toBeNull()
  })
})

describe('changes by other users', () => {
  const ORDERS = ['1', '2'].map((code) => orderOf(code, { status: 'Ordered', dates: {} }))

  beforeEach(() => fakeServer.answer(() => ({ body: ORDERS })))

  afterEach(() => act(closeDialog))

  /** Another user pays an order: live updates change the row first, then the record index. */
  function paidElsewhere(code: string): void {
    const paid = orderOf(code, { status: 'Paid', dates: { paid_at: '2026-11-19T20:06:00Z' } })
    queryClient.setQueriesData<Rows<Order>>({ queryKey: ['orders', 'list'] }, (list) =>
      list ? { ...list, rows: list.rows.map((row) => (row.code === code ? paid : row)) } : undefined,
    )
    recordIndex.add([orderRecord(paid)])
  }

  const confirmButton = () => screen.getByRole('button', { name: /^Record payment of/ })

  test('an order that another user pays is left out while the dialog asks', async () => {
    await openAt('/orders')
    await screen.findByRole('grid', { name: 'Orders' })
    act(() => openDialog({ name: 'bulk-orders', action: 'record-payment', orders: ORDERS }))
    await screen.findByRole('dialog', { name: 'Record payment of 2 orders' })
    act(() => paidElsewhere('1'))
    await screen.findByRole('dialog', { name: 'Record payment of 1 order' })
    expect(screen.getByText('1 of the 2 selected orders can be paid')).toBeTruthy()
    screen.getByText('The order is already paid')
    expect(confirmButton().getAttribute('aria-disabled')).toBeNull()
    act(() => paidElsewhere('2'))
    await screen.findByRole('dialog', { name: 'Record payment of 0 orders' })
    expect(confirmButton().getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the outcome', () => {
  const CODES = ['1', '2', '3', '4', '5']

  const PAID = {
    status: 'Paid',
    dates: { ordered_at: '2026-11-19T20:04:00Z', paid_at: '2026-11-19T20:06:00Z' },
  }

  const ORDERS = CODES.map((code) => orderOf(code, PAID))

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
    const CUT_SHORT = ['1—Packed', '2—Packed', '3—Packed', '4—Not started', '5—Not started']

    /** Leaves the dialog with three requests pending. Returns a function that answers them. */
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
      const dialog = await screen.findByRole('dialog', { name: 'Pack 5 orders' })
      expect(lines()).toEqual(CUT_SHORT)
      // An Enter that was meant for a row of the list must not start the run again.
      expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Close' }))
    })

    test('by Stop, the other orders are not sent, and can be', async () => {
      const answer = await leaveInTheMiddle(() => store.get(targetsAtom).dialog?.cancel(), ORDERS)
      answer()
      await screen.findByRole('button', { name: 'Try 2 again' })
      expect([lines(), packed().length]).toEqual([CUT_SHORT, 3])
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
})
