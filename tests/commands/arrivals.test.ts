import { expect, test, vi } from 'vitest'
import { availability } from '../../commands/engine/command.ts'
import { commandById } from '../../commands/index.ts'
import { exampleArrival } from '../domain/example-records.ts'
import { contextWith } from './example-context.ts'

const [takeOne, takeSeveral, leaveOut] = [
  commandById('arrival.take'),
  commandById('arrivals.take'),
  commandById('arrivals.leave-out'),
]
const record = exampleArrival()
const file = exampleArrival({ id: '8', type: 'file', kind: null, code: null })

// ARR-3
test('an open record is taken as it is mended, unless it cannot be now', () => {
  const take = vi.fn()
  const context = contextWith({ arrivals: [record], arrival: { take, blocked: null, replay: vi.fn() } })
  expect(availability(takeOne, context)).toEqual({ state: 'ready' })
  void takeOne.run(context)
  expect(take).toHaveBeenCalledOnce()
  expect(availability(takeSeveral, context).state).toBe('hidden')
  const busy = contextWith({
    arrivals: [record],
    arrival: { take, blocked: 'Waiting for the server', replay: vi.fn() },
  })
  expect(availability(takeOne, busy)).toEqual({ state: 'blocked', reason: 'Waiting for the server' })
})

// FEED-8
test('what the source of an open record sent is applied again', () => {
  const replay = vi.fn()
  const context = contextWith({ arrivals: [record], arrival: { take: vi.fn(), blocked: null, replay } })
  void commandById('arrival.replay').run(context)
  expect(replay).toHaveBeenCalledOnce()
})

test('of selected arrivals, the records are taken together', () => {
  const context = contextWith({ arrivals: [record, file] })
  expect(takeSeveral.titleIn(context)).toBe('Take 1 record…')
  void takeSeveral.run(context)
  expect(context.effects.openDialog).toHaveBeenCalledExactlyOnceWith({
    name: 'take-arrivals',
    arrivals: [record],
  })
  expect(availability(takeSeveral, contextWith({ arrivals: [file] }))).toEqual({
    state: 'blocked',
    reason: 'Only refused records can be taken',
  })
})

// ARR-5
test('records and files are left out', () => {
  const context = contextWith({ arrivals: [record, file] })
  void leaveOut.run(context)
  expect(context.effects.openDialog).toHaveBeenCalledExactlyOnceWith({
    name: 'leave-out',
    arrivals: [record, file],
  })
  expect(availability(leaveOut, contextWith())).toMatchObject({ state: 'hidden' })
})
