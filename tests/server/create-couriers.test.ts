import { expect, it, onTestFinished, test } from 'vitest'
import { apiCourier } from '../../src/server/couriers/api-courier.ts'
import { goSweetSpot } from '../../src/server/couriers/go-sweet-spot/go-sweet-spot.ts'
import { createCouriers } from '../../src/server/couriers/known/api-couriers.ts'
import { readConfig } from '../../src/server/platform/config.ts'
import { readAccounts } from '../../src/server/platform/courier-settings.ts'
import { payloadFor } from './consignments/payload-for.ts'
import { siteAt, startGateway } from './couriers/stand-in-gateway.ts'
import { onEachDatabase, onEmbedded } from './databases.ts'
import { clock, putCustomer, putOrders, signedInApp } from './orders/harness.ts'

onEachDatabase((database) => {
  test.each([
    ['none', undefined, ['aramex', 'castleparcels', 'nzcouriers', 'nzpost', 'posthaste', 'titus']],
    ['one for both branches', '4180', ['gosweetspot']],
    ['one for each branch', '4180,4181', ['gosweetspot-auckland', 'gosweetspot-christchurch']],
  ])('GoSweetSpot sites: %s', (_, sites, slugs) => {
    const config = readConfig(sites ? { GSS_ACCESS_KEY: 'k', GSS_SITE_ID: sites } : {})
    const couriers = createCouriers({ config, db: database.db, clock: Date.now })
    expect(couriers.map(({ slug }) => slug)).toEqual(slugs)
  })
})

onEmbedded((database) => {
  // ORD-34
  it('prices, books, labels and deletes with the built-in couriers', async () => {
    const { db } = database
    const couriers = createCouriers({
      config: { titusHost: 'track.titus.example', accounts: readAccounts({}) },
      db,
      clock,
    })
    const { app, get, post } = signedInApp(db, undefined, undefined, { couriers })
    await putOrders(db, await putCustomer(db, { code: '1' }), [{ code: '104823' }])
    const payload = payloadFor('104823')

    const options = await (await post('/api/v1/consignments/pricing', payload)).json()
    expect(options.length).toBeGreaterThanOrEqual(6)
    const option = options.find(({ id }: { id: string | null }) => id !== null)
    const answer = await (await post('/api/v1/consignments', { ...payload, quote_id: option.id })).json()
    const path = `/api/v1/consignments/${answer.data.consignment_id}`
    const consignment = await (await get(path)).json()
    expect(consignment).toMatchObject({ order_code: '104823', shipping_company: option.provider_slug })
    const costs = [...consignment.parts.map(({ cost }: { cost: number }) => cost)]
    const services = [consignment, ...consignment.parts].flatMap(({ services }) => services)
    const charged = [...costs, ...services.map(({ total }: { total: number }) => total)]
    expect(charged.reduce((sum, cents) => sum + cents, 0)).toBe(option.cost)

    const label: string = await (await get(`${path}/labels`)).json()
    expect(Buffer.from(label, 'base64').subarray(0, 4).toString()).toBe('%PDF')
    expect((await app.request(path, { method: 'DELETE' })).status).toBe(200)
    expect((await get(path)).status).toBe(404)
  })
})

// ORD-34
onEmbedded((database) => {
  it('prices and books with several couriers that have an API', async () => {
    const { db } = database
    const gateways = [await startGateway(), await startGateway(20_000)] as const
    onTestFinished(async () => void (await Promise.all(gateways.map((gateway) => gateway.stop()))))
    const apis = gateways.map(({ url }, index) =>
      apiCourier<string>({
        account: () => url,
        create: (site) => [{ ...goSweetSpot(siteAt(site)), slug: `api-${index}`, name: `API ${index}` }],
        capabilities: () => [],
        checked: '',
      })(readAccounts({})),
    )
    const config = { titusHost: 'track.titus.example', accounts: readAccounts({}) }
    const couriers = createCouriers({ config, db, clock, apis })
    expect(couriers.map(({ slug }) => slug)).toEqual(['api-0', 'api-1'])

    const { post } = signedInApp(db, undefined, undefined, { couriers })
    const codes = ['104901', '104902']
    await putOrders(
      db,
      await putCustomer(db, { code: '2' }),
      codes.map((code) => ({ code })),
    )
    for (const [index, code] of codes.entries()) {
      const payload = payloadFor(code)
      const options = await (await post('/api/v1/consignments/pricing', payload)).json()
      const prices = options.filter(({ id }: { id: string | null }) => id !== null)
      // Half of the prices are of each courier, in their order.
      const { id: quote_id } = prices[(index * prices.length) / 2]
      expect((await post('/api/v1/consignments', { ...payload, quote_id })).status).toBe(200)
      expect(gateways.map(({ shipments }) => shipments.size)).toEqual(index === 0 ? [1, 0] : [1, 1])
    }
  })
})
