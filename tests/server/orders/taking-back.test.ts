import { beforeEach, describe, expect, it } from 'vitest'
import { History } from '../../../src/contract/history.ts'
import type { UndoneOrder } from '../../../src/contract/taking-back.ts'
import { claimDueMail, noteHandOver } from '../../../src/server/outbox/queue.ts'
import { onEachDatabase } from '../databases.ts'
import { hoursAgo, NOW } from './harness.ts'
import {
  COLLECTED,
  desksOn,
  orderOnTest,
  PAYMENT,
  paid,
  pickup,
  READY,
  ready,
  SHIPPED,
  sent,
} from './order-on-test.ts'

const SECOND = 1000
const REASON = { reason: 'Typed at the wrong order' }

onEachDatabase((database) => {
  const target = orderOnTest(database)
  const desks = desksOn(database)
  const { desk, time } = desks
  const mere = desk('Mere Parata')
  const tama = desk('Tama Ngata')
  const { put, mails, history } = target

  const row = () =>
    database.db.selectFrom('orders').selectAll().where('code', '=', target.code).executeTakeFirstOrThrow()
  const act = (by: typeof mere, action: string, body: object) => by.act(target.path(action), body)
  const takeBack = (step: string, body: object = REASON) =>
    mere.send('POST', target.path('take-back'), { step, ...body })
  const due = (now: number) => claimDueMail({ db: database.db, clock: () => now })
  const eventTypes = async () => {
    const events = await database.db
      .selectFrom('webhook_events')
      .select('type')
      .where('subject', '=', target.code)
      .orderBy('id')
      .execute()
    return events.map(({ type }) => type)
  }
  const emailEvents = async () => {
    const events = await database.db
      .selectFrom('email_events')
      .select('event')
      .where('subject', 'like', `%${target.code} %`)
      .orderBy('id')
      .execute()
    return events.map(({ event }) => event)
  }
  const done: UndoneOrder['success'][] = [true]

  describe('an undo', () => {
    // ORD-50
    it.each([
      ['payment', PAYMENT, { payment_method: 'egate3p' }],
      ['payment', PAYMENT, { ...sent, paid_at: null }],
      ['payment', PAYMENT, { status: 'Awaiting stock' }],
      ['ready', READY, paid],
      ['ready', { ...READY, is_pickup: true }, paid],
      ['ready', { ...READY, is_pickup: false }, { ...paid, ...pickup, status: 'Backordered' }],
      ['collected', COLLECTED, { ...ready, ...pickup }],
      ['shipped', SHIPPED, ready],
      ['skip', REASON, ready],
      [
        'skip',
        REASON,
        { ...ready, skipped_until: '2026-11-20T11:00:00.000Z', skip_reason: 'Short', skipped_by: 'Tama' },
      ],
    ])('of %s restores the order exactly: %o from %o', async (action, body, parts) => {
      await put(parts)
      const before = await row()
      const step = await act(mere, action, body)
      expect(await row()).not.toEqual(before)
      time.now += 19 * SECOND
      expect(await mere.undo(step)).toEqual([{ code: target.code, success: true, message: null }])
      expect(await row()).toEqual(before)
      expect((await history()).map((entry) => entry.action)).toEqual([expect.any(String), 'undo'])
    })

    it('of a hold and of its release restores the order', async () => {
      await put(ready)
      const before = await row()
      const hold = await act(mere, 'hold', REASON)
      const held = await row()
      await mere.undo(await act(mere, 'release', REASON))
      expect(await row()).toEqual(held)
      await mere.undo(hold)
      expect(await row()).toEqual(before)
    })

    it('of the end of a skip restores the skip', async () => {
      await put(ready)
      await act(mere, 'skip', REASON)
      const before = await row()
      const answer = await mere.send('DELETE', target.path('skip'))
      await mere.undo((await answer.json()).step)
      expect(await row()).toEqual(before)
    })

    it('of two steps of an order restores it as it was before the first', async () => {
      await put({ status: 'Awaiting stock' })
      const before = await row()
      const steps = [await act(mere, 'payment', PAYMENT), await act(mere, 'ready', READY)]
      await mere.undo(...steps)
      expect(await row()).toEqual(before)
      expect((await history()).slice(2)).toMatchObject([
        { action: 'undo', details: '{"step":"pack"}' },
        { action: 'undo', details: '{"step":"record-payment"}' },
      ])
    })

    it('is followed by an event of the order', async () => {
      await database.db
        .insertInto('webhook_endpoints')
        .values({ url: `https://shop.example/${target.code}` })
        .execute()
      await put(paid)
      await mere.undo(await act(mere, 'ready', READY))
      expect(await eventTypes()).toEqual(['order.ready', 'order.reverted'])
      await database.db
        .updateTable('webhook_endpoints')
        .set({ removed_at: hoursAgo(0) })
        .execute()
    })

    it('changes nothing if it fails, and can be repeated', async () => {
      await put(paid)
      const before = await row()
      const step = await act(mere, 'ready', READY)
      const between = await row()
      await database.db.schema.alterTable('email_events').renameTo('email_events_away').execute()
      expect((await mere.send('POST', '/api/v1/undo', { steps: [step] })).status).toBe(500)
      await database.db.schema.alterTable('email_events_away').renameTo('email_events').execute()
      expect(await row()).toEqual(between)
      expect(await history()).toHaveLength(1)
      await mere.undo(step)
      expect(await row()).toEqual(before)
    })

    it('succeeds again without effect when its answer was lost', async () => {
      await put({})
      const step = await act(mere, 'payment', PAYMENT)
      await mere.undo(step)
      const after = await row()
      expect((await mere.undo(step)).map(({ success }) => success)).toEqual(done)
      expect(await row()).toEqual(after)
      expect(await history()).toHaveLength(2)
    })

    it('is refused when it is too late, and for the step of another user', async () => {
      await put({})
      const step = await act(mere, 'payment', PAYMENT)
      expect(await tama.undo(step)).toMatchObject([{ success: false }])
      time.now += 26 * SECOND
      expect(await mere.undo(step)).toEqual([
        {
          code: target.code,
          success: false,
          message: 'It is too late to undo it. Take it back with a reason instead.',
        },
      ])
      expect((await row()).paid_at).not.toBeNull()
    })

    // ORD-53
    it('is refused with what the other desk did', async () => {
      await put({})
      const step = await act(mere, 'payment', PAYMENT)
      time.now = NOW + 5 * SECOND
      await act(tama, 'ready', READY)
      expect(await mere.undo(step)).toEqual([
        { code: target.code, success: false, message: 'Tama Ngata packed it on 20/11/2026 12:00.' },
      ])
    })

    it('is possible after the other desk has undone what it did', async () => {
      await put({})
      const before = await row()
      const step = await act(mere, 'payment', PAYMENT)
      await tama.undo(await act(tama, 'ready', READY))
      await mere.undo(step)
      expect(await row()).toEqual(before)
    })

    it('is refused if the source has changed the order since', async () => {
      await put({})
      const step = await act(mere, 'payment', PAYMENT)
      await database.db
        .updateTable('orders')
        .set({ status: 'Cancelled' })
        .where('code', '=', target.code)
        .execute()
      expect(await mere.undo(step)).toMatchObject([
        { success: false, message: 'The order has been changed since by its source.' },
      ])
    })

    it('of a run undoes each order, and names those that it cannot', async () => {
      await put({})
      const first = target.code
      const steps = [await act(mere, 'payment', PAYMENT)]
      const other = await target.putAnother({})
      steps.push(await mere.act(`/api/v1/orders/${encodeURIComponent(other)}/payment`, PAYMENT))
      await tama.act(`/api/v1/orders/${encodeURIComponent(other)}/ready`, READY)
      expect(await mere.undo(...steps)).toEqual([
        { code: first, success: true, message: null },
        { code: other, success: false, message: expect.stringMatching(/^Tama Ngata packed it on /) },
      ])
    })

    it.each(['', 'x', '0', '999999999', '1e3'])('of an unknown step %o is refused', async (step) => {
      expect((await mere.send('POST', '/api/v1/undo', { steps: [step] })).status).toBe(404)
    })

    it('races an action of another desk: one of them wins, and the other says so', async () => {
      await put({})
      for (let round = 0; round < 12; round += 1) {
        const step = await act(mere, 'payment', PAYMENT)
        const [packing, [undone]] = await Promise.all([
          tama.send('POST', target.path('ready'), READY),
          mere.undo(step),
        ])
        const { paid_at, ready_at } = await row()
        expect([paid_at === null, ready_at === null]).toEqual([undone?.success, undone?.success])
        expect(packing.status).toBe(undone?.success ? 409 : 200)
        if (undone?.success) continue
        expect(undone?.message).toMatch(/^Tama Ngata packed it on /)
        await tama.undo((await packing.json()).step)
        await mere.undo(step)
      }
    })
  })

  describe('its e-mail', () => {
    beforeEach(async () => {
      await database.db.deleteFrom('outbox').execute()
    })

    // ORD-51
    it('waits while the packing can be undone, and is then sent once', async () => {
      await put(paid)
      await act(mere, 'ready', READY)
      expect(await due(time.now + 19 * SECOND)).toBeNull()
      expect(await emailEvents()).toEqual(['queued'])
      expect(await due(time.now + 20 * SECOND)).toMatchObject({ body: READY.message })
      expect(await due(time.now + 20 * SECOND)).toBeNull()
    })

    it('is never sent when the packing was undone', async () => {
      await put(paid)
      const step = await act(mere, 'ready', READY)
      time.now += 19 * SECOND
      await mere.undo(step)
      expect(await due(time.now + 600 * SECOND)).toBeNull()
      expect(await emailEvents()).toEqual(['queued', 'withdrawn'])
    })

    it('is not handed over by a process that had claimed it before the undo', async () => {
      await put(paid)
      const step = await act(mere, 'ready', READY)
      const clock = () => time.now + 21 * SECOND
      const mail = await claimDueMail({ db: database.db, clock })
      if (mail === null) throw new Error('It is not due.')
      expect(await mere.undo(step)).toMatchObject([{ success: true }])
      await expect(noteHandOver({ db: database.db, clock }, mail)).rejects.toThrow('claimed by another')
    })

    it('that is being handed over keeps the packing', async () => {
      await put(paid)
      const step = await act(mere, 'ready', READY)
      const clock = () => time.now + 21 * SECOND
      const mail = await claimDueMail({ db: database.db, clock })
      if (mail === null) throw new Error('It is not due.')
      await noteHandOver({ db: database.db, clock }, mail)
      const between = await row()
      expect(await mere.undo(step)).toMatchObject([
        { success: false, message: 'The e-mail to the customer has been sent already.' },
      ])
      expect(await row()).toEqual(between)
      expect(await history()).toHaveLength(1)
    })
  })

  describe('taking back', () => {
    // ORD-52
    it('is possible from an order that its source has stopped since', async () => {
      await put({})
      await act(mere, 'payment', PAYMENT)
      const stopped = { status: 'Cancelled', cancelled_at: '2026-11-20T10:00:00.000Z' }
      await database.db.updateTable('orders').set(stopped).where('code', '=', target.code).execute()
      expect((await takeBack('record-payment')).status).toBe(200)
      expect(await row()).toMatchObject({ ...stopped, paid_at: null })
    })

    // ORD-52
    it.each([
      ['record-payment', 'payment', PAYMENT, { payment_method: 'egate3p' }],
      ['pack', 'ready', { ...READY, is_pickup: true }, { ...paid, status: 'Backordered' }],
      ['record-collection', 'collected', COLLECTED, { ...ready, ...pickup }],
      ['add-tracking', 'shipped', SHIPPED, ready],
    ])('the last step %s restores the order', async (step, action, body, parts) => {
      await put(parts)
      const before = await row()
      await act(mere, action, body)
      time.now += 3600 * SECOND
      expect(await (await takeBack(step)).json()).toMatchObject({ success: true })
      expect(await row()).toEqual(before)
      expect((await history()).at(-1)).toMatchObject({
        action: 'take-back',
        staff_name: 'Mere Parata',
        details: JSON.stringify({ step, ...REASON }),
      })
    })

    it('a payment is possible on a shipped order, which stays shipped', async () => {
      await put({})
      await act(mere, 'payment', PAYMENT)
      await act(mere, 'ready', READY)
      await act(mere, 'shipped', SHIPPED)
      expect((await takeBack('record-payment')).status).toBe(200)
      expect(await row()).toMatchObject({
        paid_at: null,
        payment_method: null,
        payment_reference: null,
        status: 'Shipped',
        tracking_code: 'TTS1',
      })
    })

    it.each([
      ['record-payment', {}, 'The order is not paid.'],
      ['pack', paid, 'The order is not packed.'],
      ['pack', sent, 'The order has already been shipped.'],
      ['record-collection', { ...ready, ...pickup }, 'The order has not been collected.'],
      ['add-tracking', ready, 'The order has not been shipped.'],
    ])('%s of %o is refused', async (step, parts, message) => {
      await put(parts)
      const answer = await takeBack(step)
      expect([answer.status, (await answer.json()).message]).toEqual([409, message])
    })

    it('what came from outside removes it', async () => {
      await put({ ...sent, payment_method: 'egate3p' })
      expect((await takeBack('add-tracking')).status).toBe(200)
      expect(await row()).toMatchObject({ shipped_at: null, tracking_code: null, status: 'Ready To Ship' })
      expect((await takeBack('pack')).status).toBe(200)
      expect((await takeBack('record-payment')).status).toBe(200)
      expect(await row()).toMatchObject({ paid_at: null, ready_at: null, status: 'Ordered' })
    })

    it('needs a reason', async () => {
      await put(paid)
      for (const reason of ['', '  ', 'x'.repeat(501)]) {
        const answer = await takeBack('record-payment', { reason })
        expect([answer.status, (await answer.json()).field]).toEqual([422, 'reason'])
      }
      expect((await row()).paid_at).not.toBeNull()
    })

    it('withdraws an e-mail that still waits, and says of a sent one that it was sent', async () => {
      await put(paid)
      await act(mere, 'ready', READY)
      expect((await (await takeBack('pack')).json()).message).toBeNull()
      expect(await emailEvents()).toEqual(['queued', 'withdrawn'])
      await act(mere, 'ready', READY)
      await database.db
        .updateTable('outbox')
        .set({ sent_at: hoursAgo(0) })
        .where('withdrawn_at', 'is', null)
        .execute()
      expect((await (await takeBack('pack')).json()).message).toBe(
        'The e-mail to the customer has been sent already.',
      )
      expect(await mails()).toHaveLength(2)
    })

    // ORD-54
    it('is in the history with who, when and why, and so is an undo', async () => {
      await put(paid)
      await mere.undo(await act(mere, 'ready', READY))
      time.now += SECOND
      await takeBack('record-payment')
      const answer = await mere.send('GET', target.path('history'))
      const entries = History.parse(await answer.json()).data.rows.filter(({ type }) => type !== 'email')
      expect(
        entries.map(({ type, staff_name, details }) => [type, staff_name, details.step, details.reason]),
      ).toEqual([
        ['take-back', 'Mere Parata', 'record-payment', REASON.reason],
        ['undo', 'Mere Parata', 'pack', null],
        ['pack', 'Mere Parata', null, null],
      ])
    })

    it('lets an undo of the same step end', async () => {
      await put({})
      const step = await act(mere, 'payment', PAYMENT)
      await takeBack('record-payment')
      expect(await mere.undo(step)).toMatchObject([
        { success: false, message: expect.stringMatching(/^Mere Parata took a step back on /) },
      ])
    })
  })
})
