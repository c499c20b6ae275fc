import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PricingOption } from '../../../src/contract/consignments.ts'
import { TIME_OUTS } from '../../../src/server/consignments/deps.ts'
import { cancelLateBookings } from '../../../src/server/consignments/late.ts'
import { settleAbandoned } from '../../../src/server/consignments/settle.ts'
import { goSweetSpot } from '../../../src/server/couriers/go-sweet-spot/go-sweet-spot.ts'
import { payloadFor } from '../consignments/payload-for.ts'
import { onEmbedded } from '../databases.ts'
import { NOW, putCustomer, putOrders, signedInApp } from '../orders/harness.ts'
import { type Script, siteAt, startGateway } from './stand-in-gateway.ts'

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
    const deps = { db, clock: () => now, couriers: [goSweetSpot(siteAt(gateway.url))], timeOuts: TIME_OUTS }
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
