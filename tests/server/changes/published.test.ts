import { describe, expect, it } from 'vitest'
import type { Change } from '../../../src/contract/changes.ts'
import { noteChanges } from '../../../src/server/changes/note-changes.ts'
import { settleDeletions } from '../../../src/server/consignments/delete.ts'
import { trackConsignments } from '../../../src/server/consignments/track.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { fails } from '../consignments/fake-courier.ts'
import { onEachDatabase } from '../databases.ts'
import { CUSTOMER, importFolder, ORDER } from '../import/harness.ts'
import { PAYMENT } from '../orders/order-on-test.ts'
import { feedOnTest } from './feed-on-test.ts'

onEachDatabase((database) => {
  const feeds = feedOnTest(database)
  const target = bookingOnTest(database)
  const folder = importFolder()
  const note = (...changes: Change[]) =>
    database.db.transaction().execute((within) => noteChanges(within, changes))
  const order = (code: string): Change => ({ kind: 'order', code, is_new: false })

  describe('changes are published', () => {
    it('by every process, in the order of their commits', async () => {
      const here = await feeds.start()
      const there = await feeds.start(await database.openAgain())
      await note(order('1'), order('2'))
      await note({ kind: 'consignment', code: 'AX 1', is_new: true })
      for (const process of [here, there]) {
        await process.shows('order 1', 'order 2', 'new consignment AX 1')
      }
    })

    it('only if their transaction commits', async () => {
      const { shows } = await feeds.start()
      const failing = database.db.transaction().execute(async (within) => {
        await noteChanges(within, [order('1')])
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      await note(order('2'))
      await shows('order 2')
    })

    it('from the start of the feed on', async () => {
      await note(order('1'))
      const { shows } = await feeds.start()
      await note(order('2'))
      await shows('order 2')
    })

    it('after an action on an order, once, and not after a refused one', async () => {
      await target.putOrder()
      const { shows } = await feeds.start()
      const pay = () => target.app().post(`/api/v1/orders/${target.code}/payment`, PAYMENT)
      expect([(await pay()).status, (await pay()).status]).toEqual([200, 409])
      await note(order('end'))
      await shows(`order ${target.code}`, 'order end')
    })

    it('after a booking, for the consignment and its order', async () => {
      await target.putOrder()
      const { shows } = await feeds.start()
      await target.book(await target.quote())
      await shows(`new consignment ${target.swift.made[0]?.booking.trackingCode}`, `order ${target.code}`)
    })

    it('after a deletion is requested, and after its courier has confirmed it', async () => {
      await target.putOrder()
      await target.book(await target.quote())
      const code = target.swift.made[0]?.booking.trackingCode ?? ''
      const { shows } = await feeds.start()
      target.swift.behave({ cancel: fails })
      expect((await target.remove(code)).status).toBe(503)
      await shows(`consignment ${code}`)
      target.swift.behave()
      await settleDeletions(target.deps)
      await shows(`order ${target.code}`, `consignment ${code}`)
    })

    it('after tracking with new events, not after the same events again', async () => {
      await target.putOrder()
      await target.book(await target.quote())
      const code = target.swift.made[0]?.booking.trackingCode ?? ''
      const { seen } = await feeds.start()
      const event = { type: 'collected', code: 'C', description: 'Picked up', location: 'Penrose' } as const
      target.swift.events = [{ ...event, at: '2026-11-19T23:05:00.000Z' }]
      for (const end of ['first', 'second']) {
        target.later(60 * 60_000)
        await trackConsignments(target.deps)
        await note(order(end))
        await expect.poll(() => seen).toContain(`order ${end}`)
      }
      // The courier reports them for the consignments of other tests, too.
      expect(seen.filter((change) => change === `consignment ${code}`)).toHaveLength(1)
    })

    it('after records were loaded, with their codes', async () => {
      const { shows } = await feeds.start()
      folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': [ORDER] })
      await folder.run(database.db)
      await shows(`new customer ${CUSTOMER.code}`, `new order ${ORDER.code}`)
      folder.write({ 'orders.jsonl': [{ ...ORDER, notes: 'Ring first' }] })
      await folder.run(database.db)
      await shows(`order ${ORDER.code}`)
    })
  })
})
