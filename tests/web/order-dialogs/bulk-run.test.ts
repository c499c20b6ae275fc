import '../api/fake-server.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { CallError } from '../../../src/web/api/client.ts'
import { startRun, waitingEntries } from '../../../src/web/form/run.ts'
import { BULK_KINDS, type BulkJob, onEach } from '../../../src/web/screens/order-dialogs/bulk-run.ts'
import { type BulkRun, bulkRunAtom, forgetRun } from '../../../src/web/screens/order-dialogs/bulk-state.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { GENEROUS } from '../../time-outs.ts'
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
    const held = new Set<string>()
    const job: BulkJob = {
      newest: async (order) => order,
      refusal: ({ code }) => (held.has(code) ? 'On hold' : packed.has(code) ? 'Packed already' : null),
      isDone: ({ code }) => packed.has(code),
      async send({ code }) {
        sent.push(code)
        if (code in failures) throw failures[code]
        packed.add(code)
        return `step of ${code}`
      },
    }
    return { sent, packed, held, job, mend: (code: string) => delete failures[code] }
  }

  const entries = () => store.get(bulkRunAtom)?.entries ?? []
  const states = () => entries().map(({ id, state }) => `${id} ${state}`)

  const start = (run: BulkRun, job: BulkJob) => startRun(bulkRunAtom, run, onEach(job), () => {})
  const perform = async (run: BulkRun, job: BulkJob) => start(run, job)?.concluded

  /** Retries the current run. */
  const again = (job: BulkJob) => perform(store.get(bulkRunAtom) ?? runOf([]), job)

  describe('a run', () => {
    test('acts on each order once, also on one that is listed twice', async () => {
      const { sent, job } = server()
      await perform(runOf([...ORDERS, ...ORDERS]), job)
      expect(sent.toSorted()).toEqual(['1', '2', '3', '4', '5'])
    })

    test('has at most three pending requests', async () => {
      const waiting: ((step: null) => void)[] = []
      const under: Order[] = []
      const job: BulkJob = {
        newest: async (order) => order,
        refusal: () => null,
        isDone: () => false,
        send: (order) => {
          under.push(order)
          return new Promise((resolve) => waiting.push(resolve))
        },
      }
      const run = start(runOf(ORDERS), job)
      await vi.waitFor(() => expect(under).toHaveLength(3), GENEROUS)
      await Promise.resolve()
      expect(under).toHaveLength(3)
      run?.stop()
      for (const resolve of waiting) resolve(null)
      await run?.concluded
      expect(states()).toEqual(['1 done', '2 done', '3 done', '4 stopped', '5 stopped'])
    })

    test('continues after a failure, keeps its reason, and repeats only the rest', async () => {
      const { sent, job, mend } = server({ 2: new CallError(409, 'The order is not paid yet') })
      await perform(runOf(ORDERS), job)
      expect(entries().filter(({ state }) => state !== 'done')).toMatchObject([
        { id: '2', state: 'failed', reason: 'The order is not paid yet', unsure: false },
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
      expect(entries().find(({ state }) => state === 'failed')).toMatchObject({ unsure: true, reason })
      packed.add('3')
      await again(job)
      expect(states()).toContain('3 done')
      expect(sent.filter((code) => code === '3')).toHaveLength(1)
    })

    test('an order unanswered and not done is not reported as done when it was set on hold meanwhile', async () => {
      const { sent, held, job } = server({ 3: new CallError(0, 'lost') })
      await perform(runOf(ORDERS), job)
      held.add('3')
      await again(job)
      expect(entries()[2]).toMatchObject({ state: 'failed', reason: 'On hold' })
      expect(sent.filter((code) => code === '3')).toHaveLength(1)
    })

    test('an order that another user has done is reported and not repeated', async () => {
      const { sent, packed, job } = server()
      packed.add('4')
      await perform(runOf(ORDERS), job)
      expect(entries()[3]).toMatchObject({ state: 'failed', reason: 'Packed already' })
      expect(sent).not.toContain('4')
    })
  })
})

describe('a payment in full', () => {
  beforeEach(() => {
    localStorage.clear()
    storeToken(MERE)
    fakeServer.answer(() => ({ body: { success: true } }))
  })

  const pay = BULK_KINDS['record-payment']
  const TERMS = {
    notification: null,
    payment: { payment_method: 'cash', date_paid: '2026-11-20', reference: '88' },
  } as const

  test('an order is paid with its total, as was named', async () => {
    await pay.send(orderOf('1', { costs: { total: 11_500 } }), TERMS)
    expect(fakeServer.sent).toMatchObject([
      { body: { payment_amount: 11_500, payment_method: 'cash', date_paid: '2026-11-20', reference: '88' } },
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
    entries: waitingEntries(orders, ({ code }) => code),
    leftOut: [],
    notification: { send: true, message: 'Kia ora' },
    payment: { payment_method: 'bank', date_paid: '2026-11-20', reference: '' },
    path: '/orders',
    startedAt: 0,
  }
}
