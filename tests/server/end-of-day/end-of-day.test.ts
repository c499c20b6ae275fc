import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { CourierDay, LateConsignment, ManifestRequest } from '../../../src/contract/end-of-day.ts'
import { MESSAGES } from '../../../src/domain/records/catalogue.ts'
import { trackConsignments } from '../../../src/server/consignments/track.ts'
import { CourierRefused, type Pickup } from '../../../src/server/couriers/courier.ts'
import { closeConfirmedManifests } from '../../../src/server/end-of-day/close-day.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { fails } from '../consignments/fake-courier.ts'
import { onEachDatabase, onEmbedded } from '../databases.ts'
import { readPdf } from '../labels/read-pdf.ts'
import { hoursAgo, putCustomer, putOrders } from '../orders/harness.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The clock of these tests begins at noon on Friday 20 November in Auckland. */
const CUT_OFF = '2026-11-20T02:30:00.000Z'

onEachDatabase((database) => {
  const target = bookingOnTest(database)
  beforeEach(async () => {
    for (const table of ['manifests', 'leases'] as const) await database.db.deleteFrom(table).execute()
  })
  const get = async (path: string) => {
    const answer = await target.app().get(`/api/v1/end-of-day${path}`)
    return { status: answer.status, body: await answer.json() }
  }
  const day = async (): Promise<CourierDay> => {
    const { body } = await get('')
    expect(body).toHaveLength(1)
    return body[0]
  }
  const late = async (): Promise<LateConsignment[]> => (await get('/late')).body
  const close = async (consignments: string[], changed: Partial<ManifestRequest> = {}) => {
    const collection = { courier: 'swift', provider: 'swift', branch: 'auckland' }
    const request = { ...collection, id: randomUUID(), consignments, again: false, ...changed }
    const answer = await target.app().post('/api/v1/end-of-day/manifests', request)
    return { status: answer.status, body: await answer.json() }
  }
  /** The manifests and pickups that the courier received. */
  const told = () => {
    const manifests: string[][] = []
    const pickups: Pickup[] = []
    target.swift.manifest = async (codes) => void manifests.push([...codes])
    target.swift.bookPickup = async (pickup) => {
      pickups.push(pickup)
      return 'Booked #NC1'
    }
    return { manifests, pickups }
  }

  it('adds up consignments that are booked and not handed over, with the cut-off', async () => {
    const code = await target.bookAlone()
    expect(await day()).toEqual({
      courier: 'swift',
      provider: 'swift',
      provider_name: 'Swift',
      branch: 'auckland',
      consignments: 1,
      pieces: 2,
      weight: 3,
      open: [code],
      unconfirmed: [],
      closed_at: null,
      pickup: null,
      cut_off: CUT_OFF,
    })
    await database.db.updateTable('consignments').set({ picked_at: CUT_OFF }).execute()
    expect((await get('')).body).toEqual([])
  })

  it('prints a run sheet with bar codes, totals and a line for the signature', async () => {
    const code = await target.bookAlone()
    const query = '?courier=swift&provider=swift&branch=auckland'
    const { body } = await get(`/run-sheet${query}`)
    const [page] = await readPdf(new Uint8Array(Buffer.from(body, 'base64')))
    const texts = page?.texts.map(({ text }) => text).join(' | ') ?? ''
    for (const part of [
      'Run sheet: Swift',
      code,
      '1 consignment, 2 pieces, 3.0 kg',
      'Signature',
      'Page 1 of 1',
    ]) {
      expect(texts).toContain(part)
    }
    expect((await get('/run-sheet?courier=swift&provider=swift&branch=christchurch')).status).toBe(404)
  })

  it('records the manifest of a courier without calls, after which nothing can be deleted', async () => {
    const code = await target.bookAlone()
    expect(await close([code])).toEqual({ status: 200, body: { outcome: 'closed', pickup: null } })
    expect(await day()).toMatchObject({ consignments: 1, open: [], closed_at: expect.any(String) })
    expect((await target.get(code)).dates.manifested_at).toBe('2026-11-20 12:00:00')
    expect(await target.remove(code)).toMatchObject({
      status: 409,
      body: { message: MESSAGES.consignmentDelete },
    })
    target.later(24 * HOUR)
    expect((await get('')).body).toEqual([])
    expect(await late()).toEqual([])
  })

  it('sends a manifest and calls a driver once, however often it is requested', async () => {
    const { manifests, pickups } = told()
    const code = await target.bookAlone()
    const id = randomUUID()
    const first = await close([code], { id })
    expect(first).toEqual({ status: 200, body: { outcome: 'closed', pickup: 'Pick-up: Booked #NC1' } })
    expect(await close([code], { id })).toEqual(first)
    expect((await close([code])).status).toBe(409)
    expect(manifests).toEqual([[code]])
    expect(pickups).toEqual([{ courierSlug: 'swift', trackingCodes: [code], pieces: 2, weight: 3 }])
  })

  it('calls the driver after the last of several manifests, for all of them', async () => {
    const { manifests, pickups } = told()
    const first = await target.bookAlone()
    const other = { ...target.payload(), order_id: '48214' }
    const second = (await target.book(await target.quote(other), other)).body.data.consignment_id
    expect(await close([first], { more_follow: true })).toEqual({
      status: 200,
      body: { outcome: 'closed', pickup: null },
    })
    expect(pickups).toEqual([])
    expect((await close([second])).body.pickup).toBe('Pick-up: Booked #NC1')
    expect(manifests).toEqual([[first], [second]])
    expect(pickups).toEqual([{ courierSlug: 'swift', trackingCodes: [first, second], pieces: 4, weight: 6 }])
  })

  it('sends one manifest for two users who close the day at the same time', async () => {
    const { manifests, pickups } = told()
    const code = await target.bookAlone()
    const answers = await Promise.all([close([code]), close([code])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect([manifests.length, pickups.length]).toEqual([1, 1])
  })

  it('takes back a manifest that the courier refuses, with the reason', async () => {
    told()
    const code = await target.bookAlone()
    target.swift.manifest = async () => {
      throw new CourierRefused('The site has no manifests.')
    }
    expect(await close([code])).toMatchObject({
      status: 409,
      body: { message: 'The site has no manifests.' },
    })
    expect(await day()).toMatchObject({ open: [code], unconfirmed: [], closed_at: null })
    const { manifests } = told()
    expect((await close([code])).status).toBe(200)
    expect(manifests).toHaveLength(1)
  })

  it('reports an unconfirmed manifest, and sends it again only on request', async () => {
    const { manifests, pickups } = told()
    const code = await target.bookAlone()
    target.swift.manifest = fails
    const id = randomUUID()
    expect(await close([code], { id })).toEqual({
      status: 200,
      body: { outcome: 'unconfirmed', pickup: null },
    })
    expect(await day()).toMatchObject({ open: [], unconfirmed: [code], closed_at: null })
    expect((await target.remove(code)).status).toBe(409)
    target.swift.manifest = async (codes) => void manifests.push([...codes])
    expect((await close([code], { id })).body.outcome).toBe('unconfirmed')
    expect((await close([code])).status).toBe(409)
    expect(manifests).toEqual([])
    expect((await close([code], { again: true })).body.outcome).toBe('closed')
    expect([manifests.length, pickups.length]).toEqual([1, 1])
  })

  it('sends an unconfirmed manifest again once for concurrent requests', async () => {
    const { pickups } = told()
    const code = await target.bookAlone()
    target.swift.manifest = fails
    await close([code])
    const during: number[] = []
    const manifests: string[][] = []
    target.swift.manifest = async (codes) => {
      manifests.push([...codes])
      if (manifests.length === 1) during.push((await close([code], { again: true })).status)
    }
    expect((await close([code], { again: true })).body.outcome).toBe('closed')
    expect([during, manifests, pickups.length]).toEqual([[409], [[code]], 1])
  })

  // V2.3.4
  it('sends an unconfirmed manifest again once for two users at the same time', async () => {
    told()
    const code = await target.bookAlone()
    target.swift.manifest = fails
    await close([code])
    const { manifests } = told()
    const answers = await Promise.all([1, 2, 3].map(() => close([code], { again: true })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(manifests).toEqual([[code]])
  })

  it('does not send again what the courier reports as manifested, and calls the driver for it', async () => {
    const { manifests, pickups } = told()
    const code = await target.bookAlone()
    target.swift.manifest = fails
    await close([code])
    target.swift.manifest = async (codes) => void manifests.push([...codes])
    target.swift.reports = { manifestedAt: CUT_OFF }
    expect((await close([code], { again: true })).body).toEqual({
      outcome: 'closed',
      pickup: 'Pick-up: Booked #NC1',
    })
    expect(manifests).toEqual([])
    expect(pickups).toMatchObject([{ trackingCodes: [code] }])
    expect(await day()).toMatchObject({
      open: [],
      unconfirmed: [],
      closed_at: expect.any(String),
      pickup: 'Pick-up: Booked #NC1',
    })
  })

  /** The server in between: it tracks, and closes what tracking has confirmed. */
  const minute = async () => {
    target.later(11 * MINUTE)
    await trackConsignments(target.deps)
    await closeConfirmedManifests(target.deps)
  }

  it('calls the driver once tracking confirms a manifest whose answer was lost', async () => {
    const { pickups } = told()
    const code = await target.bookAlone()
    target.swift.manifest = fails
    expect((await close([code])).body.outcome).toBe('unconfirmed')
    await minute()
    expect(pickups).toEqual([])
    target.swift.reports = { manifestedAt: CUT_OFF }
    await minute()
    await minute()
    expect(pickups).toEqual([{ courierSlug: 'swift', trackingCodes: [code], pieces: 2, weight: 3 }])
    expect(await day()).toMatchObject({
      unconfirmed: [],
      closed_at: expect.any(String),
      pickup: 'Pick-up: Booked #NC1',
    })
  })

  it('leaves the driver of a confirmed manifest to the next one while there is more to hand over', async () => {
    const { pickups } = told()
    const code = await target.bookAlone()
    target.swift.manifest = fails
    await close([code])
    target.swift.reports = { manifestedAt: CUT_OFF }
    const other = { ...target.payload(), order_id: '48215' }
    target.later(11 * MINUTE)
    await trackConsignments(target.deps)
    const second = (await target.book(await target.quote(other), other)).body.data.consignment_id
    await closeConfirmedManifests(target.deps)
    expect(pickups).toEqual([])
    target.swift.manifest = async () => undefined
    expect((await close([second])).body.pickup).toBe('Pick-up: Booked #NC1')
    expect(pickups).toMatchObject([{ trackingCodes: [code, second] }])
  })

  it('calls the driver once what was still open is no longer handed over', async () => {
    const { pickups } = told()
    const code = await target.bookAlone()
    target.swift.manifest = fails
    await close([code])
    const other = { ...target.payload(), order_id: '48215' }
    const second = (await target.book(await target.quote(other), other)).body.data.consignment_id
    await database.db
      .updateTable('consignments')
      .set({ manifested_at: CUT_OFF })
      .where('tracking_code', '=', code)
      .execute()
    target.later(11 * MINUTE)
    await closeConfirmedManifests(target.deps)
    expect(pickups).toEqual([])
    await target.remove(second)
    await closeConfirmedManifests(target.deps)
    expect(pickups).toMatchObject([{ trackingCodes: [code] }])
  })

  // ORD-46
  it('calls the driver for a manifest without the consignment of an order that was stopped', async () => {
    const { pickups } = told()
    const code = await target.bookAlone()
    const other = { ...target.payload(), order_id: '48215' }
    const second = (await target.book(await target.quote(other), other)).body.data.consignment_id
    target.swift.manifest = fails
    await close([code, second])
    await database.db.updateTable('orders').set({ is_stopped: 1 }).where('code', '=', target.code).execute()
    await database.db
      .updateTable('consignments')
      .set({ manifested_at: CUT_OFF })
      .where('tracking_code', '=', second)
      .execute()
    await minute()
    expect(pickups).toMatchObject([{ trackingCodes: [second] }])
  })

  it('calls the drivers of both branches whose manifests are confirmed together', async () => {
    const { pickups } = told()
    const code = await target.bookAlone()
    const other = { ...target.payload(), order_id: '48215' }
    const second = (await target.book(await target.quote(other), other)).body.data.consignment_id
    await database.db
      .updateTable('consignments')
      .set({ branch: 'christchurch' })
      .where('tracking_code', '=', second)
      .execute()
    target.swift.manifest = fails
    await close([code])
    await close([second], { branch: 'christchurch' })
    target.swift.reports = { manifestedAt: CUT_OFF }
    await minute()
    expect(pickups.map(({ trackingCodes }) => trackingCodes).sort()).toEqual([[code], [second]])
  })

  it('calls no driver for what has been picked up by then', async () => {
    const { pickups } = told()
    const code = await target.bookAlone()
    target.swift.manifest = fails
    await close([code])
    target.swift.reports = { manifestedAt: CUT_OFF, pickedAt: CUT_OFF }
    await minute()
    expect(pickups).toEqual([])
  })

  it('calls the driver of a process that died after its manifest was sent', async () => {
    const { manifests, pickups } = told()
    const code = await target.bookAlone()
    target.swift.bookPickup = fails
    await close([code])
    // As a process leaves it that dies before the call.
    await database.db.updateTable('manifests').set({ outcome: null, pickup: null }).execute()
    await database.db.deleteFrom('leases').execute()
    target.swift.bookPickup = async (pickup) => {
      pickups.push(pickup)
      return 'Booked #NC1'
    }
    await closeConfirmedManifests(target.deps)
    expect(pickups).toEqual([])
    await minute()
    await minute()
    expect([manifests, pickups.length]).toEqual([[[code]], 1])
    expect((await day()).pickup).toBe('Pick-up: Booked #NC1')
  })

  it.each([new CourierRefused('The account has no pick-ups.'), new Error('No answer.')])(
    'does not call a driver again after %s',
    async (fault) => {
      const { pickups } = told()
      const code = await target.bookAlone()
      target.swift.bookPickup = async () => {
        throw fault
      }
      const said = (await close([code])).body.pickup
      await database.db.updateTable('manifests').set({ outcome: null }).execute()
      target.swift.bookPickup = async (pickup) => String(pickups.push(pickup))
      await minute()
      expect(pickups).toEqual([])
      expect(await day()).toMatchObject({ closed_at: expect.any(String), pickup: said })
    },
  )

  it('says that a pick-up is unconfirmed, and does not request it again that day', async () => {
    const { pickups } = told()
    const code = await target.bookAlone()
    target.swift.bookPickup = fails
    expect((await close([code])).body.pickup).toMatch(/did not confirm the pick-up/)
    target.swift.bookPickup = async (pickup) => String(pickups.push(pickup))
    const other = (
      await target.book(await target.quote({ ...target.payload(), order_id: '48213' }), {
        ...target.payload(),
        order_id: '48213',
      })
    ).body.data.consignment_id
    expect((await close([other])).body).toEqual({ outcome: 'closed', pickup: null })
    expect(pickups).toEqual([])
    expect((await day()).pickup).toMatch(/did not confirm/)
  })

  it('lists consignments that were booked before the last cut-off and are not picked up', async () => {
    const code = await target.bookAlone()
    expect(await late()).toEqual([])
    target.later(4 * HOUR)
    expect(await late()).toMatchObject([
      { reason: 'not-picked-up', since: '2026-11-19T23:00:00.000Z', consignment: { tracking_code: code } },
    ])
  })

  it('lists what is late for each reason, and nothing that is on its way', async () => {
    const { db } = database
    const customer = await putCustomer(db, { code: 'late' })
    await putOrders(db, customer, [{ code: 'STOPPED', is_stopped: 1, cancelled_at: hoursAgo(5) }])
    const code = await target.bookAlone()
    const booked = db.selectFrom('consignments').selectAll().where('tracking_code', '=', code)
    const { id, tracking_code, quote_id, order_code, ...rest } = await booked.executeTakeFirstOrThrow()
    const put = async (tracking_code: string, hours: number, parts: Partial<typeof rest> = {}) => {
      const values = { ...rest, created_at: hoursAgo(hours), tracking_code, ...parts }
      const added = db.insertInto('consignments').values(values).returning('id')
      return (await added.executeTakeFirstOrThrow()).id
    }
    const event = (consignment_id: number, at: string, type: string) =>
      db
        .insertInto('consignment_events')
        .values({ consignment_id, at, type, code: type, description: '', location: '' })
        .execute()
    await put('WAITS', 30)
    await put('MANIFESTED', 30, { manifested_at: hoursAgo(29) })
    await put('DELIVERED', 300, { delivered_at: hoursAgo(1) })
    await put('PICKED', 30, { picked_at: hoursAgo(20) })
    await put('SILENT', 200, { picked_at: hoursAgo(190) })
    await event(await put('HEARD', 200, { picked_at: hoursAgo(190) }), hoursAgo(3), 'updated')
    const failed = await put('FAILED', 30, { picked_at: hoursAgo(20) })
    await event(failed, hoursAgo(2), 'exception')
    const resolved = await put('RESOLVED', 30, { picked_at: hoursAgo(20) })
    await event(resolved, hoursAgo(4), 'exception')
    await event(resolved, hoursAgo(3), 'updated')
    await db
      .insertInto('consignments')
      .values({ ...rest, order_code: 'STOPPED', tracking_code: 'STOPPED', created_at: hoursAgo(6) })
      .execute()
    const listed = (await late()).map(({ reason, consignment }) => [consignment.tracking_code, reason])
    expect(listed).toEqual([
      ['SILENT', 'no-event'],
      ['WAITS', 'not-picked-up'],
      ['STOPPED', 'stopped'],
      ['FAILED', 'exception'],
    ])
    await db.deleteFrom('consignment_events').execute()
    await db.deleteFrom('consignments').where('tracking_code', '!=', code).execute()
  })

  it('refuses a request that names no consignment or another courier', async () => {
    const code = await target.bookAlone()
    expect((await close([])).body.field).toBe('consignments')
    expect((await close(['NONE'])).status).toBe(409)
    expect((await close([code], { id: 'short' })).body.field).toBe('id')
    target.keepOnly('sure')
    expect((await close([code])).status).toBe(409)
    expect(await day()).toMatchObject({ open: [code] })
  })
})

// In SQLite a statement has at most 32,766 variables, in PostgreSQL twice as many.
onEmbedded((database) => {
  const target = bookingOnTest(database)
  const get = async (path: string) => (await target.app().get(`/api/v1/${path}`)).json()

  it('adds up and lists 33,000 consignments, more than a statement has variables', async () => {
    const { db } = database
    const code = await target.bookAlone()
    const booked = db.selectFrom('consignments').selectAll().where('tracking_code', '=', code)
    const { id, tracking_code, quote_id, ...rest } = await booked.executeTakeFirstOrThrow()
    const copied = sql.join(Object.keys(rest).map((column) => sql.ref(column)))
    await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 33000)
      insert into consignments (tracking_code, ${copied})
      select 'MANY' || n, ${copied} from consignments, numbers`.execute(db)
    const [day, ...others] = await get('end-of-day')
    expect(others).toEqual([])
    expect(day).toMatchObject({ consignments: 33_001, pieces: 2, weight: 3 })
    expect([day.open.length, day.open[0]]).toEqual([33_001, code])
    expect(await get('consignments?date=2026-11-20&query=&provider=')).toHaveLength(33_001)
    target.later(4 * HOUR)
    expect(await get('end-of-day/late')).toHaveLength(500)
  })
})
