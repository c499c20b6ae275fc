import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { openNew } from '../templates.ts'
import { CUSTOMER, importFolder, ORDER, PRODUCT, SUPPLIER, SUPPLIER_ORDER } from './harness.ts'

const folder = importFolder()
let db: Connections

beforeAll(async () => {
  db = await openNew(folder.root)
})
afterAll(() => db.destroy())

/** The reported faults. Asserts that nothing was loaded. */
async function said(files: Parameters<typeof folder.write>[0]): Promise<string[]> {
  folder.write(files)
  const outcome = await folder.run(db, { isStrict: true })
  expect(outcome.loaded).toEqual([])
  expect(outcome.faults).toBe(outcome.said.length)
  return outcome.said
}

/** Many fields that no record has. */
const fields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]))

const line = (...cells: string[]) => cells.join(',')

describe('a line that cannot be loaded is reported with its field and the reason', () => {
  it.each<[string, object, string]>([
    ['customers', { ...CUSTOMER, code: null }, 'code: is required'],
    ['customers', { ...CUSTOMER, code: ' ' }, 'code: is required'],
    ['customers', { ...CUSTOMER, code: 'x'.repeat(101) }, 'code: may have at most 100 characters'],
    ['customers', { ...CUSTOMER, code: '..' }, 'code: may not be . or ..'],
    ['customers', { ...CUSTOMER, code: 'A\u0007B' }, 'code: has an invisible character'],
    ['customers', { ...CUSTOMER, code: 'A\u115fB' }, 'code: has an invisible character'],
    ['customers', { ...CUSTOMER, code: 'A,B' }, 'code: may not have a comma'],
    ['suppliers', { ...SUPPLIER, external_id: 'A,B' }, 'external_id: may not have a comma'],
    ['products', { ...PRODUCT, cms_id: '..' }, 'cms_id: may not be . or ..'],
    [
      'supplier-orders',
      { ...SUPPLIER_ORDER, po_number: 'A\u2028B' },
      'po_number: has an invisible character',
    ],
    ['customers', { ...CUSTOMER, company: 'x'.repeat(501) }, 'company: may have at most 500 characters'],
    [
      'orders',
      { ...ORDER, freight: { branch: 'auckland', tracking_code: '..' } },
      'freight.tracking_code: may not be . or ..',
    ],
    ['orders', { ...ORDER, notes: 'x'.repeat(10_001) }, 'notes: may have at most 10000 characters'],
    ['customers', { ...CUSTOMER, name: undefined }, 'name: is required'],
    ['customers', { ...CUSTOMER, nmae: 'Tama' }, 'nmae: is no field of this kind of record'],
    [
      'customers',
      { ...CUSTOMER, address: { strete: 'x' } },
      'address.strete: is no field of this kind of record',
    ],
    ['customers', { ...CUSTOMER, address: '12 Queen Street' }, 'address: is no field of this kind of record'],
    ['customers', { ...CUSTOMER, address: { is_rural: 'maybe' } }, 'address.is_rural: must be true or false'],
    ['customers', { ...CUSTOMER, phone: ['1'] }, 'phone.0: is no field of this kind of record'],
    ['customers', { ...CUSTOMER, company: 'a\0b' }, 'company: has a character that is not allowed'],
    // Half of a surrogate pair, which JSON can contain and no database can store.
    ['customers', { ...CUSTOMER, company: 'a\ud83d' }, 'company: has a character that is not UTF-8'],
    [
      'customers',
      { ...CUSTOMER, created_at: '2026-11-20' },
      'created_at: must be a time with its offset, such as 2026-11-20T09:30:00+13:00',
    ],
    [
      'customers',
      { ...CUSTOMER, created_at: 'yesterday' },
      'created_at: must be a time with its offset, such as 2026-11-20T09:30:00+13:00',
    ],
    ['customers', { ...CUSTOMER, items: [{}], items2: 1 }, 'items2: is no field of this kind of record'],
    ['products', { ...PRODUCT, price: null }, 'price: is required'],
    ['products', { ...PRODUCT, price: '12.50' }, 'price: must be a whole number'],
    ['products', { ...PRODUCT, price: '$12' }, 'price: must be a whole number'],
    ['products', { ...PRODUCT, price: 3_000_000_000 }, 'price: may be at most 2147483647'],
    ['products', { ...PRODUCT, weight: '1,5' }, 'weight: must be a number'],
    ['products', { ...PRODUCT, weight: '1e999' }, 'weight: must be a number'],
    ['products', { ...PRODUCT, pricing: { drip: 1.5 } }, 'pricing.drip: must be a whole number'],
    ['suppliers', { ...SUPPLIER, external_id: null }, 'external_id: is required'],
    ['suppliers', { ...SUPPLIER, name_legal: '' }, 'name_legal: is required'],
    [
      'supplier-orders',
      { ...SUPPLIER_ORDER, branch: 'Wellington' },
      'branch: must be auckland or christchurch',
    ],
    ['supplier-orders', { ...SUPPLIER_ORDER, created_at: null }, 'created_at: is required'],
    ['supplier-orders', { ...SUPPLIER_ORDER, supplier: null }, 'supplier.external_id: is required'],
    [
      'supplier-orders',
      { ...SUPPLIER_ORDER, items: [{ unit_quantity: 'many' }] },
      'items.1.unit_quantity: must be a number',
    ],
    ['orders', { ...ORDER, customer: { name: 'Aroha' } }, 'customer.code: is required'],
    ['orders', { ...ORDER, dates: { paid_at: null } }, 'dates.ordered_at: is required'],
    [
      'orders',
      { ...ORDER, freight: { branch: 'north' } },
      'freight.branch: must be auckland or christchurch',
    ],
    [
      'orders',
      { ...ORDER, costs: { subtotal: 100, tax: 15, total: 116 } },
      'costs.total: is not the subtotal and the tax together',
    ],
    // Calculated values must fit, too.
    [
      'orders',
      { ...ORDER, items: [...ORDER.items, { quantity: 1_000_000, product: { code: 'P', price: 5000 } }] },
      'items.2.costs.subtotal: may be at most 2147483647',
    ],
    [
      'orders',
      { ...ORDER, items: Array(3).fill({ quantity: 1, product: { code: 'P', price: -2_000_000_000 } }) },
      'costs.subtotal: may be at most 2147483647',
    ],
    ['orders', { ...ORDER, costs: { subtotal: 2_000_000_000 } }, 'costs.total: may be at most 2147483647'],
    ['orders', { ...ORDER, items: { quantity: 1 } }, 'items: must be a list'],
    ['orders', { ...ORDER, items: [null] }, 'items.1: must be an object'],
    ['orders', { ...ORDER, items: Array(2001).fill(ORDER.items[0]) }, 'may have at most 2000 items'],
    ['orders', { ...ORDER, ...fields(201) }, 'may have at most 200 fields'],
    ['orders', { ...ORDER, items: [fields(201)] }, 'may have at most 200 fields'],
    ['orders', { ...ORDER, ['x'.repeat(101)]: 1 }, 'has a field with a name of more than 100 characters'],
    [
      'orders',
      { ...ORDER, items: [{ quantity: 1, product: { code: '..', price: 1 } }] },
      'items.1.product.code: may not be . or ..',
    ],
    [
      'customers',
      { ...CUSTOMER, created_at: '9999-12-31T23:59:59-01:00' },
      'created_at: must be within the years 1000 to 9999',
    ],
    [
      'customers',
      { ...CUSTOMER, created_at: '1000-01-01T00:00:00+01:00' },
      'created_at: must be within the years 1000 to 9999',
    ],
    [
      'orders',
      { ...ORDER, items: [...ORDER.items, { quantity: '1 m', product: { code: 'P', price: 1 } }] },
      'items.2.quantity: must be a number',
    ],
    [
      'orders',
      { ...ORDER, items: [{ quantity: 1, product: { price: 1 } }] },
      'items.1.product.code: is required',
    ],
    [
      'orders',
      { ...ORDER, items: [{ quantity: 1, price: 1, product: { code: 'P', price: 1 } }] },
      'items.1.price: is no field of this kind of record',
    ],
  ])('%s %j', async (kind, record, fault) => {
    const name = `${kind}.jsonl`
    const all = await said({
      'customers.csv': 'code,name\n10482,Aroha',
      'suppliers.csv': 'external_id,name_legal\nS1,Kōwhai',
      [name]: [record],
    })
    expect(all).toEqual([`${name}:1: ${fault}`])
  })

  it('with at most 50 faults', async () => {
    const records = [{ ...CUSTOMER, ...fields(60) }]
    const items = [{ ...ORDER, items: Array(60).fill({ quantity: 'x' }) }]
    expect(await said({ 'customers.jsonl': records })).toHaveLength(50)
    folder.clear()
    expect(await said({ 'orders.jsonl': items })).toHaveLength(50)
  })

  it('unless its texts are as long as they may be', async () => {
    const order = { ...ORDER, notes: 'x'.repeat(10_000), reference: 'y'.repeat(500) }
    folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': [order] })
    const { said: faults, faults: count } = await folder.run(db)
    expect([count, faults]).toEqual([0, []])
    for (const table of ['order_items', 'orders', 'customers'] as const) await db.deleteFrom(table).execute()
  })
})

describe('files', () => {
  it('have all faults of all lines reported, by file and line', async () => {
    const files = {
      'customers.csv': [
        'code,name,address.is_rural',
        '1,Aroha,perhaps',
        ',Tama,',
        '1,Mere,no',
        '2,Ngaio,yes,,5',
      ].join('\n'),
      'products.json': `[{"code":"P","cms_id":"1","name":"Pipe","price":"x"},\n{"code":"Q"},\n 7]`,
      'orders.jsonl': `${JSON.stringify({ ...ORDER, customer: { code: '3' } })}\n{"code":\n\n[]\n`,
    }
    expect(await said(files)).toEqual([
      'customers.csv:2: address.is_rural: must be true or false',
      'customers.csv:3: code: is required',
      'customers.csv:5: has more cells than the header',
      'orders.jsonl:1: customer.code: there is no customer 3',
      'orders.jsonl:2: is not valid JSON',
      'orders.jsonl:4: must be an object with the fields of a record',
      'products.json:1: price: must be a whole number',
      'products.json:2: name: is required',
      'products.json:2: price: is required',
      'products.json:3: must be an object with the fields of a record',
    ])
  })

  it('report repeated codes, in one file or in two', async () => {
    const files = {
      'customers-1.csv': 'code,name\n1,Aroha\n2,Tama\n1,Mere',
      'customers-2.jsonl': [{ code: 2, name: 'Ngaio' }],
    }
    expect((await said(files)).map((one) => one.replace(/ in .*customers-1/, ' in customers-1'))).toEqual([
      'customers-1.csv:4: code: is there already: 1 on line 2',
      'customers-2.jsonl:1: code: is there already: 2 in customers-1.csv on line 3',
    ])
  })

  it.each([
    ['code,nmae\n1,Aroha', ['customers.csv:1: nmae: is no field of this kind of record']],
    ['code,name,name\n1,Aroha,Tama', ['customers.csv:1: name: is there twice']],
    ['code,name,\n1,Aroha,', ['customers.csv:1: column 3 has no name']],
    ['code;name\n1;Aroha', ['customers.csv:1: code;name: is no field of this kind of record']],
    ['', ['customers.csv:0: is empty']],
    [
      'code,name\n1,"Aroha\n2,Tama',
      ['customers.csv:2', 'customers.csv:3'].map(
        (line) => `${line}: is not valid CSV: a quote is out of place`,
      ),
    ],
    [
      'code,name\n,Tama\n1,"Aroha"x\n',
      ['customers.csv:2: code: is required', 'customers.csv:3: is not valid CSV: a quote is out of place'],
    ],
    ['code,name\n1,"Aroha\nNgata"\n,Tama', ['customers.csv:4: code: is required']],
  ])('of CSV: %j', async (text, faults) => expect(await said({ 'customers.csv': text })).toEqual(faults))

  it('of CSV with a record that is too long for the memory are read without it', async () => {
    const text = `code,name,phone,email\n,Tama,,\n1,"${'Aroha '.repeat(1_000_000)}",,\n,Mere,,`
    expect(await said({ 'customers.csv': text })).toEqual([
      'customers.csv:2: code: is required',
      'customers.csv:3: is longer than 5000000 characters',
      'customers.csv:4: code: is required',
    ])
  })

  it('of JSON may begin with any number of blank lines', async () => {
    const text = `${'\n'.repeat(1_500_000)}{"code": "1"}`
    expect(await said({ 'customers.jsonl': text })).toEqual(['customers.jsonl:1500001: name: is required'])
  })

  it('of CSV may repeat what a record says, but not say another thing', async () => {
    const header =
      'code,customer.code,freight.branch,notes,ordered_at,items.product.code,items.product.price,items.quantity'
    const first = line('A', '1', 'auckland', 'Ring', '2026-11-18T09:30:00Z', 'P1', '1', '1')
    const other = line('A', '1', '', 'Do not ring', '', 'P2', 'x', '1')
    const files = { 'customers.csv': 'code,name\n1,Aroha', 'orders.csv': [header, first, other].join('\n') }
    expect(await said(files)).toEqual([
      'orders.csv:3: items.product.price: must be a whole number',
      'orders.csv:3: notes: is not what line 2 says of the same record',
    ])
  })

  it('are recognised by their names', async () => {
    const files = { 'prices.csv': 'a', 'customer.json': '[]', 'ordersold.csv': 'a', 'orders-old.csv': 'a' }
    const names = 'its name does not begin with suppliers, products, customers, orders or supplier-orders'
    expect(await said(files)).toEqual([
      `customer.json:0: is not recognised: ${names}`,
      'orders-old.csv:1: a: is no field of this kind of record',
      `ordersold.csv:0: is not recognised: its columns are those of no known export, and ${names}`,
      `prices.csv:0: is not recognised: its columns are those of no known export, and ${names}`,
    ])
  })

  it('in another encoding are refused', async () => {
    const latin = new Uint8Array([
      ...new TextEncoder().encode('code,name\n1,T'),
      0xe2,
      ...new TextEncoder().encode('maki\n'),
    ])
    expect(await said({ 'customers.csv': latin })).toEqual([
      'customers.csv:2: name: has a character that is not UTF-8',
    ])
  })
})
