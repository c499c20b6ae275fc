import '../api/fake-server.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { useLastBooking } from '../../../src/web/commands/undo-targets.ts'
import { ToastStack } from '../../../src/web/shell/toast-stack.tsx'
import { closeDialog } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { bookingsAtom, forgetBooking, noteBooking } from '../../../src/web/state/last-booking.ts'
import { store } from '../../../src/web/state/store.ts'
import { notifyDone, toastsAtom } from '../../../src/web/state/toasts.ts'
import { forgetUndoable, noteUndoable } from '../../../src/web/state/undoables.ts'
import { fakeServer } from '../api/fake-server.ts'
import { orderOf } from '../orders/order-of.ts'
import { Providers } from '../providers.tsx'
import { closed, confirm, field, open, setUpDialogs, type } from './dialog-on-screen.tsx'

const UNPAID = orderOf('104823', { costs: { subtotal: 10_000, tax: 1500, total: 11_500 } })

setUpDialogs()

function Undoing() {
  useLastBooking()
  return <ToastStack />
}

const show = () =>
  render(
    <MemoryRouter>
      <Undoing />
    </MemoryRouter>,
    { wrapper: Providers },
  )
const { code } = UNPAID
const texts = () => store.get(toastsAtom).map(({ text }) => text)
const undoButtons = () => screen.queryAllByRole('button', { name: /^Undo/ })
const key = () => act(async () => runCommand('step.undo', 'key'))
const sentSteps = () => fakeServer.sent.flatMap(({ url, body }) => (url?.endsWith('/undo') ? [body] : []))

function note(title: string, ...steps: string[]) {
  return act(() => {
    const undoable = noteUndoable(title, [title], steps)
    notifyDone([title], 'success', `${title} done`, undoable)
    return undoable
  })
}

beforeEach(() => {
  installation.capabilities = new Set(['taking-back'])
  store.set(toastsAtom, [])
})
afterEach(() => {
  installation.capabilities = new Set()
  store.set(bookingsAtom, [])
  for (const steps of [['7'], ['8'], ['9']]) forgetUndoable({ steps })
})

describe('a step', () => {
  // ORD-50
  test('that was recorded is undone by its key, with its id', async () => {
    fakeServer.answer(({ url }) =>
      url?.endsWith('/undo')
        ? { body: { orders: [{ code, success: true, message: null }] } }
        : { body: { success: true, message: null, step: '7' } },
    )
    show()
    open('record-payment', UNPAID)
    confirm()
    await closed()
    await waitFor(() => expect(undoButtons()).toHaveLength(1))
    await key()
    await waitFor(() => expect(texts()).toContain(`Payment of order ${code} undone`))
    expect(sentSteps()).toEqual([{ steps: ['7'] }])
    expect(undoButtons()).toEqual([])
  })

  test('that is undone leaves the one before it to a key that waited, before the next render', () => {
    note('A', '7')
    show()
    noteUndoable('B', ['B'], ['8'])
    expect(commandContext().targets.undo?.title).toBe('B')
    forgetUndoable({ steps: ['8'] })
    expect(commandContext().targets.undo?.title).toBe('A')
  })

  // ORD-55
  test('of a back end that gives no id offers no undo', async () => {
    show()
    open('record-payment', UNPAID)
    confirm()
    await closed()
    await waitFor(() => expect(texts()).toEqual([`Order ${code} paid`]))
    expect([undoButtons(), commandContext().targets.undo]).toEqual([[], undefined])
  })

  test('can be undone for 20 seconds, which its notice counts and says once', () => {
    vi.useFakeTimers()
    show()
    note('A', '7')
    expect(screen.getByText('20 s').getAttribute('aria-hidden')).toBe('true')
    screen.getByText('within 20 seconds')
    act(() => void vi.advanceTimersByTime(19_000))
    expect(undoButtons()).toHaveLength(1)
    screen.getByText('within 20 seconds')
    act(() => void vi.advanceTimersByTime(2_000))
    expect(undoButtons()).toEqual([])
    expect(commandContext().targets.undo?.over).toMatch(/^A step can be undone for 20 seconds/)
    vi.useRealTimers()
  })
})

describe('a payment whose packing failed', () => {
  const PAID_ONLY = { ...UNPAID, dates: { ...UNPAID.dates, paid_at: '2026-11-19T20:06:00Z' } }
  const REFUSED = { status: 409, body: { success: false, message: 'The printer is on fire.' } }

  /** Pays order 104823 by the step 7 and packs it by the step 8, which the server refuses at first. */
  async function payWithoutPacking() {
    let [order, packing]: [Order, object] = [UNPAID, REFUSED]
    fakeServer.answer(({ method, url }) => {
      if (url?.endsWith('/undo')) return { body: { orders: [{ code, success: true, message: null }] } }
      if (method === 'GET') return { body: order }
      if (url?.endsWith('/ready')) return packing
      order = PAID_ONLY
      return { body: { success: true, message: null, step: '7' } }
    })
    show()
    open('pay-and-pack', UNPAID)
    confirm()
    await screen.findByText('The printer is on fire.', { exact: false })
    packing = { body: { success: true, message: null, step: '8' } }
  }

  test('is undone by its key after Cancel', async () => {
    await payWithoutPacking()
    // In the dialog, the payment counts as recorded.
    expect(undoButtons()).toHaveLength(0)
    act(() => commandContext().targets.dialog?.cancel())
    await waitFor(() => expect(undoButtons()).toHaveLength(1))
    await key()
    await waitFor(() => expect(texts()).toContain(`Payment of order ${code} undone`))
    expect(sentSteps()).toEqual([{ steps: ['7'] }])
  })

  test('is undone by its key after the dialog was left', async () => {
    await payWithoutPacking()
    act(closeDialog)
    await key()
    await waitFor(() => expect(texts()).toContain(`Payment of order ${code} undone`))
    expect(sentSteps()).toEqual([{ steps: ['7'] }])
  })

  test('is undone with the packing that was repeated', async () => {
    await payWithoutPacking()
    confirm()
    await closed()
    await waitFor(() => expect(commandContext().targets.undo?.title).toMatch(/^Payment and packing/))
    await key()
    await waitFor(() => expect(commandContext().targets.undo).toBeUndefined())
    expect(sentSteps()).toEqual([{ steps: ['7', '8'] }])
  })

  test('can be undone for 20 seconds from the payment, not from a later failure', async () => {
    await payWithoutPacking()
    const until = () => commandContext().targets.undo?.until
    expect(until()).toBe(Date.now() + 20_000)
    fakeServer.answer(({ method }) => (method === 'GET' ? { body: PAID_ONLY } : REFUSED))
    for (const passed of [10_000, 20_000]) {
      act(() => void vi.advanceTimersByTime(passed))
      confirm()
      await screen.findByText('The printer is on fire.', { exact: false })
    }
    expect(until()).toBe(Date.now() - 10_000)
  })
})

describe('of two steps', () => {
  test('the key undoes the last one, then the one before', async () => {
    fakeServer.answer(() => ({ body: { orders: [] } }))
    show()
    note('A', '7')
    note('B', '8')
    await key()
    await waitFor(() => expect(commandContext().targets.undo?.title).toBe('A'))
    await key()
    await waitFor(() => expect(commandContext().targets.undo).toBeUndefined())
    expect(sentSteps()).toEqual([{ steps: ['8'] }, { steps: ['7'] }])
  })

  test('each notice undoes its own', async () => {
    fakeServer.answer(() => ({ body: { orders: [] } }))
    show()
    note('A', '7')
    note('B', '8')
    const [first] = undoButtons()
    act(() => first?.click())
    await waitFor(() => expect(sentSteps()).toEqual([{ steps: ['7'] }]))
    expect(commandContext().targets.undo?.title).toBe('B')
  })

  test('a booking in between is undone in its turn', () => {
    show()
    note('A', '7')
    act(() => void noteBooking({ code: 'COC1', formPath: '/', restoreForm: () => undefined }))
    expect([commandContext().targets.booking?.code, commandContext().targets.undo]).toEqual([
      'COC1',
      undefined,
    ])
  })

  test('a booking after a packing is undone before the packing, also one before it', () => {
    show()
    note('C', '7')
    const bookings = ['COC1', 'COC2'].map((code) => ({ code, formPath: '/', restoreForm: () => undefined }))
    act(() => bookings.forEach(noteBooking))
    expect(commandContext().targets.booking?.code).toBe('COC2')
    act(() => forgetBooking('COC2'))
    expect([commandContext().targets.booking?.code, commandContext().targets.undo]).toEqual([
      'COC1',
      undefined,
    ])
    act(() => forgetBooking('COC1'))
    expect(commandContext().targets.undo?.title).toBe('C')
  })

  test('without all ids nothing is offered', () => {
    expect(noteUndoable('A', ['A'], ['7', null])).toBeNull()
    expect(noteUndoable('A', ['A'], [])).toBeNull()
  })
})

describe('taking back', () => {
  const PACKED = {
    ...UNPAID,
    dates: { ...UNPAID.dates, paid_at: '2026-11-19T00:00:00Z', ready_at: '2026-11-19T01:00:00Z' },
  }

  // ORD-52
  test('presets the last step, needs a reason, and sends both', async () => {
    fakeServer.answer(({ method }) =>
      method === 'GET' ? { body: PACKED } : { body: { success: true, message: null } },
    )
    open('take-back', PACKED)
    expect(field('Step')).toHaveProperty('value', 'pack')
    // Letters that are typed at once must not choose another step.
    expect(document.activeElement).toBe(field('Reason'))
    act(() => field('Step').focus())
    confirm()
    await screen.findByText('Enter a reason.')
    expect(document.activeElement).toBe(field('Reason'))
    type('Reason', 'Wrong order ')
    confirm()
    await closed()
    expect(fakeServer.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { step: 'pack', reason: 'Wrong order' },
    ])
  })

  test('keeps its step when another desk takes it back meanwhile, and never goes on to the one before', async () => {
    const taken = { ...PACKED, dates: { ...PACKED.dates, ready_at: null } }
    let order: Order = PACKED
    fakeServer.answer(({ method }) =>
      method === 'GET'
        ? { body: order }
        : { status: 409, body: { success: false, message: 'Taken back already.' } },
    )
    open('take-back', PACKED)
    type('Reason', 'Wrong order')
    order = taken
    const reads = () => fakeServer.sent.filter(({ method }) => method === 'GET').length
    const before = reads()
    await act(() => queryClient.invalidateQueries())
    await waitFor(() => expect(reads()).toBeGreaterThan(before))
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(field('Step')).toHaveProperty('value', 'pack')
    confirm()
    await screen.findByText('Taken back already.', { exact: false })
    expect(fakeServer.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { step: 'pack', reason: 'Wrong order' },
    ])
  })
})
