import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { ORDER_ACTIONS } from '../../../src/domain/orders/order-actions.ts'
import type { Step } from '../../../src/domain/sentences/order-steps.ts'
import { askedShippingAtom } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { closeDialog, openDialog } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { sentHereAtom } from '../../../src/web/state/last-booking.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { lastUndoableAtom } from '../../../src/web/state/undoables.ts'
import { connectionLost, fakeServer } from '../api/fake-server.ts'
import { setUpNoon } from '../noon.ts'
import { orderOf } from '../orders/order-of.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { actions, confirm, OK } from './dialog-on-screen.tsx'

setUpScreens()
setUpNoon()

const STEPS: readonly Step[] = [
  { name: 'record-payment', given: { payment_method: 'cash', reference: '88' } },
  { name: 'pack', given: { send_notification: false } },
  { name: 'record-collection', given: { collected_by: 'Hemi' } },
]

const PICKUP = { freight: { is_pickup: true }, costs: { total: 5_750 }, status: 'Ordered' }
/** What the server makes of an order by each call. */
const DATES: Record<string, object> = {
  payment: { paid_at: '2026-11-20T00:00:00Z' },
  ready: { ready_at: '2026-11-20T00:00:00Z' },
  collected: { shipped_at: '2026-11-20T00:00:00Z' },
}

// PAL-13
describe('several steps in one sentence', () => {
  let orders: Order[] = []
  /** The call that the server refuses. */
  let refused = ''
  /** The only order on which it refuses it; blank if it refuses all. */
  let refusedCode = ''
  /** The call whose answer is lost: '108854/ready'. */
  let lost = ''
  /** Until when calls have no answer. */
  let answers = Promise.resolve()
  const { capabilities } = installation

  beforeEach(() => {
    refused = ''
    refusedCode = ''
    lost = ''
    answers = Promise.resolve()
    installation.capabilities = new Set(['taking-back'])
    orders = ['108854', '108860'].map((code) => orderOf(code, PICKUP))
    fakeServer.answer(async ({ method, url }) => {
      const index = orders.findIndex(({ code }) => url.includes(`/orders/${code}`))
      const order = orders[index]
      if (url.endsWith('/undo')) {
        const left = refused === 'undo' ? { success: false, message: 'Mere has released it.' } : OK.body
        return {
          body: {
            orders: [
              { code: '108854', ...OK.body },
              { code: '108860', ...left },
            ],
          },
        }
      }
      if (!order) return { body: orders }
      if (method !== 'POST') return { body: order }
      const [call = ''] = url.split('/').slice(-1)
      if (call === refused && (refusedCode === '' || refusedCode === order.code))
        return { status: 409, body: { message: 'Mere has put it on hold.' } }
      await answers
      orders[index] = { ...order, dates: { ...order.dates, ...DATES[call] } }
      if (url.endsWith(lost) && lost !== '') connectionLost()
      return { body: { success: true, message: null, step: `${order.code} ${call}` } }
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    act(closeDialog)
    installation.capabilities = capabilities
  })

  async function open(codes: readonly string[], steps = STEPS, isConfirmed = false) {
    await openAt('/orders')
    await screen.findByRole('grid', { name: 'Orders' })
    const chosen = orders.filter(({ code }) => codes.includes(code))
    act(() => openDialog({ name: 'order-steps', orders: chosen, steps, isConfirmed }))
  }
  const lines = () =>
    within(screen.getByRole('region', { name: 'Steps' }))
      .getAllByRole('listitem')
      .map((line) => line.textContent)
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = () => actions().map(({ url, body }) => [url.split('/').slice(-2).join(' '), body])
  const toasts = () => store.get(toastsAtom).map(({ text }) => text)

  const REQUESTS = [
    [
      '108854 payment',
      { date_paid: '2026-11-20', payment_amount: 5_750, payment_method: 'cash', reference: '88' },
    ],
    ['108854 ready', expect.objectContaining({ is_pickup: true, send_notification: false })],
    ['108854 collected', { collected_by: 'Hemi', notes: '' }],
  ]

  test('are shown, sent one after another, and undone as one', async () => {
    await open(['108854'])
    await screen.findByRole('dialog', { name: '3 steps on order 108854' })
    expect(lines()).toEqual([
      '108854Record $57.50 for 108854 as cash, today, reference 88',
      '108854Pack 108854 without an e-mail',
      '108854Record the collection of 108854 by Hemi',
    ])
    expect(sent()).toEqual([])
    confirm()
    await closed()
    expect(sent()).toEqual(REQUESTS)
    expect(toasts()).toEqual(['Order 108854 paid, packed, collected'])
    expect(store.get(lastUndoableAtom)?.undoable).toMatchObject({
      title: '3 steps of order 108854',
      steps: ['108854 payment', '108854 ready', '108854 collected'],
    })
  })

  // No toast then says that another desk has sent the order.
  test('note the order as sent here after each action that is the last one', async () => {
    const packing: { isLast: boolean } = ORDER_ACTIONS.pack
    vi.spyOn(packing, 'isLast', 'get').mockReturnValue(true)
    await open(['108854'], STEPS.slice(0, 2), true)
    await waitFor(() => expect([...store.get(sentHereAtom)]).toEqual(['108854']))
  })

  test('are carried out at once when they were confirmed before', async () => {
    await open(['108854'], STEPS, true)
    await waitFor(() => expect(sent()).toEqual(REQUESTS))
    await closed()
  })

  // PAL-18
  test.each([
    ['lead to the form of the order, with its parcels, once all are done', ''],
    ['open no form if one is refused', 'ready'],
  ])('before a consignment %s', async (_, call) => {
    refused = call
    orders = [orderOf('108854', { ...PICKUP, freight: { is_pickup: false } })]
    await openAt('/orders')
    await screen.findByRole('grid', { name: 'Orders' })
    const ship = { courier: 'nzpost', parcels: '22x60x30 11.4' }
    act(() => openDialog({ name: 'order-steps', orders, steps: STEPS.slice(0, 2), isConfirmed: false, ship }))
    await screen.findByRole('dialog')
    expect(lines()[2]).toBe(
      '108854Ship 108854 with NZ Post: 1 parcel 22 × 60 × 30 cm, 11.4 kgOpened afterwards',
    )
    confirm()
    if (call === '') {
      const height = await screen.findByLabelText('Height (cm), parcel 1')
      await waitFor(() => expect(height).toHaveProperty('value', '22'))
      expect(screen.queryByRole('dialog', { name: /steps/ })).toBeNull()
    } else {
      await waitFor(() => expect(lines()[1]).toContain('Mere has put it on hold.'))
      expect(screen.queryByLabelText('Height (cm), parcel 1')).toBeNull()
      expect(store.get(askedShippingAtom)).toBeNull()
    }
  })

  test('end with the first refusal, which says what is done and what is not', async () => {
    refused = 'ready'
    await open(['108854'])
    await screen.findByRole('dialog')
    confirm()
    await screen.findByText('1 of 3 steps done')
    expect(sent().map(([call]) => call)).toEqual(['108854 payment', '108854 ready'])
    expect(lines().map((line) => line?.replace(/^.*(e-mail|Hemi|88)/, ''))).toEqual([
      'paid',
      'Mere has put it on hold.',
      'Not started',
    ])
    expect(toasts()).toEqual(['1 of 3 steps done on order 108854'])
    // Another try begins with what is not done.
    refused = ''
    confirm()
    await closed()
    expect(sent().map(([call]) => call)).toEqual([
      ...['108854 payment', '108854 ready'],
      ...['108854 ready', '108854 collected'],
    ])
  })

  test('begin with none if the order has changed so that one is impossible', async () => {
    await open(['108854'])
    await screen.findByRole('dialog')
    orders = orders.map((order) => ({ ...order, freight: { ...order.freight, is_pickup: false } }))
    confirm()
    await screen.findByText('The order is not click & collect')
    expect(sent()).toEqual([])
    expect(lines().filter((line) => line?.endsWith('Not started'))).toHaveLength(2)
  })

  test('begin with none if a sentence would be another one now', async () => {
    await open(['108854'])
    await screen.findByRole('dialog')
    orders = orders.map((order) => ({ ...order, costs: { ...order.costs, total: 6_000 } }))
    confirm()
    await screen.findByText('The order has changed: Record $60.00 for 108854 as cash, today, reference 88')
    expect(sent()).toEqual([])
  })

  test('leave out an order that does not allow them all', async () => {
    orders = orders.map((order) =>
      order.code === '108860' ? { ...order, dates: { ...order.dates, ...DATES.payment } } : order,
    )
    await open(['108854', '108860'])
    await screen.findByRole('dialog', { name: '3 steps on 2 orders' })
    expect(lines().at(-1)).toBe('108860Step 1: The order is already paidLeft out')
    confirm()
    await closed()
    expect(sent()).toEqual(REQUESTS)
  })

  // ORD-50
  describe('one step on several orders', () => {
    const HOLD: Step = { name: 'hold-order', given: { reason: 'waiting for stock' } }
    const undo = () => act(async () => runCommand('step.undo', 'key'))
    const undone = () => actions().flatMap(({ url, body }) => (url.endsWith('/undo') ? [body] : []))

    test.each<[string, Step, string]>([
      ['hold', HOLD, 'hold'],
      ['collection', { name: 'record-collection', given: { collected_by: 'hemi' } }, 'collected'],
    ])('is undone of all by one z: %s', async (_, step, call) => {
      orders = orders.map((order) => ({ ...order, dates: { ...order.dates, ...DATES.payment } }))
      await open(['108854', '108860'], [step])
      await screen.findByRole('dialog', { name: '1 step on 2 orders' })
      confirm()
      await closed()
      await undo()
      await waitFor(() => expect(undone()).toEqual([{ steps: [`108854 ${call}`, `108860 ${call}`] }]))
      await waitFor(() => expect(toasts()).toContain('2 steps of 2 orders undone'))
    })

    test('names the order of which the server refuses it, and z undoes it of the other', async () => {
      refused = 'hold'
      refusedCode = '108860'
      await open(['108854', '108860'], [HOLD])
      await screen.findByRole('dialog')
      confirm()
      await screen.findByText('1 of 2 steps done')
      expect(lines()).toEqual([
        '108854Put 108854 on hold: waiting for stockput on hold',
        '108860Put 108860 on hold: waiting for stockMere has put it on hold.',
      ])
      act(closeDialog)
      await undo()
      await waitFor(() => expect(undone()).toEqual([{ steps: ['108854 hold'] }]))
    })

    test('names the order of which the server refuses the undo', async () => {
      await open(['108854', '108860'], [HOLD])
      await screen.findByRole('dialog')
      confirm()
      await closed()
      refused = 'undo'
      await undo()
      await waitFor(() => expect(toasts()).toContain('Order 108860 is not undone. Mere has released it.'))
    })
  })

  const [PAY = { name: 'record-payment', given: {} }] = STEPS

  test('wait for an earlier run whose dialog was closed, and their dialog stays', async () => {
    let answer = () => {}
    answers = new Promise((resolve) => {
      answer = resolve
    })
    await open(['108854'], [PAY])
    await screen.findByRole('dialog')
    confirm()
    await waitFor(() => expect(sent()).toHaveLength(1))
    act(closeDialog)
    act(() => openDialog({ name: 'order-steps', orders: orders.slice(1), steps: [PAY], isConfirmed: true }))
    const dialog = await screen.findByRole('dialog', { name: '1 step on order 108860' })
    confirm()
    expect(lines()).toEqual([expect.stringMatching(/^108860Record/)])
    answer()
    await waitFor(() => expect(toasts()).toEqual(['Order 108854 paid']))
    expect(screen.getByRole('dialog')).toBe(dialog)
    confirm()
    await closed()
    expect(sent().map(([call]) => call)).toEqual(['108854 payment', '108860 payment'])
  })

  // KEY-7
  test.each([
    ['carried out', '', null],
    ['refused', 'ready', 'Not done: Ctrl K. Mere has put it on hold.'],
    ['stopped', 'Escape', 'Not done: Ctrl K. It was cancelled.'],
  ])('hold the keys pressed meanwhile, until they are %s', async (_, end, notice) => {
    let answer = () => {}
    answers = new Promise((resolve) => {
      answer = resolve
    })
    refused = end
    await open(['108854'], STEPS, true)
    await waitFor(() => expect(sent()).toHaveLength(1))
    const press = (parts: object) => fireEvent.keyDown(document.activeElement ?? document.body, parts)
    if (end === 'Escape') press({ key: 'Escape', code: 'Escape' })
    press({ key: 'k', code: 'KeyK', ctrlKey: true })
    answer()
    if (notice !== null) await waitFor(() => expect(toasts()).toContain(notice))
    else await screen.findByRole('dialog', { name: 'Command palette' })
    expect(sent()).toHaveLength({ ready: 2, Escape: 1 }[end] ?? 3)
  })

  test('on more than 20 orders are confirmed by typing their number', async () => {
    orders = Array.from({ length: 21 }, (_, index) => orderOf(`${108_800 + index}`, PICKUP))
    await open(
      orders.map(({ code }) => code),
      [PAY],
    )
    const number = await screen.findByRole('textbox', { name: 'Type 21 to confirm' })
    confirm()
    expect(sent()).toEqual([])
    fireEvent.change(number, { target: { value: '21' } })
    confirm()
    await closed()
    expect(sent()).toHaveLength(21)
  })

  test('of an order with a lost answer cannot be undone, which is said, and those of others can', async () => {
    lost = '108854/ready'
    await open(['108854', '108860'])
    await screen.findByRole('dialog')
    confirm()
    await screen.findByText('1 of 6 steps done')
    lost = ''
    confirm()
    await closed()
    expect(toasts().at(-1)).toBe('2 orders paid, packed, collected. No undo for 108854')
    expect(store.get(lastUndoableAtom)?.undoable).toMatchObject({
      title: '3 steps of order 108860',
      codes: ['108860'],
      steps: ['108860 payment', '108860 ready', '108860 collected'],
    })
  })

  // ORD-39
  test('send no tracking page with a courier that takes none', async () => {
    orders = orders.map((order) => ({
      ...order,
      dates: { ...order.dates, ...DATES.payment, ...DATES.ready },
      freight: { ...order.freight, is_pickup: false },
    }))
    const address = { tracking_code: 'AB123', tracking_url: 'https://t.example/1' }
    await open(['108854'], [{ name: 'add-tracking', given: { shipping_company: 'nzpost', ...address } }])
    await screen.findByRole('dialog')
    expect(lines()).toEqual(['108854Mark 108854 as shipped by NZ Post, tracking code AB123'])
    confirm()
    await closed()
    expect(actions()).toMatchObject([{ body: { ...address, tracking_url: '' } }])
  })

  test('are not carried out while one lacks a value', async () => {
    await open(['108854'], [...STEPS.slice(0, 2), { name: 'record-collection', given: {} }], true)
    await screen.findByRole('dialog')
    confirm()
    screen.getByText('Step 3: who collected it is missing.')
    expect(sent()).toEqual([])
    const start = screen.getByRole('button', { name: /^Carry out 3 steps/ })
    expect(start.getAttribute('aria-disabled')).toBe('true')
  })

  // ORD-35
  test('are not carried out while a text is too long, which is said', async () => {
    await open(['108854'], [{ name: 'hold-order', given: { reason: 'x'.repeat(501) } }], true)
    await screen.findByText('Step 1: too long: reason may have at most 500 characters.')
    confirm()
    expect(sent()).toEqual([])
  })
})
