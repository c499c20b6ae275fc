import { describe, expect, it } from 'vitest'
import { bookConsignment } from '../../../src/server/consignments/book.ts'
import { deleteConsignment, settleDeletions } from '../../../src/server/consignments/delete.ts'
import { createLabelCache } from '../../../src/server/consignments/label-cache.ts'
import { labelsOf } from '../../../src/server/consignments/labels.ts'
import { TEST_CONFIG } from '../orders/harness.ts'
import { type CrashTarget, MERE } from './crash-on-test.ts'
import { isCancelledIn } from './file-courier.ts'
import { killAtEachStep } from './killed-tasks.ts'
import { payloadFor } from './payload-for.ts'

const HANA = { id: 'local:hana', name: 'Hana Tūhoe', givenName: 'Hana', email: 'hana@example.com' }
const book = ({ deps }: CrashTarget, quoteId: string, code: string) =>
  bookConsignment(deps(), { quoteId, payload: payloadFor(code), staff: HANA })

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
const all = killAtEachStep('delete', async (target, code) => {
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

describe.each(all.map((tasks) => [tasks.name, tasks] as const))('%s', (_, tasks) => {
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
      if (index % 3 === 0) await deleteConsignment(deps(), trackingCode, MERE)
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
