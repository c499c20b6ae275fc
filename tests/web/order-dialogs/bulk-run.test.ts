import '../api/fake-server.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { CallError } from '../../../src/web/api/client.ts'
import { BULK_KINDS, type BulkJob, perform } from '../../../src/web/screens/order-dialogs/bulk-run.ts'
import {
  type BulkEvent,
  type BulkRun,
  type BulkStep,
  bulkRunAtom,
  changeRun,
  forgetRun,
  reduceRun,
  waitingSteps,
} from '../../../src/web/screens/order-dialogs/bulk-state.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { fc } from '../../properties.ts'
import { fakeServer } from '../api/fake-server.ts'
import { orderOf } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'

describe('a run', () => {
  const ORDERS = ['1', '2', '3', '4', '5'].map((code) => orderOf(code))

  afterEach(forgetRun)

  /** A server that packs orders, except for the given failures. */
  function server(failures: Record<string, unknown> = {}) {
    const sent: string[] = []
    const packed = new Set<string>()
    const job: BulkJob = {
      newest: async (order) => order,
      refusal: ({ code }) => (packed.has(code) ? 'Packed already' : null),
      async send({ code }) {
        sent.push(code)
        if (code in failures) throw failures[code]
        packed.add(code)
        return `step of ${code}`
      },
    }
    return { sent, packed, job, mend: (code: string) => delete failures[code] }
  }

  const steps = () => store.get(bulkRunAtom)?.steps ?? []
  const states = () => steps().map(({ order, state }) => `${order.code} ${state}`)

  /** Retries the current run. */
  const again = (job: BulkJob) => perform(store.get(bulkRunAtom) ?? runOf([]), job)

  describe('a run', () => {
    test('acts on each order once, also on one that is listed twice', async () => {
      const { sent, job } = server()
      await perform(runOf([...ORDERS, ...ORDERS]), job)
      expect(sent.toSorted()).toEqual(['1', '2', '3', '4', '5'])
    })

    test('started again while it runs continues the same run', async () => {
      const { sent, job } = server()
      await Promise.all([perform(runOf(ORDERS), job), again(job)])
      expect(sent).toHaveLength(5)
    })

    test('has at most three pending requests', async () => {
      const waiting: ((step: null) => void)[] = []
      const under: Order[] = []
      const job: BulkJob = {
        newest: async (order) => order,
        refusal: () => null,
        send: (order) => {
          under.push(order)
          return new Promise((resolve) => waiting.push(resolve))
        },
      }
      const ended = perform(runOf(ORDERS), job)
      await vi.waitFor(() => expect(under).toHaveLength(3))
      await Promise.resolve()
      expect(under).toHaveLength(3)
      changeRun({ type: 'stopped' })
      for (const resolve of waiting) resolve(null)
      await ended
      expect(states()).toEqual(['1 done', '2 done', '3 done', '4 stopped', '5 stopped'])
    })

    test('continues after a failure, keeps its reason, and repeats only the rest', async () => {
      const { sent, job, mend } = server({ 2: new CallError(409, 'The order is not paid yet') })
      await perform(runOf(ORDERS), job)
      expect(steps().filter(({ state }) => state !== 'done')).toMatchObject([
        { order: { code: '2' }, state: 'failed', reason: 'The order is not paid yet', unsure: false },
      ])
      mend('2')
      await again(job)
      expect(states().every((state) => state.endsWith('done'))).toBe(true)
      expect(sent).toHaveLength(6)
    })

    test.each([0, 500, 503])('an order unanswered (%i) but done is not sent again', async (status) => {
      const { sent, packed, job } = server({ 3: new CallError(status, 'lost') })
      await perform(runOf(ORDERS), job)
      // The server's reason for an unknown outcome is shown.
      const reason = status === 503 ? 'lost' : null
      expect(steps().find(({ state }) => state === 'failed')).toMatchObject({ unsure: true, reason })
      packed.add('3')
      await again(job)
      expect(states()).toContain('3 done')
      expect(sent.filter((code) => code === '3')).toHaveLength(1)
    })

    test('an order that another user has done is reported and not repeated', async () => {
      const { sent, packed, job } = server()
      packed.add('4')
      await perform(runOf(ORDERS), job)
      expect(steps()[3]).toMatchObject({ state: 'failed', reason: 'Packed already' })
      expect(sent).not.toContain('4')
    })

    test('whose user signed out sends nothing more', async () => {
      const { sent, job } = server()
      const ended = perform(runOf(ORDERS), {
        ...job,
        async send(order) {
          const step = await job.send(order)
          forgetRun()
          return step
        },
      })
      await ended
      expect(sent.length).toBeLessThanOrEqual(3)
      expect(store.get(bulkRunAtom)).toBeNull()
    })
  })
})

describe('its state', () => {
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
})

describe('a payment in full', () => {
  beforeEach(() => {
    localStorage.clear()
    storeToken(MERE)
    fakeServer.answer(() => ({ body: { success: true } }))
  })

  const pay = BULK_KINDS['record-payment']
  const TERMS = { notification: null, day: '2026-11-20' }

  test('an order is paid with its total, on the day that was named', async () => {
    await pay.send(orderOf('1', { costs: { total: 11_500 } }), TERMS)
    expect(fakeServer.sent).toMatchObject([
      { body: { payment_amount: 11_500, payment_method: 'bank', date_paid: '2026-11-20' } },
    ])
  })

  test('an order without a total is not paid with nothing', async () => {
    await expect(pay.send(orderOf('1'), TERMS)).rejects.toThrow('The order has no total.')
    expect(fakeServer.sent).toEqual([])
  })
})

/** A run over these orders, before its start. */
function runOf(orders: readonly Order[]): BulkRun {
  return {
    action: 'pack',
    phase: 'asking',
    steps: waitingSteps(orders),
    leftOut: [],
    notification: { send: true, message: 'Kia ora' },
    day: '2026-11-20',
    path: '/orders',
    startedAt: 0,
  }
}
