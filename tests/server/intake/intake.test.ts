import { beforeEach, describe, expect, it } from 'vitest'
import { findKey, saveUse } from '../../../src/server/intake/key-store.ts'
import { runKeysCommand } from '../../../src/server/intake/keys.ts'
import { fc } from '../../properties.ts'
import { PATIENT } from '../../time-outs.ts'
import { onEachDatabase } from '../databases.ts'
import { CUSTOMER, ORDER, PRODUCT, SUPPLIER, SUPPLIER_ORDER } from '../import/harness.ts'
import { runCommand } from '../operations/run-command.ts'
import { codesOf, NOW, signedInApp } from '../orders/harness.ts'
import { PAYMENT } from '../orders/order-on-test.ts'
import { intakeOnTest } from './intake-on-test.ts'

const TABLES = [
  'order_events',
  'order_items',
  'outbox',
  'orders',
  'order_days',
  'customers',
  'products',
  'supplier_order_items',
  'supplier_orders',
  'suppliers',
] as const
const done = (code: string, outcome: string, faults: object[] = []) => ({ code, outcome, faults })

onEachDatabase((database) => {
  const intake = () => intakeOnTest(database.db)
  const order = async () => (await signedInApp(database.db).get(`/api/v1/orders/${ORDER.code}`)).json()

  beforeEach(async () => {
    for (const table of TABLES) await database.db.deleteFrom(table).execute()
  })

  describe('records', () => {
    it.each([
      ['suppliers', SUPPLIER, { name_legal: 'Kea Ltd' }, 'S1'],
      ['supplier-orders', SUPPLIER_ORDER, { branch: 'auckland' }, 'PO1'],
      ['products', PRODUCT, { price: 1100 }, 'P/1'],
      ['customers', CUSTOMER, { phone: '09 555 0123' }, '10482'],
      ['orders', ORDER, { notes: 'Ring first' }, '104823'],
    ])('of %s are created, then unchanged, then updated', async (kind, record, change, code) => {
      const { put } = await intake()
      await put('customers', CUSTOMER)
      await put('suppliers', SUPPLIER)
      const isThere = kind === 'customers' || kind === 'suppliers'
      expect(await put(kind, record)).toEqual([done(code, isThere ? 'unchanged' : 'created')])
      expect(await put(kind, record)).toEqual([done(code, 'unchanged')])
      expect(await put(kind, { ...record, ...change })).toEqual([done(code, 'updated')])
      expect(await put(kind, { ...record, ...change })).toEqual([done(code, 'unchanged')])
    })

    it('may be one, an array or one per line', async () => {
      const { send, put } = await intake()
      const [one, two] = [
        { ...CUSTOMER, code: 'A' },
        { ...CUSTOMER, code: 'B' },
      ]
      const lines = `${JSON.stringify(one)}\r\n\n${JSON.stringify(two)}\n`
      const both = { results: [done('A', 'unchanged'), done('B', 'unchanged')] }
      await put('customers', [one, two])
      for (const type of [
        'application/x-ndjson',
        'application/json; charset=utf-8',
        'application/jsonl',
        'text/plain',
        '',
      ]) {
        const answer = await send('customers', lines, { type })
        expect([answer.status, await answer.json()]).toEqual([200, both])
      }
      expect(await put('customers', one)).toEqual([done('A', 'unchanged')])
      expect(await put('customers', [])).toEqual([])
    })

    it('are loaded without the refused ones, each of which has its own faults', async () => {
      const { put } = await intake()
      const results = await put('customers', [
        { ...CUSTOMER, code: 'A' },
        { code: 'B', nmae: 'Tama' },
        7,
        { name: 'Mere' },
        { ...CUSTOMER, code: 'C', address: { postcode: '61' } },
        { ...CUSTOMER, code: 'D', address: { postcode: 610 } },
      ])
      const required = 'is required'
      expect(results).toEqual([
        done('A', 'created'),
        done('B', 'refused', [
          { field: 'name', message: required },
          { field: 'nmae', message: 'is no field of this kind of record' },
        ]),
        {
          code: null,
          outcome: 'refused',
          faults: [{ field: '', message: 'must be an object with the fields of a record' }],
        },
        { code: null, outcome: 'refused', faults: [{ field: 'code', message: required }] },
        done('C', 'refused', [{ field: 'address.postcode', message: 'must be four digits in New Zealand' }]),
        done('D', 'created', [{ field: 'address.postcode', message: 'has three digits, 610: read as 0610' }]),
      ])
      const rows = await database.db
        .selectFrom('customers')
        .select(['code', 'postcode'])
        .orderBy('code')
        .execute()
      expect(rows).toEqual([
        { code: 'A', postcode: null },
        { code: 'D', postcode: '0610' },
      ])
    })

    it('are refused where they refer to nothing, or take the unique code of another', async () => {
      const { put } = await intake()
      const missing = { field: 'customer.code', message: 'there is no customer 10482' }
      expect(await put('orders', ORDER)).toEqual([done('104823', 'refused', [missing])])
      const taken = { field: 'cms_id', message: 'belongs to P/1 already' }
      expect(await put('products', [PRODUCT, { ...PRODUCT, code: 'P/2' }])).toEqual([
        done('P/1', 'created'),
        done('P/2', 'refused', [taken]),
      ])
    })

    it('with the same code are taken one after the other', async () => {
      const { put } = await intake()
      const results = await put('customers', [
        CUSTOMER,
        { ...CUSTOMER, phone: '1' },
        { code: '10482', phone: '2' },
      ])
      expect(results.map(({ outcome }) => outcome)).toEqual(['created', 'updated', 'updated'])
      const row = await database.db.selectFrom('customers').select(['name', 'phone']).executeTakeFirst()
      expect(row).toEqual({ name: CUSTOMER.name, phone: '2' })
    })

    it('are updated in part even if a stored text is longer than one may be sent', async () => {
      const { put } = await intake()
      await put('customers', CUSTOMER)
      await database.db
        .updateTable('customers')
        .set({ company: 'x'.repeat(501) })
        .execute()
      expect(await put('customers', { code: CUSTOMER.code, phone: '1' })).toEqual([done('10482', 'updated')])
      const long = { field: 'company', message: 'may have at most 500 characters' }
      expect(await put('customers', { code: CUSTOMER.code, company: 'x'.repeat(501) })).toEqual([
        done('10482', 'refused', [long]),
      ])
    })

    it('are listed newest first, in whatever order they come', async () => {
      const { put } = await intake()
      await put('customers', CUSTOMER)
      const at = (day: number) => ({
        ...ORDER,
        code: `D${day}`,
        dates: { ordered_at: `2026-11-1${day}T00:00:00Z` },
      })
      await put('orders', [at(3), at(1), at(2)])
      expect(codesOf(await signedInApp(database.db).list(''))).toEqual(['D3', 'D2', 'D1'])
      const customer = await database.db.selectFrom('customers').select('last_ordered_at').executeTakeFirst()
      expect(customer?.last_ordered_at).toBe('2026-11-13T00:00:00.000Z')
    })

    it('are unchanged when they are sent again, for any content', PATIENT, async () => {
      const { put } = await intake()
      const cell = fc.option(
        fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('0610', '610', 'ā', ' x ')),
        {
          nil: null,
        },
      )
      const record = fc.record(
        {
          code: fc.stringMatching(/^[A-C]$/),
          name: fc.string({ maxLength: 12 }),
          ...{ phone: cell, email: cell, pricing: cell, first_name: cell },
          address: fc.option(
            fc.record({ street: cell, postcode: cell, country: cell }, { requiredKeys: [] }),
          ),
          delivery_address: fc.option(
            fc.record({ city: cell, is_rural: fc.boolean() }, { requiredKeys: [] }),
          ),
        },
        { requiredKeys: ['code'] },
      )
      await fc.assert(
        fc.asyncProperty(record, async (one) => {
          const [first] = await put('customers', [one])
          const [again] = await put('customers', [one])
          expect(again?.outcome).toBe(first?.outcome === 'refused' ? 'refused' : 'unchanged')
        }),
        { numRuns: 40 },
      )
    })
  })

  describe('concurrently with staff', () => {
    it('keeps what they have done, and names what the source says otherwise', async () => {
      const { put } = await intake()
      await put('customers', CUSTOMER)
      await put('orders', ORDER)
      await signedInApp(database.db).post(`/api/v1/orders/${ORDER.code}/payment`, {
        ...PAYMENT,
        payment_amount: 3099,
      })
      expect(await put('orders', ORDER)).toEqual([done('104823', 'unchanged')])
      const moved = { ...ORDER, notes: 'Ring first', delivery_address: { street: '4 Port Road' } }
      expect(await put('orders', moved)).toEqual([done('104823', 'updated')])
      const message = 'is kept as it is here: staff have acted on this order'
      expect(await put('orders', { ...moved, items: [], payment_method: 'cash', notes: 'Ring' })).toEqual([
        done('104823', 'kept', [
          { field: 'payment_method', message },
          { field: 'items', message },
        ]),
      ])
      expect(await order()).toMatchObject({
        status: 'Paid',
        payment_method: 'card',
        notes: 'Ring',
        items: ORDER.items,
        delivery_address: { street: '4 Port Road' },
      })
    })

    it('updates name, phone and e-mail of the customer', async () => {
      const { put } = await intake()
      await put('customers', CUSTOMER)
      await put('orders', ORDER)
      await put('customers', {
        code: CUSTOMER.code,
        name: 'Mere Parata',
        phone: '021 555 0188',
        email: 'm@example.com',
      })
      expect((await order()).customer).toMatchObject({
        name: 'Mere Parata',
        phone: '021 555 0188',
        email: 'm@example.com',
      })
    })
  })
})

describe('discounts', () => {
  onEachDatabase((database) => {
    const intake = () => intakeOnTest(database.db)
    const order = async () => (await signedInApp(database.db).get(`/api/v1/orders/${ORDER.code}`)).json()
    const done = (code: string, outcome: string) => ({ code, outcome, faults: [] })

    beforeEach(async () => {
      for (const table of ['order_items', 'orders', 'customers'] as const)
        await database.db.deleteFrom(table).execute()
    })

    const costs = async () => (await order()).costs
    const line = async () => (await order()).items[0].costs.subtotal
    /** Two pipes at $10.00 with 10 % off, and freight of $6.95, of which $3.95 are taken off. */
    const DISCOUNTED = {
      ...ORDER,
      items: [{ ...ORDER.items[0], costs: { subtotal: 1800 } }],
      costs: { subtotal: 2100 },
    }
    it.each<[string, object, object, number]>([
      ['new freight', { freight: { subtotal: 1000 } }, { subtotal: 2405, tax: 361, total: 2766 }, 1800],
      [
        'another name of a product',
        { items: [{ quantity: 2, product: { code: 'P/1', name: 'Tube', price: 1000 } }] },
        { subtotal: 2100, tax: 315, total: 2415 },
        1800,
      ],
      [
        'another quantity',
        { items: [{ quantity: 3, product: { code: 'P/1' } }] },
        { subtotal: 3000, tax: 450, total: 3450 },
        2700,
      ],
      [
        'another quantity, and the sum without a discount',
        {
          items: [{ quantity: 3, product: { code: 'P/1' }, costs: { subtotal: 3000 } }],
          costs: { subtotal: 3695 },
        },
        { subtotal: 3695, tax: 554, total: 4249 },
        3000,
      ],
      [
        'another quantity, and no sum',
        {
          items: [{ quantity: 3, product: { code: 'P/1' }, costs: { subtotal: null } }],
          costs: { subtotal: null },
        },
        { subtotal: 3695, tax: 554, total: 4249 },
        3000,
      ],
    ])('an order with a discount is updated by %s', async (_, change, sums, lineSum) => {
      const { put } = await intake()
      await put('customers', CUSTOMER)
      await put('orders', DISCOUNTED)
      expect(await put('orders', { code: ORDER.code, ...change })).toEqual([done('104823', 'updated')])
      expect(await costs()).toEqual(sums)
      expect(await line()).toBe(lineSum)
      expect(await put('orders', { code: ORDER.code, ...change })).toEqual([done('104823', 'unchanged')])
    })

    it('an order that becomes smaller than its discount loses it', async () => {
      const { put } = await intake()
      await put('customers', CUSTOMER)
      await put('orders', DISCOUNTED)
      await put('orders', { code: ORDER.code, items: [], freight: { subtotal: 100 } })
      expect(await costs()).toEqual({ subtotal: 100, tax: 15, total: 115 })
    })

    it('an order without tax stays without', async () => {
      const { put } = await intake()
      await put('customers', CUSTOMER)
      await put('orders', { ...ORDER, costs: { tax: 0 } })
      await put('orders', { code: ORDER.code, freight: { subtotal: 1000 } })
      expect(await costs()).toEqual({ subtotal: 3000, tax: 0, total: 3000 })
    })
  })
})

onEachDatabase((database) => {
  const run = (...words: string[]) => runKeysCommand({ db: database.db, now: NOW }, words)
  const create = async (name: string) => {
    const { text, isFailure } = await run('create', name)
    expect(isFailure).toBe(false)
    return text.split('\n').at(-1) ?? ''
  }
  const listed = async () => (await run('list')).text.split('\n').map((line) => line.split('\t'))

  it('creates a key and shows it alone on the last line', async () => {
    const key = await create('Web shop')
    expect(key).toMatch(/^dck_[\w-]{43}$/)
    expect(await findKey(database.db, key)).toMatchObject({ name: 'Web shop', last_used_at: null })
    expect(await create('Web shop')).not.toBe(key)
  })

  // V13.2.1
  it('stores no key, only its hash', async () => {
    const key = await create('Secret shop')
    const rows = await database.db.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key.slice(4))
    expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
  })

  it('lists the keys with their last use', async () => {
    const key = await create('Listed shop')
    const found = await findKey(database.db, key)
    expect(await listed()).toContainEqual([found?.id, 'Listed shop', '20/11/2026 12:00', 'never'])
    await saveUse(database.db, found?.id ?? '', NOW + 60_000)
    expect(await listed()).toContainEqual([found?.id, 'Listed shop', '20/11/2026 12:00', '20/11/2026 12:01'])
  })

  it.each([['name'], ['id']])('revokes a key by its %s', async (by) => {
    const name = `Shop by ${by}`
    const [key, other] = [await create(name), await create('Other shop')]
    const id = (await findKey(database.db, key))?.id ?? ''
    const which = by === 'id' ? id : name
    expect(await run('revoke', which)).toEqual({ text: `Revoked 1 key of ${which}.`, isFailure: false })
    expect(await findKey(database.db, key)).toBeNull()
    expect(await findKey(database.db, other)).not.toBeNull()
    expect((await listed()).some(([one]) => one === id)).toBe(false)
    expect(await run('revoke', which)).toEqual({ text: `There is no key ${which}.`, isFailure: true })
  })

  it.each([
    [[]],
    [['create']],
    [['create', ' ']],
    [['create', 'a', 'b']],
    [['create', 'a\nb']],
    [['list', 'x']],
    [['end', 'x']],
  ])('prints its usage for %j', async (words) => {
    expect(await run(...words)).toEqual({ text: expect.stringMatching(/^Usage: /), isFailure: true })
  })
})

/** A process from its start. */
onEachDatabase((database) => {
  it('creates a key beside a running server, alone on the last line', PATIENT, async () => {
    const { databaseUrl, dataDir } = database.place
    const settings = { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir }
    const { code, output } = await runCommand('intake-keys', ['create', 'Web shop'], settings)
    expect(code).toBe(0)
    const key = output.trimEnd().split('\n').at(-1) ?? ''
    expect(await findKey(database.db, key)).toMatchObject({ name: 'Web shop' })
    const log = output.split('\n').find((line) => line.startsWith('{')) ?? ''
    expect(JSON.parse(log)).toMatchObject({ security: 'key-created', keyName: 'Web shop' })
    expect(log).not.toContain(key)
  })
})
