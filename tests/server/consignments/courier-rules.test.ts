import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PricingOption } from '../../../src/contract/consignments.ts'
import type { CourierRule } from '../../../src/contract/courier-rules.ts'
import { onEachDatabase } from '../databases.ts'
import { putCustomer, putOrders, signedInApp, TEST_CONFIG } from '../orders/harness.ts'
import { type FakeCourier, fakeCourier } from './fake-courier.ts'
import { payloadFor } from './payload-for.ts'

const RULES: CourierRule[] = [
  { name: 'rural', courier: 'nzpost', when: { rural: true }, unless_cheaper_by_cents: 300 },
]
const NO_SOLVENT: CourierRule = { name: 'solvent', when: { dangerous_goods: true }, refuse: ['nzpost'] }
const ONLY: CourierRule = { name: 'Smith', when: { customers: ['40817'] }, only: ['titus'] }
const SIGNED: CourierRule = { name: 'valuables', when: { pricing: ['wholesale'] }, signature: true }

const REFUSED = 'rule: solvent → not by NZ Post'

onEachDatabase((database) => {
  let couriers: FakeCourier[]
  const server = (courierRules: CourierRule[] | null) =>
    signedInApp(database.db, undefined, { ...TEST_CONFIG, courierRules }, { couriers })
  const read = async (query: string, courierRules: CourierRule[] | null = RULES) => {
    const answer = await server(courierRules).get(`/api/v1/courier-rules?${query}`)
    expect(answer.status).toBe(200)
    return answer.json()
  }

  beforeAll(async () => {
    const customer = await putCustomer(database.db, { code: '40817', pricing: 'wholesale' })
    await putOrders(database.db, customer, [{ code: 'PLAIN' }, { code: 'SOLVENT' }])
    const product = { name: 'Solvent', description: '', price_cents: 100, search_text: '' }
    const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
    await database.db
      .insertInto('products')
      .values([
        { ...product, ...times, code: 'SOLV-1', dangerous_goods: 1 },
        { ...product, ...times, code: 'PIPE-1', dangerous_goods: 0 },
      ])
      .execute()
    const { id } = await database.db
      .selectFrom('orders')
      .select('id')
      .where('code', '=', 'SOLVENT')
      .executeTakeFirstOrThrow()
    const line = { order_id: id, product_name: 'x', quantity: 1, price_cents: 1, subtotal_cents: 1 }
    await database.db
      .insertInto('order_items')
      .values([
        { ...line, product_code: 'PIPE-1' },
        { ...line, product_code: 'SOLV-1' },
      ])
      .execute()
  })
  beforeEach(() => {
    couriers = [
      fakeCourier('nzpost', `NZ${crypto.randomUUID()}`),
      fakeCourier('titus', `TI${crypto.randomUUID()}`),
    ]
  })

  it('sends the rules with the pricing of a customer and the goods of an order', async () => {
    expect(await read('customer=40817&order=SOLVENT')).toEqual({
      rules: RULES,
      customer: { code: '40817', pricing: 'wholesale' },
      order: { dangerous_goods: true },
    })
    expect(await read('customer=40817&order=PLAIN')).toMatchObject({ order: { dangerous_goods: false } })
  })

  // PACK-1
  it('sends the cartons, and none without the setting', async () => {
    const cartons = [{ name: 'Small', height_cm: 20, length_cm: 30, width_cm: 20, couriers: ['nzpost'] }]
    for (const set of [cartons, null]) {
      const app = signedInApp(database.db, undefined, { ...TEST_CONFIG, cartons: set })
      expect(await (await app.get('/api/v1/cartons')).json()).toEqual(set ?? [])
    }
  })

  it('sends the customer of the order, whoever is named', async () => {
    expect(await read('customer=1&order=PLAIN')).toMatchObject({
      customer: { code: '40817', pricing: 'wholesale' },
    })
  })

  // PACK-1
  it('refuses the prices of couriers that do not take a carton, but none above its weight', async () => {
    const parcel = payloadFor('').parcels[0]
    if (!parcel) throw new Error('no parcel')
    const { height, length, width } = parcel
    const sides = { height_cm: height, length_cm: length, width_cm: width }
    const refusals = async (carton: object) => {
      const config = { ...TEST_CONFIG, cartons: [{ name: 'Satchel', ...sides, ...carton }] }
      const app = signedInApp(database.db, undefined, config, { couriers })
      const rows: PricingOption[] = await (
        await app.post('/api/v1/consignments/pricing', payloadFor(''))
      ).json()
      return rows.map(({ provider_slug, id, description }) => [provider_slug, id === null && description])
    }
    // The console marks a parcel that is heavier than its carton may be; its prices are not refused.
    for (const carton of [{}, { most_kg: 0.1 }]) {
      expect(await refusals(carton)).toEqual([
        ['nzpost', false],
        ['titus', false],
      ])
    }
    expect(await refusals({ couriers: ['titus'] })).toEqual([
      ['nzpost', 'Satchel is not for this courier'],
      ['titus', false],
    ])
  })

  it('has no pricing for an unknown customer', async () => {
    expect(await read('customer=')).toEqual({
      rules: RULES,
      customer: { code: null, pricing: null },
      order: { dangerous_goods: false },
    })
  })

  it('has no rules without the setting', async () => {
    expect(await read('customer=40817', null)).toMatchObject({ rules: [] })
  })

  describe('a refused courier (FRT-21)', () => {
    const price = async (order: string, rules: CourierRule[], customer = '1'): Promise<PricingOption[]> => {
      const payload = { ...payloadFor(order), customer_id: customer }
      return (await server(rules).post('/api/v1/consignments/pricing', payload)).json()
    }
    const book = async (order: string, rules: CourierRule[], quote: string | null) => {
      const answer = await server(rules).post('/api/v1/consignments', {
        ...payloadFor(order),
        quote_id: quote,
      })
      return { status: answer.status, body: await answer.json() }
    }

    it('gives no price, once with the reason', async () => {
      const [nzpost] = couriers
      nzpost?.behave({ quote: async (price) => [...price(), ...price()] })
      expect(await price('SOLVENT', [NO_SOLVENT])).toMatchObject([
        { id: null, cost: null, provider_slug: 'nzpost', description: REFUSED },
        { id: expect.any(String), provider_slug: 'titus' },
      ])
      expect(await price('PLAIN', [NO_SOLVENT])).toMatchObject([
        { id: expect.any(String) },
        { id: expect.any(String) },
        { id: expect.any(String) },
      ])
    })

    it('is any other than the only ones of the customer of the order, whoever the form names', async () => {
      expect(await price('PLAIN', [ONLY], '1')).toMatchObject([
        { id: null, description: 'rule: Smith → not by NZ Post' },
        { id: expect.any(String), provider_slug: 'titus' },
      ])
    })

    it('is not booked at a price from before the rule, in the same words', async () => {
      const [before] = await price('SOLVENT', [])
      expect(await book('SOLVENT', [NO_SOLVENT], before?.id ?? null)).toEqual({
        status: 409,
        body: { success: false, message: REFUSED },
      })
      expect(couriers[0]?.made).toEqual([])
      expect(await book('SOLVENT', [], before?.id ?? null)).toMatchObject({ status: 200 })
      // The same booking again is answered: the parcel has been booked.
      expect(await book('SOLVENT', [NO_SOLVENT], before?.id ?? null)).toMatchObject({ status: 200 })
      expect(couriers[0]?.made).toHaveLength(1)
    })
  })

  it('asks a courier for the signature that a rule requires (FRT-22)', async () => {
    const payload = { ...payloadFor(''), customer_id: '40817' }
    const [option] = await (await server([SIGNED]).post('/api/v1/consignments/pricing', payload)).json()
    await server([SIGNED]).post('/api/v1/consignments', { ...payload, quote_id: option.id })
    expect(couriers[0]?.made).toMatchObject([{ request: { isSignatureRequired: true } }])
    expect(payload.signature_required).toBe(false)
  })

  it('books no price for another signature than it was given with (FRT-22)', async () => {
    const payload = { ...payloadFor(''), customer_id: '40817' }
    const [option] = await (await server([SIGNED]).post('/api/v1/consignments/pricing', payload)).json()
    const book = (rules: CourierRule[]) =>
      server(rules).post('/api/v1/consignments', { ...payload, quote_id: option.id })
    const expired = await book([])
    expect([expired.status, await expired.json()]).toEqual([
      409,
      { success: false, message: 'The price has expired. Get the freight options again.' },
    ])
    expect(couriers[0]?.made).toEqual([])
    expect((await book([SIGNED])).status).toBe(200)
  })

  it('says with the prices what it requires and warns of, by the address and not by the form (FRT-22)', async () => {
    const rules: CourierRule[] = [
      { ...SIGNED, name: 'far', when: { rural: true }, warn: 'call first' },
      { name: 'near', when: { rural: false }, warn: 'no call' },
    ]
    const payload = { ...payloadFor(''), postcode: '7671', is_rural: false }
    const [option] = await (await server(rules).post('/api/v1/consignments/pricing', payload)).json()
    expect(option.rules).toEqual({
      requirements: ['rule: far → call first', 'rule: far → signature required (only with GoSweetSpot)'],
      warnings: ['rule: far → call first'],
    })
  })
})
