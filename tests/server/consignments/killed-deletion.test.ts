import { expect, it } from 'vitest'
import { bookConsignment } from '../../../src/server/consignments/book.ts'
import { deleteConsignment, settleDeletions } from '../../../src/server/consignments/delete.ts'
import { createLabelCache } from '../../../src/server/consignments/label-cache.ts'
import { labelsOf } from '../../../src/server/consignments/labels.ts'
import { onEachDatabase } from '../databases.ts'
import { TEST_CONFIG } from '../orders/harness.ts'
import { crashOnTest, MERE } from './crash-on-test.ts'
import { isCancelledIn } from './file-courier.ts'
import { payloadFor } from './payload-for.ts'

onEachDatabase((database) => {
  const { deps, file, priced, run, stored } = crashOnTest(database)
  const HANA = { id: 'local:hana', name: 'Hana Tūhoe', givenName: 'Hana', email: 'hana@example.com' }
  const book = (quoteId: string, code: string) =>
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
    consignments: [
      { tracking_code: trackingCode, deleted_at: expect.any(String), deleted_by_name: MERE.name },
    ],
    status: 'Ordered',
    events: 2,
    webhooks: ['consignment.booked', 'order.shipped', 'consignment.deleted'],
  })

  it('deletes once, at whatever step it is killed, and never offers a cancelled label', {
    timeout: 300_000,
  }, async () => {
    const whole = await book(await priced('deleted-whole'), 'deleted-whole')
    const { output } = await run('delete', whole, 'deleted-whole', 0)
    const steps = Number(output)
    expect(steps).toBeGreaterThan(8)
    expect(await stored('deleted-whole')).toMatchObject(deletedOnce(whole))
    let pendingAfterCancel = 0
    for (let crashAt = 1; crashAt <= steps; crashAt += 1) {
      const code = `deleted-${crashAt}`
      const quoteId = await priced(code)
      const trackingCode = await book(quoteId, code)
      const { signal } = await run('delete', trackingCode, code, crashAt)
      expect(signal).toBe('SIGKILL')
      const [left] = (await stored(code)).consignments
      const isPending = left?.deleting_since !== null && left?.deleted_at === null
      if (isPending) {
        expect(await stored(code)).toMatchObject(pending(trackingCode))
        await expect(
          labelsOf({ ...deps(), config: TEST_CONFIG, labelCache: createLabelCache() }, trackingCode),
        ).rejects.toThrow('The consignment is being deleted.')
        if (isCancelledIn(file, trackingCode)) pendingAfterCancel += 1
      } else if (left?.deleted_at === null) {
        expect(isCancelledIn(file, trackingCode)).toBe(false)
        expect(await stored(code)).toMatchObject(live(trackingCode))
      }
      if (crashAt % 3 === 0) await settleDeletions(deps())
      else if (crashAt % 3 === 1) await deleteConsignment(deps(), trackingCode, MERE)
      else if (isPending) await expect(book(quoteId, code)).rejects.toThrow('was deleted')
      const isDeleted = isPending || left?.deleted_at !== null || crashAt % 3 === 1
      expect(await stored(code)).toMatchObject(isDeleted ? deletedOnce(trackingCode) : live(trackingCode))
      expect(isCancelledIn(file, trackingCode)).toBe(isDeleted)
    }
    expect(pendingAfterCancel).toBeGreaterThan(0)
  })
})
