import { describe, expect, test } from 'vitest'
import {
  type KeyQueue,
  NO_KEYS,
  type QueueEvent,
  type RecordAddress,
  reduceQueue,
  type Wait,
} from '../../../src/web/state/key-queue.ts'

const A: RecordAddress = { kind: 'order', code: 'A' }
const B: RecordAddress = { kind: 'order', code: 'B' }
const ARRIVED = { type: 'arrived' } as const

const began = (id: number, record: RecordAddress | null = null): QueueEvent => {
  const wait: Wait = { id, label: `${id}`, record, holds: 'all' }
  return { type: 'began', wait }
}
const ended = (id: number): QueueEvent => ({ type: 'ended', id, outcome: ARRIVED })
const failed = (id: number): QueueEvent => ({ type: 'ended', id, outcome: { type: 'failed', reason: 'no' } })
const key = (name: string, at = 0): QueueEvent => ({
  type: 'queued',
  key: { input: { stroke: { chord: name, character: name, repeat: false } }, name, at },
})
const scan = (code: string): QueueEvent => ({
  type: 'queued',
  key: { input: { scan: code }, name: code, at: 0 },
})
const freed = (record: RecordAddress | null = null): QueueEvent => ({ type: 'freed', record })

/** The names of the keys that ran and that were dropped, and the keys that still wait. */
function play(...events: readonly QueueEvent[]) {
  let state: KeyQueue = NO_KEYS
  const [ran, dropped]: [string[], string[]] = [[], []]
  for (const event of events) {
    const next = reduceQueue(state, event)
    state = next.state
    for (const effect of next.effects) {
      if (effect.do === 'run') ran.push(effect.key.name)
      else dropped.push(...effect.keys.map(({ name }) => `${name}: ${effect.reason}`))
    }
  }
  return { ran, dropped, waiting: state.keys.map(({ name }) => name), waits: state.waits.map(({ id }) => id) }
}

const LEFT = 'You have gone elsewhere'

describe('keys that wait', () => {
  test.each<[string, QueueEvent[], Partial<ReturnType<typeof play>>]>([
    [
      'run in order on the record',
      [began(1, A), key('r'), key('p'), ended(1), freed(A), freed(A)],
      { ran: ['r', 'p'] },
    ],
    [
      'follow from a code to its record',
      [began(1), key('r'), began(2, A), ended(1), ended(2), freed(A)],
      { ran: ['r'] },
    ],
    [
      'never run on another record',
      [began(1, A), key('r'), ended(1), freed(B)],
      { ran: [], dropped: [`r: ${LEFT}`] },
    ],
    [
      'are dropped when the user goes to another record',
      [began(1, A), key('r'), began(2, B)],
      { dropped: [`r: ${LEFT}`] },
    ],
    [
      'follow a key that leads to another record',
      [began(1, A), key('j'), key('r'), ended(1), freed(A), began(2, B), ended(2), freed(B)],
      { ran: ['j', 'r'] },
    ],
    [
      'follow a key that leads to an answer',
      [began(1, A), key('m'), key('p'), ended(1), freed(A), began(2), ended(2), freed(A)],
      { ran: ['m', 'p'] },
    ],
    [
      'are dropped when their wait fails',
      [began(1, A), key('r'), failed(1)],
      { dropped: ['r: no'], waiting: [] },
    ],
    [
      'outlast the failure of another wait',
      [began(1), began(2, A), key('r'), failed(1), ended(2), freed(A)],
      { ran: ['r'], dropped: [] },
    ],
    [
      'outlast the end of a wait that led on to the present one',
      [began(1), key('r'), began(2, A), failed(1), ended(2), freed(A)],
      { ran: ['r'] },
    ],
    [
      'are dropped with what is given up after ten seconds',
      [began(1), key('r', 5), { type: 'time', at: 10_005 }],
      { dropped: ['r: No answer came within 10 seconds'], waits: [] },
    ],
    [
      'still wait before that',
      [began(1), key('r', 5), { type: 'time', at: 10_004 }],
      { dropped: [], waiting: ['r'], waits: [1] },
    ],
    [
      'are dropped by Esc',
      [began(1), key('r'), { type: 'dropped', reason: 'Esc' }],
      { dropped: ['r: Esc'], waits: [1] },
    ],
  ])('%s', (_, events, outcome) => {
    expect(play(...events)).toMatchObject(outcome)
  })

  test('a scan and what follows it outlast the keys before it', () => {
    const events = [began(1, A), key('r'), scan('104'), key('p'), failed(1), freed(), freed()]
    expect(play(...events)).toMatchObject({ ran: ['104', 'p'], dropped: ['r: no'] })
  })

  test('a wait that has ended is ended once', () => {
    expect(play(began(1), ended(1), failed(1), key('r'), freed())).toMatchObject({
      ran: ['r'],
      dropped: [],
    })
  })
})
