import { describe, expect, it } from 'vitest'
import { bookConsignment } from '../../../src/server/consignments/book.ts'
import { LEASE_MS } from '../../../src/server/consignments/claims.ts'
import { SETTLED_AFTER_MS, settleAbandoned } from '../../../src/server/consignments/settle.ts'
import { Refusal } from '../../../src/server/http/refusal.ts'
import { PATIENT } from '../../time-outs.ts'
import { type CrashTarget, MERE } from './crash-on-test.ts'
import { bookingsIn } from './file-courier.ts'
import { killAtEachStep, runTasks } from './killed-tasks.ts'
import { payloadFor } from './payload-for.ts'

const made = ({ file }: CrashTarget, quoteId: string) =>
  bookingsIn(file).filter(({ reference }) => reference === quoteId)
const stored = async (target: CrashTarget, code: string) => {
  const { consignments, ...rest } = await target.stored(code)
  return { ...rest, consignments: consignments.map(({ tracking_code }) => tracking_code) }
}
/** Books like staff, who try again after being told to wait a minute. */
async function bookPatiently({ deps, later }: CrashTarget, quoteId: string, code: string): Promise<string> {
  const wish = { quoteId, payload: payloadFor(code), staff: MERE }
  try {
    return await bookConsignment(deps(), wish)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 503) throw error
    later(SETTLED_AFTER_MS)
    return bookConsignment(deps(), wish)
  }
}
const bookedOnce = (quoteId: string) => ({
  consignments: [`F1-${quoteId}`],
  status: 'Shipped',
  events: 1,
  claims: 0,
  webhooks: ['consignment.booked', 'order.shipped'],
})
const never = { consignments: [], status: 'Ordered', events: 0, webhooks: [] }

const all = killAtEachStep('book', (target, code) => target.priced(code))

describe.each(all.map((tasks) => [tasks.name, tasks] as const))('%s', (_, tasks) => {
  const { target } = tasks
  it('books once, at whatever step it is killed and whatever runs next', { timeout: 300_000 }, async () => {
    const { whole, steps, killed } = tasks
    expect(steps.length).toBeGreaterThan(15)
    expect(await stored(target, 'whole')).toEqual(bookedOnce(whole?.subject ?? ''))
    // All claims have expired.
    target.later(LEASE_MS)
    const expectBooks = async (isEven: boolean) => {
      for (const { subject, orderCode } of killed.filter((_, index) => (index % 2 === 0) === isEven)) {
        expect(await bookPatiently(target, subject, orderCode)).toBe(`F1-${subject}`)
        expect(made(target, subject)).toHaveLength(1)
        expect(await stored(target, orderCode)).toEqual(bookedOnce(subject))
      }
    }
    const isEvenFirst = tasks.name === 'PostgreSQL'
    await expectBooks(isEvenFirst)
    await settleAbandoned(target.deps())
    for (const { subject, orderCode } of killed) {
      const isMade = made(target, subject).length === 1
      expect(await stored(target, orderCode)).toMatchObject(isMade ? bookedOnce(subject) : never)
    }
    await expectBooks(!isEvenFirst)
  })
})

it('books once for several processes at once', PATIENT, async () => {
  const tasks = await Promise.all(
    all.map(async ({ target }) => target.task('book', await target.priced('crowded'), 'crowded')),
  )
  const ends = await Promise.all([1, 2, 3].map(() => runTasks(tasks)))
  for (const { signal, steps } of ends) {
    expect([signal, steps.map(({ length }) => length > 0)]).toEqual([null, tasks.map(() => true)])
  }
  for (const [index, { target }] of all.entries()) {
    const quoteId = tasks[index]?.subject ?? ''
    expect(made(target, quoteId)).toHaveLength(1)
    expect(await stored(target, 'crowded')).toEqual(bookedOnce(quoteId))
  }
})
