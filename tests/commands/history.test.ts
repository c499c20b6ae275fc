import { describe, expect, test, vi } from 'vitest'
import { availability, isSupported } from '../../commands/engine/command.ts'
import { COMMANDS, commandById } from '../../commands/index.ts'
import { exampleConsignment, exampleOrder } from '../domain/example-records.ts'
import { contextWith, recordTarget } from './example-context.ts'

const order = exampleOrder({ code: 'A/1' })
const consignment = exampleConsignment({ tracking_code: 'COC00014123' })

describe.each([
  ['order.history', { order }, { kind: 'order', code: 'A/1' }],
  ['consignment.history', { consignment }, { kind: 'consignment', code: 'COC00014123' }],
] as const)('%s', (id, targets, subject) => {
  const command = commandById(id)

  test('opens the history of the record, in a list and on its screen', () => {
    for (const more of [{}, { record: recordTarget(subject.code, { kind: subject.kind }) }]) {
      const context = contextWith({ ...targets, ...more })
      expect(availability(command, context)).toEqual({ state: 'ready' })
      void command.run(context)
      expect(context.effects.openDialog).toHaveBeenCalledWith({ name: 'history', ...subject })
    }
  })

  test('is hidden without a record', () => {
    expect(availability(command, contextWith())).toEqual({ state: 'hidden', reason: null })
  })

  test('is hidden, without a reason, if the back end keeps no history', () => {
    const context = contextWith(targets, { capabilities: new Set() })
    expect(availability(command, context)).toEqual({ state: 'hidden', reason: null })
    expect(isSupported(command, context)).toBe(false)
  })
})

describe('record.deleted-history', () => {
  const command = commandById('record.deleted-history')
  const record = recordTarget('COC1', { kind: 'consignment' })

  test('opens the history of a consignment that is not found', () => {
    const context = contextWith({ record })
    expect(availability(command, context)).toEqual({ state: 'ready' })
    void command.run(context)
    const dialog = { name: 'history', kind: 'consignment', code: 'COC1' }
    expect(context.effects.openDialog).toHaveBeenCalledWith(dialog)
  })

  test.each([
    ['while it is loading', { record: { ...record, loading: true } }],
    ['of one that is found', { record, consignment }],
    ['of another kind of record', { record: recordTarget('104823') }],
    ['on another screen', {}],
  ])('is hidden %s', (_, targets) => {
    expect(availability(command, contextWith(targets)).state).toBe('hidden')
  })
})

test('the history of one order is not opened while several are selected', () => {
  const context = contextWith({ order, orders: [order, exampleOrder({ code: '2' })] })
  expect(availability(commandById('order.history'), context)).toEqual({
    state: 'blocked',
    reason: 'One order at a time. Clear the selection first.',
  })
})

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

test('all other commands but those of sessions and new rows work with every back end', () => {
  const unsupported = COMMANDS.filter((command) => !isSupported(command, { capabilities: new Set() }))
  expect(unsupported.map(({ id }) => id)).toEqual([
    'record.deleted-history',
    'list.take-new',
    'list.export',
    'view.save',
    ...DIGITS.map((digit) => `view.open-${digit}`),
    'view.to-pack',
    'view.stopped',
    'view.manage',
    'order.pack-on-account',
    'order.book-by-rule',
    'orders.book-by-rule',
    'order.another-consignment',
    'order.next-to-ship',
    'order.skip',
    'order.unskip',
    'step.undo',
    'order.hold',
    'order.release',
    'order.take-source-changes',
    'order.keep-source-changes',
    'order.take-back',
    'order.export',
    'order.history',
    'consignment.print-contents',
    'labels.print-awaiting',
    'consignment.export',
    'consignment.history',
    'stopped.delete',
    'consignment.next-to-ship',
    'parcels.as-last',
    'freight.by-rule',
    'go.pick-runs',
    'orders.pick-run',
    'pick-run.tick',
    'pick-run.more',
    'pick-run.less',
    'pick-run.short',
    'pick-run.note-barcode',
    'pick-run.finish',
    'pick-run.ship',
    'pick-run.camera',
    'pick-run.print',
    'pick-run.give-up',
    'courier-day.print',
    'courier-day.close',
    'courier-day.print-all',
    'courier-day.close-all',
    'courier-day.other-tab',
    'ship.next-parcel',
    'ship.note-barcode',
    'arrival.take',
    'arrival.replay',
    'arrivals.take',
    'arrivals.leave-out',
    'go.arrivals',
    'go.end-of-day',
    'go.late',
    'import.open',
    'import.stop',
    'printing.elsewhere',
    'printing.in-browser',
    'printing.test-label',
    'workstation.label-printer',
    'workstation.paper-printer',
    'sessions.end-others',
  ])
})

const undo = commandById('step.undo')
const takeBack = commandById('order.take-back')
const DONE = { title: 'Packing of 2 orders', steps: ['7', '8'], codes: ['1', '2'], until: 0, over: null }
const BOOKING = { code: 'COC1', printed: false, formPath: '/', over: null }
const PAID = exampleOrder({ dates: { paid_at: '2026-11-20T01:00:00Z' } })

describe('undo', () => {
  test('undoes all of it, and says so', async () => {
    const context = contextWith({ undo: DONE })
    await undo.run(context)
    expect(context.effects.undo).toHaveBeenCalledExactlyOnceWith(DONE)
    expect(vi.mocked(context.effects.notify).mock.calls).toEqual([
      ['success', 'Packing of 2 orders undone', null, ['1', '2']],
    ])
  })

  // ORD-53
  test('names the orders that another desk has changed, and counts the others', async () => {
    const context = contextWith({ undo: DONE })
    const reason = 'Tama Ngata recorded its collection on 20/11/2026 14:00.'
    vi.mocked(context.effects.undo).mockResolvedValue([{ code: '2', reason }])
    await undo.run(context)
    expect(vi.mocked(context.effects.notify).mock.calls).toEqual([
      ['success', '1 order undone', null, ['1']],
      ['error', `Order 2 is not undone. ${reason}`, null, ['2']],
    ])
  })

  test('is offered on every screen, and yields to a booking that was made since', () => {
    expect(availability(undo, contextWith({ undo: DONE }, { path: '/products' })).state).toBe('ready')
    expect(availability(undo, contextWith({ undo: DONE, booking: BOOKING })).state).toBe('hidden')
    expect(availability(undo, contextWith({})).state).toBe('hidden')
  })

  test('says why it is too late', () => {
    expect(availability(undo, contextWith({ undo: { ...DONE, over: 'Too late' } }))).toMatchObject({
      reason: 'Too late',
    })
  })
})

describe('taking back', () => {
  test('opens its dialog for an order with a step', () => {
    const context = contextWith({ order: PAID })
    void takeBack.run(context)
    expect(context.effects.openDialog).toHaveBeenCalledExactlyOnceWith({ name: 'take-back', order: PAID })
    expect(availability(takeBack, contextWith({ order: exampleOrder() })).state).not.toBe('ready')
  })
})

// ORD-55
test('another back end is offered neither', () => {
  const context = contextWith({ order: PAID, undo: DONE }, { capabilities: new Set() })
  expect([undo, takeBack].map((command) => availability(command, context).state)).toEqual([
    'hidden',
    'hidden',
  ])
})
