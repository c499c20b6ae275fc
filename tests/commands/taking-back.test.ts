import { describe, expect, test, vi } from 'vitest'
import { availability } from '../../commands/engine/command.ts'
import { commandById } from '../../commands/index.ts'
import { exampleOrder } from '../domain/example-records.ts'
import { contextWith } from './example-context.ts'

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
