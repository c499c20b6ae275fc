import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { settleDeletions } from '../../../src/server/consignments/delete.ts'
import { startUpkeep } from '../../../src/server/consignments/upkeep.ts'
import { closeConfirmedManifests } from '../../../src/server/end-of-day/close-day.ts'
import { onEachDatabase } from '../databases.ts'
import { BRIEFLY, bookingOnTest } from './booking-on-test.ts'
import { fails, refuses, silence } from './fake-courier.ts'

const MINUTE = 60_000
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

  // ORD-46
  describe('of an order that is stopped after a manifest that its courier did not confirm', () => {
    const refused = { status: 409, body: { success: false, message: FAILED } }
    const manifested = { manifestedAt: '2026-11-19T23:00:00.000Z' }
    const close = async (consignments: string[], again = false) => {
      const collection = { courier: 'swift', provider: 'swift', branch: 'auckland' }
      const request = { ...collection, id: randomUUID(), consignments, again }
      const answer = await target.app().post('/api/v1/end-of-day/manifests', request)
      return (await answer.json()).outcome
    }
    const upkeep = async (after: number) => {
      target.later(after)
      await closeConfirmedManifests(target.deps)
    }
    let other = ''
    let sent: string[][] = []
    beforeEach(async () => {
      const payload = target.payload({ order_id: '' })
      other = (await book(await quote(payload), payload)).body.data.consignment_id
      const { track } = target.swift
      Object.assign(target.swift, { manifest: fails, track: fails })
      expect(await close([trackingCode(), other])).toBe('unconfirmed')
      await database.db.updateTable('orders').set({ is_stopped: 1 }).where('code', '=', target.code).execute()
      await upkeep(MINUTE)
      expect(await remove(trackingCode())).toEqual(refused)
      sent = []
      Object.assign(target.swift, { track, manifest: async (codes: string[]) => void sent.push(codes) })
    })

    it('is done once the courier says that it does not have it', async () => {
      expect(await close([other], true)).toBe('closed')
      expect(await remove(trackingCode())).toEqual(refused)
      await upkeep(MINUTE)
      expect((await remove(trackingCode())).status).toBe(200)
      expect([...target.swift.cancelled]).toEqual([trackingCode()])
      expect(sent).toEqual([[other]])
    })

    it('is refused if the courier has it', async () => {
      target.swift.reports = manifested
      await upkeep(MINUTE)
      target.swift.reports = {}
      await upkeep(MINUTE)
      expect(await remove(trackingCode())).toEqual(refused)
      expect(target.swift.cancelled.size).toBe(0)
    })

    it('is refused while the courier may still be storing a manifest', async () => {
      await database.db.updateTable('orders').set({ is_stopped: 0 }).where('code', '=', target.code).execute()
      target.swift.manifest = fails
      expect(await close([trackingCode(), other], true)).toBe('unconfirmed')
      await database.db.updateTable('orders').set({ is_stopped: 1 }).where('code', '=', target.code).execute()
      await upkeep(MINUTE - 1)
      expect(await remove(trackingCode())).toEqual(refused)
      await upkeep(1)
      expect((await remove(trackingCode())).status).toBe(200)
    })
  })
})
