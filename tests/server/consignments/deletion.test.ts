import { beforeEach, expect, it } from 'vitest'
import { settleDeletions } from '../../../src/server/consignments/delete.ts'
import { startUpkeep } from '../../../src/server/consignments/upkeep.ts'
import { onEachDatabase } from '../databases.ts'
import { BRIEFLY, bookingOnTest } from './booking-on-test.ts'
import { fails, refuses, silence } from './fake-courier.ts'

const FAILED = 'Failed to delete the consignment, refresh the page and try again.'
const UNCONFIRMED = 'The consignment is being deleted: Swift has not confirmed yet.'

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  const { putOrder, quote, book, remove, get, list, order } = target
  const trackingCode = () => target.swift.made[0]?.booking.trackingCode ?? ''
  const cancelled = () => target.swift.asked.filter(({ call }) => call === 'cancel').length
  const labels = async () => {
    const answer = await target.app().get(`/api/v1/consignments/${trackingCode()}/labels`)
    return { status: answer.status, body: await answer.json() }
  }
  const isDeleted = async () => {
    expect((await order()).status).toBe('Ordered')
    expect(await get(trackingCode())).toMatchObject({ success: false })
    expect((await target.history()).map(({ action, staff_name }) => [action, staff_name])).toEqual([
      ['create-consignment', 'Mere Parata'],
      ['delete-consignment', 'Mere Parata'],
    ])
  }
  const isPending = async () => {
    expect(await get(trackingCode())).toMatchObject({ status: 'Being deleted' })
    expect(await list('date=2026-11-20&query=&provider=')).toContainEqual(await get(trackingCode()))
    expect((await order()).status).toBe('Shipped')
    expect(await labels()).toEqual({
      status: 409,
      body: { success: false, message: 'The consignment is being deleted.' },
    })
  }
  beforeEach(async () => {
    await putOrder()
    await book(await quote())
  })

  // CON-13
  it('restores the order as it was before the booking, with a status of another system', async () => {
    const row = () =>
      database.db.selectFrom('orders').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    await remove(trackingCode())
    await database.db.updateTable('orders').set({ status: 'Backordered' }).execute()
    const before = await row()
    await book(await quote())
    expect((await row()).status).toBe('Shipped')
    await remove(target.swift.made[1]?.booking.trackingCode ?? '')
    expect(await row()).toMatchObject({ ...before, search_text: expect.any(String) })
  })

  it.each([
    ['cancels and answers 500', fails],
    ['cancels and never answers', silence],
  ])('is pending while the courier %s, and finished by the upkeep', async (_, answer) => {
    target.hurry({ ask: BRIEFLY })
    target.swift.behave({
      cancel: (drop) => {
        drop()
        return answer()
      },
    })
    const unconfirmed = { status: 503, body: { success: false, message: UNCONFIRMED } }
    expect(await remove(trackingCode())).toEqual(unconfirmed)
    await isPending()
    await settleDeletions(target.deps)
    await isPending()
    target.swift.behave()
    await startUpkeep(target.deps).stop()
    await isDeleted()
    expect(cancelled()).toBe(3)
  })

  it('is finished by deleting again', async () => {
    target.swift.behave({ cancel: fails })
    expect((await remove(trackingCode())).status).toBe(503)
    expect((await remove(trackingCode())).status).toBe(503)
    target.swift.behave()
    expect((await remove(trackingCode())).status).toBe(200)
    await isDeleted()
  })

  it('keeps its order from being booked until it is settled', async () => {
    const next = await quote()
    target.swift.behave({ cancel: fails })
    await remove(trackingCode())
    expect(await book(next)).toEqual({ status: 503, body: { success: false, message: UNCONFIRMED } })
    expect(target.swift.made).toHaveLength(1)
    target.swift.behave()
    expect((await book(next)).status).toBe(200)
    expect(await target.consignments()).toMatchObject([
      { deleted_by_name: 'Mere Parata' },
      { deleted_at: null, deleting_since: null },
    ])
  })

  it('is cancelled if the courier finally refuses, and the consignment is live again', async () => {
    const next = await quote()
    target.swift.behave({ cancel: fails })
    await remove(trackingCode())
    target.swift.behave({ cancel: refuses })
    await settleDeletions(target.deps)
    expect(await get(trackingCode())).toMatchObject({ status: 'Awaiting pick-up' })
    expect((await labels()).status).toBe(200)
    expect((await order()).status).toBe('Shipped')
    expect(await target.consignments()).toMatchObject([{ deleting_since: null, deleted_by_name: null }])
    expect(await book(next)).toMatchObject({ status: 409, body: { message: /already has consignment/ } })
    expect(await remove(trackingCode())).toEqual({ status: 409, body: { success: false, message: FAILED } })
  })

  it('stays pending while its courier is not configured, and does not start without its courier', async () => {
    target.swift.behave({ cancel: fails })
    await remove(trackingCode())
    const message = 'The consignment is being deleted: Swift is not set up any more.'
    target.keepOnly('sure')
    expect(await remove(trackingCode())).toEqual({ status: 503, body: { success: false, message } })
    await database.db.updateTable('consignments').set({ deleting_since: null }).execute()
    expect(await remove(trackingCode())).toEqual({ status: 409, body: { success: false, message: FAILED } })
    expect(await target.consignments()).toMatchObject([{ deleting_since: null, deleted_at: null }])
  })
})
