import { describe, expect, test, vi } from 'vitest'
import { availability, yieldsKeys } from '../../commands/engine/command.ts'
import type { BookingTarget } from '../../commands/engine/targets.ts'
import { commandById } from '../../commands/index.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { exampleConsignment, exampleOrder } from '../domain/example-records.ts'
import { contextWith, listTarget, recordTarget } from './example-context.ts'

const CODE = 'COC00014123'
const FORM = '/orders/104823?tab=freight'
const consignment = exampleConsignment({ tracking_code: CODE, order_code: '104823' })
const label = recordTarget(CODE, { kind: 'consignment', back: FORM })
const undo = commandById('booking.undo')
const next = commandById('consignment.next-to-ship')

const booking = (parts: Partial<BookingTarget> = {}): BookingTarget => ({
  code: CODE,
  printed: false,
  formPath: FORM,
  over: null,
  ...parts,
})

// ORD-45
test('the consignment of a stopped order is deleted after a question, and `d` is then for nothing else', () => {
  const stopped = commandById('stopped.delete')
  const context = contextWith({ order: exampleOrder(), stoppedParcel: { order: '104811', code: CODE } })
  expect(stopped.question(context)).toMatchObject({ subject: `Consignment ${CODE}`, confirmLabel: 'Delete' })
  expect(yieldsKeys(commandById('order.details'), context)).toBe(true)
})

describe('undoing a booking', () => {
  test('deletes the consignment without a question, and leads back to its form', async () => {
    const context = contextWith({ booking: booking(), consignment, record: label })
    expect([undo.keys, undo.question(context)]).toEqual([['z'], null])
    await undo.run(context)
    expect(context.effects.deleteConsignment).toHaveBeenCalledWith({ tracking_code: CODE })
    expect(context.effects.notify).toHaveBeenCalledExactlyOnceWith(
      'success',
      `Booking of consignment ${CODE} undone`,
      null,
      [CODE],
    )
    expect(context.effects.navigate).toHaveBeenCalledWith(FORM, 'undone')
  })

  test('leaves a user on another screen where they are, with a link to the form', async () => {
    const context = contextWith({ booking: booking(), record: recordTarget('104999') })
    await undo.run(context)
    expect(context.effects.navigate).not.toHaveBeenCalled()
    const link = { label: 'Open the form', path: FORM }
    expect(context.effects.notify).toHaveBeenCalledWith('success', expect.any(String), link, [CODE])
  })

  test('says that a printed label must be thrown away', async () => {
    const context = contextWith({ booking: booking({ printed: true }), record: label })
    await undo.run(context)
    const words = `Throw away the printed label of consignment ${CODE}`
    expect(context.effects.notify).toHaveBeenCalledWith('warning', words, null, [CODE])
  })

  test('is not possible later, and says why', () => {
    const context = contextWith({ booking: booking({ over: 'Too late' }) })
    expect(availability(undo, context)).toEqual({ state: 'hidden', reason: 'Too late' })
    expect(availability(undo, contextWith()).state).toBe('hidden')
  })

  test('is sent once, and a refusal says the message of the catalogue and goes nowhere', async () => {
    const context = contextWith({ booking: booking(), record: label })
    let refuse = () => {}
    vi.mocked(context.effects.deleteConsignment).mockImplementation(
      () => new Promise((_, reject) => (refuse = () => reject(new Error('no')))),
    )
    const running = undo.run(context)
    expect(availability(undo, { ...context, deleting: new Set([label.code]) }).state).toBe('blocked')
    refuse()
    await expect(running).rejects.toThrow('no')
    expect(undo.failure).toBe(MESSAGES.consignmentDelete)
    expect(context.effects.navigate).not.toHaveBeenCalled()
    expect(availability(undo, context).state).toBe('ready')
  })
})

describe.each([
  ['a consignment', next, { consignment, record: label }, 'onward'],
  [
    'an order',
    commandById('order.next-to-ship'),
    { order: exampleOrder({ code: '104823' }), record: recordTarget('104823') },
    'adjacent',
  ],
] as const)('the next order to ship, on %s', (_, command, targets, move) => {
  test('opens on its freight tab, and keeps where the order before was opened from', async () => {
    const context = contextWith(targets)
    vi.mocked(context.effects.nextToShip).mockResolvedValue({ code: '104900', outside: null })
    await command.run(context)
    expect(command.keys).toEqual(['n'])
    expect(context.effects.nextToShip).toHaveBeenCalledWith('104823')
    expect(context.effects.navigate).toHaveBeenCalledExactlyOnceWith('/orders/104900?tab=freight', move)
  })

  test('is none if no order is ready, which is said', async () => {
    const context = contextWith(targets)
    await command.run(context)
    expect(context.effects.notify).toHaveBeenCalledExactlyOnceWith(
      'info',
      'No other order is ready to be shipped',
    )
    expect(context.effects.navigate).not.toHaveBeenCalled()
  })

  test('is offered outside of a list that has no other, and opened only by the user', async () => {
    const context = contextWith(targets)
    vi.mocked(context.effects.nextToShip).mockResolvedValue({ code: null, outside: '104700' })
    await command.run(context)
    const link = { label: 'Open order 104700', path: '/orders/104700?tab=freight' }
    const words = 'No other order in the list can be shipped now'
    expect(context.effects.notify).toHaveBeenCalledExactlyOnceWith('info', words, link)
    expect(context.effects.navigate).not.toHaveBeenCalled()
  })

  test('is not opened over another screen that was opened in the meantime', async () => {
    const context = contextWith(targets)
    vi.mocked(context.effects.nextToShip).mockResolvedValue({ code: '104900', outside: null })
    vi.mocked(context.effects.openRecord).mockReturnValue(null)
    await command.run(context)
    expect(context.effects.navigate).not.toHaveBeenCalled()
  })

  test('is offered on its screen, and not for a row of a list', () => {
    expect(availability(command, contextWith(targets)).state).toBe('ready')
    const { record: _, ...row } = targets
    expect(availability(command, contextWith({ ...row, list: listTarget() })).state).toBe('hidden')
    const elsewhere = contextWith(targets, { capabilities: new Set() })
    expect(availability(command, elsewhere).state).toBe('hidden')
  })
})
