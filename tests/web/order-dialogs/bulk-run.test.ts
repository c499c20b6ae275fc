import { describe, expect, test } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { CallError } from '../../../src/web/api/client.ts'
import { type BulkJob, BulkRun, waitingSteps } from '../../../src/web/screens/order-dialogs/bulk-run.ts'
import { orderOf } from '../orders/order-of.ts'

const ORDERS = ['1', '2', '3', '4', '5'].map((code) => orderOf(code))

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
    },
  }
  return { sent, packed, job, mend: (code: string) => delete failures[code] }
}

const states = (run: BulkRun) => run.steps().map(({ order, state }) => `${order.code} ${state}`)

describe('a run', () => {
  test('acts on each order once, also on one that is listed twice', async () => {
    const { sent, job } = server()
    const run = new BulkRun(waitingSteps([...ORDERS, ...ORDERS]), job)
    await run.start()
    expect(sent.toSorted()).toEqual(['1', '2', '3', '4', '5'])
  })

  test('started again while it runs continues the same run', async () => {
    const { sent, job } = server()
    const run = new BulkRun(waitingSteps(ORDERS), job)
    await Promise.all([run.start(), run.start()])
    expect(sent).toHaveLength(5)
  })

  test('has at most three pending requests', async () => {
    const waiting: (() => void)[] = []
    const under: Order[] = []
    const job: BulkJob = {
      newest: async (order) => order,
      refusal: () => null,
      send: (order) => {
        under.push(order)
        return new Promise((resolve) => waiting.push(resolve))
      },
    }
    const run = new BulkRun(waitingSteps(ORDERS), job)
    const ended = run.start()
    await Promise.resolve()
    expect(under).toHaveLength(3)
    run.stop()
    for (const resolve of waiting) resolve()
    await ended
    expect(states(run)).toEqual(['1 done', '2 done', '3 done', '4 stopped', '5 stopped'])
  })

  test('continues after a failure, keeps its reason, and repeats only the rest', async () => {
    const { sent, job, mend } = server({ 2: new CallError(409, 'The order is not paid yet') })
    const run = new BulkRun(waitingSteps(ORDERS), job)
    await run.start()
    expect(run.steps().filter(({ state }) => state !== 'done')).toMatchObject([
      { order: { code: '2' }, state: 'failed', reason: 'The order is not paid yet', unsure: false },
    ])
    mend('2')
    await run.start()
    expect(states(run).every((state) => state.endsWith('done'))).toBe(true)
    expect(sent).toHaveLength(6)
  })

  test.each([0, 500, 503])('an order unanswered (%i) but done is not sent again', async (status) => {
    const { sent, packed, job } = server({ 3: new CallError(status, 'lost') })
    const run = new BulkRun(waitingSteps(ORDERS), job)
    await run.start()
    // The server's reason for an unknown outcome is shown.
    const reason = status === 503 ? 'lost' : null
    expect(run.steps().find(({ state }) => state === 'failed')).toMatchObject({ unsure: true, reason })
    packed.add('3')
    await run.start()
    expect(states(run)).toContain('3 done')
    expect(sent.filter((code) => code === '3')).toHaveLength(1)
  })

  test('an order that another user has done is reported and not repeated', async () => {
    const { sent, packed, job } = server()
    packed.add('4')
    const run = new BulkRun(waitingSteps(ORDERS), job)
    await run.start()
    expect(run.steps()[3]).toMatchObject({ state: 'failed', reason: 'Packed already' })
    expect(sent).not.toContain('4')
  })
})
