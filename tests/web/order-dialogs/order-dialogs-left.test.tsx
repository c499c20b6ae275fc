import '../api/fake-server.ts'
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderDialogName } from '../../../src/domain/orders/order-actions.ts'
import { packedMessage } from '../../../src/domain/orders/order-message.ts'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { closePalette, openPalette } from '../../../src/web/palette/palette-store.ts'
import { useReopenedDialog } from '../../../src/web/screens/order-dialogs/dialog-memory.ts'
import { closeDialog, dialogAtom, openDialog } from '../../../src/web/state/dialogs.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { fakeServer } from '../api/fake-server.ts'
import { orderOf, PAID } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import {
  actions,
  closed,
  confirm,
  field,
  OK,
  open,
  setUpDialogs,
  shownIn,
  type,
} from './dialog-on-screen.tsx'

describe('a dialog that was left', () => {
  setUpDialogs()

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
          : { body: PAID },
      )
      open(name)
      const code = screen.queryByLabelText('Tracking code')
      if (code) fireEvent.change(code, { target: { value: 'ARX000936867' } })
      confirm()
      await waitFor(() => expect(actions()).toHaveLength(1))
      act(closeDialog)
      return (reply: object) => act(async () => answer(reply))
    }
    const backAtOrder = () => renderHook(() => useReopenedDialog([PAID]))
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

  test('a dialog left by the browser’s Back opens again with its order, but not on the list that is loaded there', () => {
    history.replaceState(null, '', '/orders/104823')
    open('pack')
    act(closeDialog)
    const opensAt = (address: string) => {
      history.replaceState(null, '', address)
      renderHook(() => useReopenedDialog([PAID]))
      return store.get(dialogAtom) !== null
    }
    expect([opensAt('/orders'), opensAt('/orders/104823')]).toEqual([false, true])
    history.replaceState(null, '', '/')
  })

  test('a late response closes only its own dialog', async () => {
    store.set(toastsAtom, [])
    let answer = () => {}
    fakeServer.answer(({ method, url }) =>
      method === 'POST' && url.endsWith('104823/ready')
        ? new Promise((resolve) => (answer = () => resolve(OK)))
        : { body: { code: url.split('/').at(-1) } },
    )
    open('pack')
    confirm()
    await waitFor(() => expect(actions()).toHaveLength(1))
    act(() => openDialog({ name: 'pack', order: orderOf('104824') }))
    await act(async () => answer())
    await waitFor(() => expect(store.get(toastsAtom)).toMatchObject([{ text: 'Order 104823 packed' }]))
    expect(screen.getByRole('dialog').textContent).toContain('Order 104824')
    act(closeDialog)
    renderHook(() => useReopenedDialog([PAID, orderOf('104824')]))
    expect(screen.getByRole('dialog').textContent).toContain('Order 104824')
  })
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
})

describe('typed texts', () => {
  setUpDialogs()

  describe('a typed text survives Esc', () => {
    const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
    const again = (name: OrderDialogName) => act(() => openDialog({ name, order: PAID }))

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
    ['pay-and-pack', { ...PAID, status: 'Ordered', dates: { ...PAID.dates, paid_at: null } }, 'Date paid'],
  ] as const)('%s shows the notes of the order before its first field', (name, order, label) => {
    open(name, order)
    const notes = screen.getByRole('note', { name: 'Notes' })
    expect(notes.textContent).toBe('NotesLeave at the woolshed.')
    expect(notes.compareDocumentPosition(field(label)) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })
})
