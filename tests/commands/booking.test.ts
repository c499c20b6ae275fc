import { describe, expect, test, vi } from 'vitest'
import { availability } from '../../commands/engine/command.ts'
import type { BookingTarget } from '../../commands/engine/targets.ts'
import { commandById } from '../../commands/index.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { exampleConsignment } from '../domain/example-consignment.ts'
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

describe('undoing a booking', () => {
  test('deletes the consignment without a question, and leads back to its form', async () => {
    const context = contextWith({ booking: booking(), consignment, record: label })
    expect([undo.keys, undo.question(context)]).toEqual([['z'], null])
    await undo.run(context)
    expect(context.effects.deleteConsignment).toHaveBeenCalledWith({ tracking_code: CODE })
    expect(context.effects.notify).toHaveBeenCalledExactlyOnceWith(
      'success',
      `Booking of consignment ${CODE} undone`,
    )
    expect(context.effects.navigate).toHaveBeenCalledWith(FORM)
  })

  test('leaves a user on another screen where they are, with a link to the form', async () => {
    const context = contextWith({ booking: booking(), record: recordTarget('104999') })
    await undo.run(context)
    expect(context.effects.navigate).not.toHaveBeenCalled()
    const link = { label: 'Open the form', path: FORM }
    expect(context.effects.notify).toHaveBeenCalledWith('success', expect.any(String), link)
  })

  test('says that a printed label must be thrown away', async () => {
    const context = contextWith({ booking: booking({ printed: true }), record: label })
    await undo.run(context)
    const words = `Throw away the printed label of consignment ${CODE}`
    expect(context.effects.notify).toHaveBeenCalledWith('warning', words)
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
    expect(availability(undo, context).state).toBe('blocked')
    refuse()
    await expect(running).rejects.toThrow('no')
    expect(undo.failure).toBe(MESSAGES.consignmentDelete)
    expect(context.effects.navigate).not.toHaveBeenCalled()
    expect(availability(undo, context).state).toBe('ready')
  })
})

describe('the next order to ship', () => {
  test('opens on its freight tab, and keeps where the order before was opened from', async () => {
    const context = contextWith({ consignment, record: label })
    vi.mocked(context.effects.nextToShip).mockResolvedValue('104900')
    await next.run(context)
    expect(context.effects.nextToShip).toHaveBeenCalledWith('104823')
    expect(context.effects.navigate).toHaveBeenCalledWith('/orders/104900?tab=freight', 'onward')
  })

  test('is none if no order is ready, which is said', async () => {
    const context = contextWith({ consignment, record: label })
    await next.run(context)
    expect(context.effects.notify).toHaveBeenCalledWith('info', 'No other order is ready to be shipped')
    expect(context.effects.navigate).not.toHaveBeenCalled()
  })

  test('is not opened over another screen that was opened in the meantime', async () => {
    const context = contextWith({ consignment, record: label })
    vi.mocked(context.effects.nextToShip).mockResolvedValue('104900')
    vi.mocked(context.effects.openRecord).mockReturnValue(null)
    await next.run(context)
    expect(context.effects.navigate).not.toHaveBeenCalled()
  })

  test('is offered on a consignment, and not for a row of a list', () => {
    expect(availability(next, contextWith({ consignment, record: label })).state).toBe('ready')
    expect(availability(next, contextWith({ consignment, list: listTarget() })).state).toBe('hidden')
  })
})
