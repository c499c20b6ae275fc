import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PricingOption } from '../../../src/contract/consignments.ts'
import { MESSAGES } from '../../../src/domain/records/catalogue.ts'
import { TIME_OUTS } from '../../../src/server/consignments/deps.ts'
import { settleAbandoned } from '../../../src/server/consignments/settle.ts'
import { trackConsignments } from '../../../src/server/consignments/track.ts'
import { cancelLateBookings } from '../../../src/server/consignments/upkeep.ts'
import { goSweetSpot } from '../../../src/server/couriers/go-sweet-spot/go-sweet-spot.ts'
import { payloadFor } from '../consignments/payload-for.ts'
import { onEmbedded } from '../databases.ts'
import { clock, NOW, putCustomer, putOrders, signedInApp } from '../orders/harness.ts'
import { event, type Script, siteAt, startGateway } from './stand-in-gateway.ts'

onEmbedded((database) => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let firstNumber = 10_000
  beforeEach(async () => {
    // Numbers are never used twice.
    firstNumber += 100
    gateway = await startGateway(firstNumber)
  })
  afterEach(() => gateway.stop())

  /** The server with GoSweetSpot, an order, and the calls of staff. */
  async function setUp(code: string, settings: Parameters<typeof siteAt>[1] = {}) {
    const { db } = database
    const couriers = [goSweetSpot(siteAt(gateway.url, settings))]
    const { app, get, post } = signedInApp(db, undefined, undefined, { couriers })
    await putOrders(db, await putCustomer(db, { code: `C${code}` }), [{ code }])
    const payload = payloadFor(code)
    const price = async (): Promise<PricingOption[]> =>
      (await post('/api/v1/consignments/pricing', payload)).json()
    const quote_id = (await price())[0]?.id
    return {
      price,
      get,
      book: async () => {
        const answer = await post('/api/v1/consignments', { ...payload, quote_id })
        return { status: answer.status, body: await answer.json() }
      },
      remove: async (id: string) =>
        (await app.request(`/api/v1/consignments/${id}`, { method: 'DELETE' })).json(),
    }
  }

  it('prices, books, labels and deletes with GoSweetSpot', async () => {
    const { price, book, get, remove } = await setUp('204801')
    const options = await price()
    expect(options.map(({ provider_slug, cost }) => [provider_slug, cost])).toEqual([
      ['posthaste', 858],
      ['nzcouriers', 901],
      ['Nearby Vans', 1200],
      ['nzpost', null],
      ['Big Trucks', null],
    ])
    const { data } = (await book()).body
    expect(data.consignment_id).toMatch(/^SSPOT0\d+$/)
    const consignment = await (await get(`/api/v1/consignments/${data.consignment_id}`)).json()
    expect(consignment).toMatchObject({ order_code: '204801', shipping_company: 'posthaste' })
    const label: string = await (await get(`/api/v1/consignments/${data.consignment_id}/labels`)).json()
    expect(Buffer.from(label, 'base64').toString()).toBe('%PDF-1.7 a label')

    gateway.lies.set('DELETE /api/shipments', {
      body: { [data.consignment_id]: 'Cannot be deleted. Already manifested.' },
    })
    expect(await remove(data.consignment_id)).toEqual({ success: false, message: MESSAGES.consignmentDelete })
    gateway.lies.clear()
    expect(await remove(data.consignment_id)).toMatchObject({ success: true })
    expect(gateway.shipments.size).toBe(0)
  })

  it('is tracked by one call, gets its barcode, and is found by a longer barcode', async () => {
    const { book, get } = await setUp('204805')
    const code = (await book()).body.data.consignment_id
    const shipment = gateway.shipments.get(code)
    if (shipment)
      shipment.Events = [event('2026-11-20T09:00:00', 'CR', 'Tracking number allocated', `${code}01`)]
    await trackConsignments({ db: database.db, clock, couriers: [goSweetSpot(siteAt(gateway.url))] })
    const tracked = gateway.calls.filter(({ query }) => query.get('shipments')?.split(',').includes(code))
    expect(tracked).toHaveLength(1)
    const consignment = await (await get(`/api/v1/consignments/${code}01AKL7`)).json()
    expect(consignment).toMatchObject({
      tracking_code: code,
      parts: [{ label: `${code}01` }, { label: `${code}002` }],
      events: [{ type: 'created', date: '2026-11-20 09:00:00' }],
    })
  })

  it('has labels in ZPL and PDF if the setting is ZPL', async () => {
    const { book, get } = await setUp('204806', { labelFormat: 'ZPL' })
    const path = `/api/v1/consignments/${(await book()).body.data.consignment_id}/labels`
    expect((await get(path)).status).toBe(200)
    gateway.lies.set('GET /api/labels', { body: [Buffer.from('^XA^XZ').toString('base64')] })
    expect(await (await get(`${path}/zpl`)).json()).toBe('^XA^XZ')
    gateway.lies.set('GET /api/labels', { body: [] })
    expect(await (await get(`${path}/zpl`)).json()).toEqual({ success: false, message: MESSAGES.labels })
    const other = await setUp('204807')
    const usual = `/api/v1/consignments/${(await other.book()).body.data.consignment_id}/labels/zpl`
    expect((await other.get(usual)).status).toBe(404)
    expect((await get('/api/v1/consignments/UNKNOWN1/labels/zpl')).status).toBe(404)
  })

  it('finds the booking when the response is lost, and books once', async () => {
    const { book } = await setUp('204802')
    gateway.lies.set('POST /api/shipments', 'do it and hang up')
    const first = await book()
    expect(first.status).toBe(200)
    gateway.lies.clear()
    expect(await book()).toEqual(first)
    expect(
      gateway.calls.filter(({ method, path }) => `${method} ${path}` === 'POST /api/shipments'),
    ).toHaveLength(1)
  })

  it('says why it was refused, and lets staff try again', async () => {
    const { book } = await setUp('204803')
    gateway.lies.set('POST /api/shipments', {
      body: { Consignments: [], Errors: ['The quote has expired.'] },
    })
    expect(await book()).toMatchObject({ status: 409, body: { message: 'The quote has expired.' } })
    gateway.lies.clear()
    expect((await book()).status).toBe(200)
  })

  it('lists a gateway that is down with its reason', async () => {
    const { price } = await setUp('204804')
    gateway.lies.set('POST /api/rates', { status: 503, body: 'Maintenance' })
    expect(await price()).toMatchObject([
      { id: null, provider_name: 'GoSweetSpot', description: 'Could not be asked for a price.' },
    ])
  })
})

const SECOND = 1000
const MINUTE = 60 * SECOND
const NOTHING_FOUND = { body: { Results: [] } }
const doneAndAnswered =
  (status: number): Script =>
  async (_, truth) => {
    truth()
    return { status, body: 'Not found' }
  }

onEmbedded((database) => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let firstNumber = 30_000
  beforeEach(async () => {
    // Numbers are never used twice.
    firstNumber += 100
    gateway = await startGateway(firstNumber)
  })
  afterEach(() => gateway.stop())

  /** The server with GoSweetSpot, an order, and a clock that the test sets. */
  async function setUp() {
    const { db } = database
    let now = NOW
    const code = `G-${randomUUID()}`
    const deps = {
      db,
      clock: () => now,
      couriers: [goSweetSpot(siteAt(gateway.url))],
      courierRules: [],
      cartons: null,
      creditStop: 'refuse' as const,
      timeOuts: TIME_OUTS,
    }
    const { post } = signedInApp(db, undefined, undefined, deps)
    await putOrders(db, await putCustomer(db, { code }), [{ code }])
    const price = async () => {
      const options: PricingOption[] = await (
        await post('/api/v1/consignments/pricing', payloadFor(code))
      ).json()
      return options[0]?.id
    }
    return {
      price,
      book: async (quote_id: string | null | undefined) => {
        const answer = await post('/api/v1/consignments', { ...payloadFor(code), quote_id })
        return { status: answer.status, body: await answer.json() }
      },
      /** Runs the upkeep after this time. */
      later: async (milliseconds: number) => {
        now += milliseconds
        await settleAbandoned(deps)
        await cancelLateBookings(deps)
      },
      recorded: async () => {
        const rows = await db
          .selectFrom('consignments')
          .select('tracking_code')
          .where('order_code', '=', code)
          .where('deleted_at', 'is', null)
          .execute()
        return rows.map(({ tracking_code }) => tracking_code)
      },
    }
  }
  const live = () => Array.from(gateway.shipments.keys())

  it('has one live label where GoSweetSpot books after 80 seconds', async () => {
    const { price, book, later, recorded } = await setUp()
    let bookNow = () => {}
    gateway.lies.set('POST /api/shipments', async (_, truth) => {
      bookNow = truth
      return null
    })
    expect((await book(await price())).status).toBe(503)
    gateway.lies.clear()
    await later(MINUTE)
    expect((await book(await price())).status).toBe(200)
    await later(20 * SECOND)
    bookNow()
    expect(live()).toHaveLength(2)
    await later(5 * MINUTE)
    expect(live()).toEqual(await recorded())
    expect(live()).toHaveLength(1)
  })

  it('has one live label if a booking cannot be looked up for 90 seconds', async () => {
    const { price, book, later, recorded } = await setUp()
    const quote = await price()
    gateway.lies.set('GET /api/shipments', NOTHING_FOUND)
    gateway.lies.set('POST /api/shipments', 'do it and hang up')
    expect((await book(quote)).status).toBe(503)
    gateway.lies.delete('POST /api/shipments')
    await later(MINUTE)
    expect((await book(quote)).status).toBe(200)
    expect(live()).toHaveLength(2)
    await later(30 * SECOND)
    gateway.lies.clear()
    await later(5 * MINUTE)
    expect(live()).toEqual(await recorded())
    expect(live()).toHaveLength(1)
  })

  it.each([429, 404, 400])('finds the booking although the response was %d', async (status) => {
    const { price, book, recorded } = await setUp()
    gateway.lies.set('POST /api/shipments', doneAndAnswered(status))
    expect((await book(await price())).status).toBe(200)
    expect(live()).toEqual(await recorded())
    expect(live()).toHaveLength(1)
  })

  it('cancels a booking that was reported as 404 and could not be looked up', async () => {
    const { price, book, later, recorded } = await setUp()
    gateway.lies.set('GET /api/shipments', NOTHING_FOUND)
    gateway.lies.set('POST /api/shipments', doneAndAnswered(404))
    expect(await book(await price())).toMatchObject({ status: 409, body: { message: /Not found/ } })
    gateway.lies.clear()
    expect(live()).toHaveLength(1)
    await later(5 * MINUTE)
    expect(live()).toEqual([])
    expect(await recorded()).toEqual([])
  })
})
