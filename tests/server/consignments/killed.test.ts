import { describe, expect, it } from 'vitest'
import { bookQuote } from '../../../src/server/consignments/book.ts'
import { LEASE_MS } from '../../../src/server/consignments/claims.ts'
import { cancelAndDelete, settleDeletions } from '../../../src/server/consignments/delete.ts'
import { createLabelCache, labelsOf } from '../../../src/server/consignments/labels.ts'
import { SETTLED_AFTER_MS, settleAbandoned } from '../../../src/server/consignments/settle.ts'
import { Refusal } from '../../../src/server/http/refusal.ts'
import { PATIENT } from '../../time-outs.ts'
import { TEST_CONFIG } from '../orders/harness.ts'
import { type CrashTarget, MERE } from './crash-on-test.ts'
import { bookingsIn, isCancelledIn } from './file-courier.ts'
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
    return await bookQuote(deps(), wish)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 503) throw error
    later(SETTLED_AFTER_MS)
    return bookQuote(deps(), wish)
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

const bookings = killAtEachStep('book', (target, code) => target.priced(code))

describe.each(bookings.map((tasks) => [tasks.name, tasks] as const))('%s', (_, tasks) => {
  const { target } = tasks
  // V2.3.3
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
    bookings.map(async ({ target }) => target.task('book', await target.priced('crowded'), 'crowded')),
  )
  const ends = await Promise.all([1, 2, 3].map(() => runTasks(tasks)))
  for (const { signal, steps } of ends) {
    expect([signal, steps.map(({ length }) => length > 0)]).toEqual([null, tasks.map(() => true)])
  }
  for (const [index, { target }] of bookings.entries()) {
    const quoteId = tasks[index]?.subject ?? ''
    expect(made(target, quoteId)).toHaveLength(1)
    expect(await stored(target, 'crowded')).toEqual(bookedOnce(quoteId))
  }
})

const HANA = { id: 'local:hana', name: 'Hana Tūhoe', givenName: 'Hana', email: 'hana@example.com' }
const book = ({ deps }: CrashTarget, quoteId: string, code: string) =>
  bookQuote(deps(), { quoteId, payload: payloadFor(code), staff: HANA })

const live = (trackingCode: string) => ({
  consignments: [{ tracking_code: trackingCode, deleting_since: null, deleted_at: null }],
  status: 'Shipped',
  events: 1,
  webhooks: ['consignment.booked', 'order.shipped'],
})
const pending = (trackingCode: string) => ({
  consignments: [
    { tracking_code: trackingCode, deleting_since: expect.any(String), deleted_by_name: MERE.name },
  ],
})
const deletedOnce = (trackingCode: string) => ({
  consignments: [{ tracking_code: trackingCode, deleted_at: expect.any(String), deleted_by_name: MERE.name }],
  status: 'Ordered',
  events: 2,
  webhooks: ['consignment.booked', 'order.shipped', 'consignment.deleted'],
})

/** The prices of the consignments. */
const quotes = new Map<string, string>()
const deletions = killAtEachStep('delete', async (target, code) => {
  const quoteId = await target.priced(code)
  const trackingCode = await book(target, quoteId, code)
  quotes.set(trackingCode, quoteId)
  return trackingCode
})

/** What a killed deletion has left, after checking that it is consistent. */
async function leftBy({ deps, file, stored }: CrashTarget, trackingCode: string, code: string) {
  const [left] = (await stored(code)).consignments
  const isDeleted = left?.deleted_at !== null
  const isPending = left?.deleting_since !== null && !isDeleted
  if (isPending) {
    expect(await stored(code)).toMatchObject(pending(trackingCode))
    await expect(
      labelsOf({ ...deps(), config: TEST_CONFIG, labelCache: createLabelCache() }, trackingCode),
    ).rejects.toThrow('The consignment is being deleted.')
  } else if (!isDeleted) {
    expect(isCancelledIn(file, trackingCode)).toBe(false)
    expect(await stored(code)).toMatchObject(live(trackingCode))
  }
  return { isDeleted, isPending }
}

describe.each(deletions.map((tasks) => [tasks.name, tasks] as const))('%s', (_, tasks) => {
  const { target } = tasks
  const { deps, file, stored } = target
  it('deletes once, at whatever step it is killed, and never offers a cancelled label', {
    timeout: 300_000,
  }, async () => {
    const { whole, steps, killed } = tasks
    expect(steps.length).toBeGreaterThan(8)
    expect(await stored('whole')).toMatchObject(deletedOnce(whole?.subject ?? ''))
    const ends: { code: string; trackingCode: string; isDeleted: boolean }[] = []
    let pendingAfterCancel = 0
    for (const [index, { subject: trackingCode, orderCode: code }] of killed.entries()) {
      const { isDeleted, isPending } = await leftBy(target, trackingCode, code)
      if (isPending && isCancelledIn(file, trackingCode)) pendingAfterCancel += 1
      if (index % 3 === 0) await cancelAndDelete(deps(), trackingCode, MERE)
      else if (index % 3 === 1 && isPending) {
        await expect(book(target, quotes.get(trackingCode) ?? '', code)).rejects.toThrow('was deleted')
      }
      ends.push({ code, trackingCode, isDeleted: isPending || isDeleted || index % 3 === 0 })
    }
    // For those that were neither deleted nor booked again.
    await settleDeletions(deps())
    for (const { code, trackingCode, isDeleted } of ends) {
      expect(await stored(code)).toMatchObject(isDeleted ? deletedOnce(trackingCode) : live(trackingCode))
      expect(isCancelledIn(file, trackingCode)).toBe(isDeleted)
    }
    expect(pendingAfterCancel).toBeGreaterThan(0)
  })
})
