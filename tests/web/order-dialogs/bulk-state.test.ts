import { describe, expect, test } from 'vitest'
import {
  type BulkEvent,
  type BulkRun,
  type BulkStep,
  reduceRun,
} from '../../../src/web/screens/order-dialogs/bulk-state.ts'
import { fc } from '../../properties.ts'
import { orderOf } from '../orders/order-of.ts'
import { runOf } from './run-of.ts'

const ORDERS = ['1', '2', '3'].map((code) => orderOf(code))
const ASKED = runOf(ORDERS)

const runAfter = (...events: BulkEvent[]) => events.reduce(reduceRun, ASKED)
const states = ({ steps }: BulkRun) => steps.map(({ state }) => state)
const done = (code: string): BulkEvent => ({
  type: 'answered',
  code,
  outcome: { state: 'done', unsure: false },
})
const failed = (code: string): BulkEvent => ({
  type: 'answered',
  code,
  outcome: { state: 'failed', reason: 'On hold', unsure: true },
})
const STARTED: BulkEvent = { type: 'started' }
const STOPPED: BulkEvent = { type: 'stopped' }
const sent = (code: string): BulkEvent => ({ type: 'sent', code })

test.each<[string, BulkEvent[], BulkRun['phase'], BulkStep['state'][]]>([
  ['waits for all at first', [STARTED], 'running', ['waiting', 'waiting', 'waiting']],
  ['runs while one is under way', [STARTED, sent('1'), STOPPED], 'running', ['sent', 'stopped', 'stopped']],
  [
    'ends with the last answer',
    [STARTED, sent('1'), STOPPED, done('1')],
    'ended',
    ['done', 'stopped', 'stopped'],
  ],
  ['is not stopped before it starts', [STOPPED], 'asking', ['waiting', 'waiting', 'waiting']],
  ['is not started twice', [STARTED, sent('1'), STARTED], 'running', ['sent', 'waiting', 'waiting']],
  [
    'started again tries what is not done',
    [STARTED, done('1'), failed('2'), STOPPED, STARTED],
    'running',
    ['done', 'waiting', 'waiting'],
  ],
  [
    'cut short, has nothing waiting or under way',
    [STARTED, sent('1'), done('1'), sent('2'), { type: 'cut-short' }],
    'ended',
    ['done', 'failed', 'stopped'],
  ],
])('a run %s', (_, events, phase, steps) => {
  const run = runAfter(...events)
  expect([run.phase, states(run)]).toEqual([phase, steps])
})

describe('of a failure', () => {
  test('another try removes the reason, but not that it may have been done', () => {
    expect(runAfter(STARTED, failed('1'), STOPPED, STARTED).steps[0]).toMatchObject({
      reason: null,
      unsure: true,
    })
  })

  test('the outcome of the running request is unknown', () => {
    expect(runAfter(STARTED, sent('1'), { type: 'cut-short' }).steps[0]).toMatchObject({ unsure: true })
  })
})

test('a notification is changed field by field; without one, none is created', () => {
  const change: BulkEvent = { type: 'notification-changed', change: { send: false } }
  expect(reduceRun(ASKED, change).notification).toEqual({ send: false, message: 'Kia ora' })
  expect(reduceRun({ ...ASKED, notification: null }, change).notification).toBeNull()
})

test('whatever happens, it keeps its orders, undoes nothing, and runs exactly as long as there is something to do', () => {
  const code = fc.constantFrom('1', '2', '3')
  const events = fc.array(
    fc.oneof(fc.constant(STARTED), fc.constant(STOPPED), code.map(sent), code.map(done), code.map(failed)),
  )
  fc.assert(
    fc.property(events, (list) => {
      let run = reduceRun(ASKED, STARTED)
      for (const event of list) {
        const next = reduceRun(run, event)
        expect(next.steps.map(({ order }) => order)).toEqual(ORDERS)
        const wasDone = (index: number) => run.steps[index]?.state === 'done'
        if (event.type === 'started' || event.type === 'stopped') {
          expect(next.steps.every(({ state }, index) => !wasDone(index) || state === 'done')).toBe(true)
        }
        expect(next.phase === 'running').toBe(
          states(next).some((state) => state === 'waiting' || state === 'sent'),
        )
        run = next
      }
    }),
  )
})
