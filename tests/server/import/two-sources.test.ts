import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { prefixedCode } from '../../../src/domain/orders/order-code.ts'
import { stagedCustomers } from '../../../src/server/import/cross-check.ts'
import { openStage } from '../../../src/server/import/stage.ts'
import { readConfig } from '../../../src/server/platform/config.ts'
import { onEachDatabase } from '../databases.ts'
import { intakeOnTest } from '../intake/intake-on-test.ts'
import { TEST_CONFIG } from '../orders/harness.ts'
import { CUSTOMER, importFolder, ORDER } from './harness.ts'

const PREFIXES = new Map([
  ['web shop', 'W-'],
  ['shopify', 'S-'],
])
const OTHER = { ...CUSTOMER, code: '20001', name: 'Tama Rangi' }
const ordersOf = (customer: string, codes: readonly string[]) =>
  codes.map((code) => ({ ...ORDER, code, customer: { code: customer } }))
const CODES = Array.from({ length: 20 }, (_, index) => String(1001 + index))

onEachDatabase((database) => {
  const folder = importFolder()
  const stored = async () => {
    const rows = await database.db
      .selectFrom('orders')
      .innerJoin('customers', 'customers.id', 'orders.customer_id')
      .select(['orders.code', 'orders.code_number', 'customers.code as customer'])
      .orderBy('orders.id')
      .execute()
    return rows.map(({ code, code_number, customer }) => [code, code_number, customer])
  }
  const load = async (orders: readonly object[], options = {}) => {
    folder.clear()
    folder.write({ 'customers.jsonl': [CUSTOMER, OTHER], 'orders.jsonl': orders })
    return (await folder.run(database.db, options)).said
  }

  beforeEach(async () => {
    for (const table of ['order_items', 'orders', 'order_days', 'customers'] as const) {
      await database.db.deleteFrom(table).execute()
    }
  })

  // ORD-73
  it('stores the orders of a source with its prefix, which replaces a number sign', async () => {
    await load(ordersOf(CUSTOMER.code, ['1001']))
    const parts = { config: { ...TEST_CONFIG, orderCodePrefixes: PREFIXES } }
    const { put } = await intakeOnTest(database.db, parts)
    const sent = ordersOf(OTHER.code, ['#1001', 'W-1002'])
    expect(await put('orders', sent)).toEqual([
      { code: '#1001', outcome: 'created', faults: [] },
      { code: 'W-1002', outcome: 'created', faults: [] },
    ])
    expect(await put('orders', sent)).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged' }])
    expect(await stored()).toEqual([
      ['1001', null, CUSTOMER.code],
      ['W-1001', '1001', OTHER.code],
      ['W-1002', '1002', OTHER.code],
    ])
    expect(await put('customers', { code: '1001', name: 'Ana' })).toMatchObject([{ code: '1001' }])
  })

  it('gives files the prefix of the source that the import names', async () => {
    expect(await load(ordersOf(CUSTOMER.code, ['1001']), { source: 'Web Shop', prefixes: PREFIXES })).toEqual(
      [],
    )
    expect(await stored()).toEqual([['W-1001', '1001', CUSTOMER.code]])
  })

  it('gives the export of a program the prefix of the program', async () => {
    folder.write({
      'export.csv': [
        'Name,Email,Financial Status,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku',
        '#1001,ana@example.com,paid,2026-11-18 09:30:00 +1300,1,Pipe,10.00,P1',
      ].join('\n'),
    })
    expect((await folder.run(database.db, { prefixes: PREFIXES })).said).toEqual([])
    expect((await stored()).map(([code]) => code)).toEqual(['S-1001'])
  })

  // ORD-74
  it.each([
    [1, true],
    [2, true],
    [3, false],
    [20, false],
  ])('of 20 orders, an import may give other customers to %i: %s', async (count, isLoaded) => {
    expect(await load(ordersOf(CUSTOMER.code, CODES))).toEqual([])
    const changed = [
      ...ordersOf(OTHER.code, CODES.slice(0, count)),
      ...ordersOf(CUSTOMER.code, CODES.slice(count)),
      ...ordersOf(OTHER.code, ['9001', '9002', '9003']),
    ]
    const refusal = `orders.jsonl:0: ${count} of the 20 orders that are here already would get another customer: two sources probably use the same codes. Give one of them a prefix in ORDER_CODE_PREFIXES`
    expect(await load(changed)).toEqual(isLoaded ? [] : [refusal])
    const others = (await stored()).filter(([, , customer]) => customer === OTHER.code)
    expect(others).toHaveLength(isLoaded ? count + 3 : 0)
  })

  it('corrects the customer of the only order of an import', async () => {
    await load(ordersOf(CUSTOMER.code, ['1001']))
    expect(await load(ordersOf(OTHER.code, ['1001']))).toEqual([])
  })
})

it.each([
  ['W-', '1001', 'W-1001'],
  ['W-', '#1001', 'W-1001'],
  ['W-', '# 1001', 'W-1001'],
  ['W-', 'W-1001', 'W-1001'],
  ['W-', '', ''],
])('the prefix %j before %j: %j', (prefix, code, expected) => {
  expect(prefixedCode(prefix, code)).toBe(expected)
})

it('reads the prefixes of sources', () => {
  const read = (ORDER_CODE_PREFIXES: string) => readConfig({ ORDER_CODE_PREFIXES }).orderCodePrefixes
  expect(read(' Web shop = W- , shopify=S')).toEqual(
    new Map([
      ['web shop', 'W-'],
      ['shopify', 'S'],
    ]),
  )
  for (const text of ['W-', 'shop=', '=W-', 'shop=1-', 'shop=#', 'a=W-,b=W-', 'a=W-,A=X-']) {
    expect(() => read(text), text).toThrow(
      'ORDER_CODE_PREFIXES must be names of sources, each with a prefix of its own, such as Web shop=W-, Xero=X-.',
    )
  }
})

// Otherwise a check takes the square of the number of orders.
it('the customers of some orders are found by the codes of these', async () => {
  const stage = await openStage()
  await stage.createIndexes()
  const query = stagedCustomers(stage, ['1001', '1002'])
  const plan = JSON.stringify(await query.explain(undefined, sql`query plan`))
  expect(plan).toContain('records_key')
  await stage.close()
})
