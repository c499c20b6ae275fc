import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IMPORT_KINDS } from '../../../src/server/import/kinds/all-kinds.ts'
import type { Prepared } from '../../../src/server/import/kinds/kind.ts'
import { openStage, type Staged, stagedLots } from '../../../src/server/import/stage.ts'
import { PATIENT } from '../../time-outs.ts'
import { onEachDatabase } from '../databases.ts'
import { codesOf, signedInApp } from '../orders/harness.ts'
import { CUSTOMER, counts, importFolder, ORDER, PRODUCT } from './harness.ts'

/** A smaller lot of orders than in production, so that fewer orders are several lots. */
const LOT = 500
/** More than two lots of orders. */
const MANY = 1100
/** Newest first, like a list of the contract. */
const orders = (change: (index: number) => object = () => ({})) =>
  Array.from({ length: MANY }, (_, index) => ({
    ...ORDER,
    code: `M${index}`,
    dates: { ordered_at: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString() },
    ...change(index),
  }))

onEachDatabase((database) => {
  const folder = importFolder()
  const run = () => folder.run(database.db)
  const readOrder = async (code: string) =>
    (await signedInApp(database.db).get(`/api/v1/orders/${code}`)).json()

  beforeEach(async () => {
    vi.spyOn(IMPORT_KINDS.orders, 'lot', 'get').mockReturnValue(LOT)
    for (const table of ['order_items', 'orders', 'order_days', 'customers', 'products'] as const) {
      await database.db.deleteFrom(table).execute()
    }
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('many are loaded in the order of time, each with its own items', PATIENT, async () => {
    const item = (index: number) => ({
      quantity: 1 + (index % 7),
      product: { code: `P${index}`, price: index },
    })
    const items = (index: number) => [item(index), item(index + MANY)].slice(0, index % 3)
    folder.write({
      'customers.jsonl': [{ ...CUSTOMER, code: 'A' }, { ...CUSTOMER, code: 'B' }, CUSTOMER],
      'orders.jsonl': orders((index) => ({ items: items(index) })),
    })
    const outcome = await run()
    expect(outcome.said).toEqual([])
    expect(counts(outcome)).toEqual({ customers: [3, 0, 0, 0], orders: [MANY, 0, 0, 0] })
    const rows = await database.db.selectFrom('orders').select('code').orderBy('id', 'desc').execute()
    expect(rows.map(({ code }) => code)).toEqual(orders().map(({ code }) => code))
    const loaded = await database.db
      .selectFrom('order_items')
      .innerJoin('orders', 'orders.id', 'order_items.order_id')
      .select(['code', 'product_code', 'price_cents', 'quantity'])
      .orderBy('order_items.order_id', 'desc')
      .orderBy('order_items.id')
      .execute()
    const expected = orders().flatMap(({ code }, index) =>
      items(index).map(({ quantity, product }) => ({
        code,
        product_code: product.code,
        price_cents: product.price,
        quantity,
      })),
    )
    expect(loaded).toEqual(expected)
  })

  it('among many records the different ones are changed and reindexed', PATIENT, async () => {
    folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': orders() })
    await run()
    const others = await database.db.selectFrom('orders').selectAll().where('code', '<>', 'M750').execute()
    folder.write({
      'customers.jsonl': [CUSTOMER],
      'orders.jsonl': orders((index) => (index === 750 ? { reference: 'Kauri', items: [] } : {})),
    })
    expect(counts(await run())).toEqual({ customers: [0, 0, 1, 0], orders: [0, 1, MANY - 1, 0] })
    expect(await readOrder('M750')).toMatchObject({
      reference: 'Kauri',
      costs: { subtotal: 695 },
      items: [],
    })
    expect(codesOf(await signedInApp(database.db).list('?query=kauri'))).toEqual(['M750'])
    expect(await database.db.selectFrom('orders').selectAll().where('code', '<>', 'M750').execute()).toEqual(
      others,
    )
  })

  it('one bad line among many is refused, and those after it are loaded', PATIENT, async () => {
    folder.write({
      'customers.jsonl': [CUSTOMER],
      'orders.jsonl': orders((index) => ({
        ...(index === 510 && { freight: { branch: 'north' } }),
        ...(index === 820 && { customer: { code: 'nobody' } }),
        ...(index === 1030 && { code: 'M7' }),
      })),
    })
    const { said, loaded } = await run()
    expect(said).toEqual([
      'orders.jsonl:511: freight.branch: must be auckland or christchurch',
      'orders.jsonl:821: customer.code: there is no customer nobody',
      'orders.jsonl:1031: code: is there already: M7 on line 8',
    ])
    expect(counts({ loaded })).toEqual({ customers: [1, 0, 0, 0], orders: [MANY - 3, 0, 0, 0] })
  })

  it(
    'an import that is stopped keeps the lots that it has loaded, and the next one the rest',
    PATIENT,
    async () => {
      folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': orders() })
      const stopping = new AbortController()
      const stopped = await folder.run(database.db, { stop: stopping.signal }, (step) => {
        if (step === 'Loading orders') stopping.abort()
      })
      expect(stopped).toMatchObject({ isStopped: true, left: MANY - LOT, refusal: null })
      expect(counts(stopped).orders).toEqual([LOT, 0, 0, 0])
      expect(counts(await run()).orders).toEqual([MANY - LOT, 0, LOT, 0])
    },
  )

  it('a column may be missing in some records', async () => {
    const [old, known, fresh] = [
      '2020-01-01T00:00:00.000Z',
      '2021-01-01T00:00:00.000Z',
      '2022-01-01T00:00:00.000Z',
    ]
    folder.write({
      'customers.jsonl': [
        { ...CUSTOMER, code: 'A', created_at: old },
        { ...CUSTOMER, code: 'B', created_at: old, last_login_at: known },
        { ...CUSTOMER, code: 'C' },
      ],
    })
    await run()
    folder.write({
      'customers.jsonl': [
        { ...CUSTOMER, code: 'A', name: 'Mere', last_login_at: fresh },
        { ...CUSTOMER, code: 'B', name: 'Tama' },
        { ...CUSTOMER, code: 'C' },
      ],
    })
    expect(counts(await run())).toEqual({ customers: [0, 2, 1, 0] })
    const rows = await database.db
      .selectFrom('customers')
      .select(['code', 'name', 'created_at', 'last_login_at'])
      .where('code', '<>', 'C')
      .orderBy('code')
      .execute()
    expect(rows).toEqual([
      { code: 'A', name: 'Mere', created_at: old, last_login_at: fresh },
      { code: 'B', name: 'Tama', created_at: old, last_login_at: known },
    ])
  })

  it('texts and numbers are stored as written', async () => {
    const texts = [
      '007',
      '1e5',
      'null',
      'true',
      '{"a": 1}',
      '[1, "b"]',
      '"quoted"',
      "it's \\n and \\u0041",
      'two\nlines\tand a tab',
      '\u0001\u001f\u007f\u2028\u0002',
      'Ōtāhuhu 🚚 Ｗ',
      '$1 ? :name %s {a,b}',
    ]
    const weights = [
      6.61673,
      0.1,
      0.3,
      1.005,
      2 / 3,
      1e-7,
      123456.789,
      5e21,
      0.30000000000000004,
      -4,
      9007199254740992,
    ]
    const products = (description: string) =>
      texts.map((name, index) => ({
        code: String(index),
        name,
        description,
        weight: weights[index] ?? null,
      }))
    const load = async (description: string) => {
      const lines = products(description).map((product) => ({ ...PRODUCT, cms_id: null, ...product }))
      folder.write({ 'products.jsonl': lines })
      return counts(await run())
    }
    const all = texts.length
    expect(await load('before')).toEqual({ products: [all, 0, 0, 0] })
    expect(await load('before')).toEqual({ products: [0, 0, all, 0] })
    expect(await load('after')).toEqual({ products: [0, all, 0, 0] })
    const rows = await database.db
      .selectFrom('products')
      .select(['code', 'name', 'description', 'weight'])
      .orderBy('id')
      .execute()
    expect(rows).toEqual(products('after'))
  })
})

describe('a lot', () => {
  const record = (sort: number, notes: string): Prepared => ({
    ...{ key: `K${sort}`, also: null, reference: null, sort: String(sort).padStart(6, '0') },
    ...{ row: { notes }, items: [] },
  })
  const sizes = async (records: Prepared[]) => {
    const stage = await openStage()
    try {
      const rawOf = ({ key, row }: Prepared) => ({
        line: 1,
        cells: { key, notes: String(row.notes) },
        items: null,
      })
      for (const one of records) {
        const found = { kind: 'orders', line: 1, code: one.key, original: '', faults: [] } as const
        stage.add({ ...found, file: 'orders.jsonl', prepared: one, raw: rawOf(one) })
      }
      await stage.createIndexes()
      const lots: Staged[][] = []
      for await (const lot of stagedLots(stage, IMPORT_KINDS.orders)) lots.push(lot)
      const sorted = records.toSorted((one, other) => (one.sort < other.sort ? -1 : 1))
      expect(lots.flat()).toMatchObject(sorted.map((one) => ({ file: 'orders.jsonl', raw: rawOf(one) })))
      return lots.map(({ length }) => length)
    } finally {
      await stage.close()
    }
  }

  it.each([
    ['is none where there is nothing', 0, '', []],
    ['has so many records and no more', 4001, '', [2000, 2000, 1]],
    ['is not followed by an empty one', 2000, '', [2000]],
    ['has fewer where they are long', 5, 'x'.repeat(1_500_000), [3, 2]],
  ])('%s', async (_, count, notes, expected) => {
    const records = Array.from({ length: count }, (_, index) => record(count - index, notes))
    expect(await sizes(records)).toEqual(expected)
  })
})
