import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExportRequest } from '../../../src/contract/exports.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { exportedList } from '../../../src/server/exports/exported-lists.ts'
import { previewFiles } from '../../../src/server/import/preview.ts'
import { PATIENT } from '../../time-outs.ts'
import { clock } from '../orders/harness.ts'
import { DEMO_NOW, openDemo } from '../templates.ts'
import { counts, importFolder } from './harness.ts'

const folder = importFolder()
let db: Connections

beforeAll(async () => {
  db = await openDemo(folder.root)
})
afterAll(() => db.destroy())

type List = 'orders' | 'customers' | 'products'

async function exported(request: ExportRequest): Promise<string> {
  let text = ''
  for await (const chunk of exportedList(db, request, DEMO_NOW, '')) text += chunk
  return text
}

const listed = {
  orders: () => exported({ list: 'orders', filter: { daterange: '30days' } }),
  customers: () => exported({ list: 'customers', filter: {} }),
  products: () => exported({ list: 'products', filter: {} }),
} satisfies Record<List, () => Promise<string>>

/** Rows that are enough to find which cells are changed. */
const SOME_ROWS = 50

/** The beginning of a list as a spreadsheet saves it, with some cells changed by row and header. */
async function changed(list: List, change: (row: Record<string, string>, index: number) => object) {
  const rows: Record<string, string>[] = parse(await listed[list](), { bom: true, columns: true })
  return stringify(
    rows.slice(0, SOME_ROWS).map((row, index) => ({ ...row, ...change(row, index) })),
    { header: true },
  )
}

const nothing = () => undefined
const preview = () =>
  previewFiles({ db, clock }, [folder.folder], { begin: nothing, advance: nothing, end: nothing })

// IMP-6
it('a list that nobody has changed changes nothing', PATIENT, async () => {
  folder.write({
    'a.csv': await listed.orders(),
    'b.csv': await listed.customers(),
    'products-2026-11-20.csv': await listed.products(),
  })
  const outcome = await folder.run(db)
  expect([outcome.refusal, outcome.said, outcome.notes]).toEqual([null, [], []])
  expect(outcome.recognised).toEqual([
    'products-2026-11-20.csv: List of products of this console',
    'b.csv: List of customers of this console',
    'a.csv: List of orders of this console',
  ])
  const all = counts(outcome)
  for (const kind of ['orders', 'customers', 'products']) {
    expect([kind, all[kind]]).toEqual([kind, [0, 0, expect.any(Number), 0]])
    expect(all[kind]?.[2]).toBeGreaterThan(5)
  }
})

it('a list that a spreadsheet has saved again changes nothing', PATIENT, async () => {
  const money = (text = '') => (text === '' ? '' : `$${text.replace(/0$/, '')}`)
  const day = (text = '') => text.replace(/^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d):\d\d$/, '$3/$2/$1 $4')
  folder.write({
    'orders.csv': await changed('orders', (row) => ({
      'Total incl GST': money(row['Total incl GST']),
      Ordered: day(row.Ordered),
      Paid: day(row.Paid),
      'Pick-up': row['Pick-up']?.toUpperCase(),
      Notes: row.Notes?.replaceAll('\n', '\r\n'),
    })),
  })
  const outcome = await folder.run(db)
  expect([outcome.said, counts(outcome).orders]).toEqual([[], [0, 0, expect.any(Number), 0]])
})

it('changes exactly the cells that were changed', PATIENT, async () => {
  folder.write({
    'orders.csv': await changed('orders', (_, index) => (index === 3 ? { Reference: "'=PO 1" } : {})),
    'customers.csv': await changed('customers', (_, index) =>
      index === 2 ? { Mobile: '021 555 0000' } : {},
    ),
    'products.csv': await changed('products', (_, index) => (index === 4 ? { Kilograms: '1,234.5' } : {})),
  })
  const { kinds, faults } = await preview()
  expect(faults).toEqual([])
  const changes = kinds.map(({ kind, changed, changes }) => [
    kind,
    changed,
    changes.map(({ fields }) => fields.map(({ field, after }) => [field, after])),
  ])
  expect(changes).toEqual([
    ['products', 1, [[['weight', '1234.5']]]],
    ['customers', 1, [[['mobile', '021 555 0000']]]],
    ['orders', 1, [[['reference', '=PO 1']]]],
  ])
})

it('takes a changed address as a whole', async () => {
  const row = await db
    .selectFrom('customers')
    .selectAll()
    .where('delivery_street', 'is', null)
    .where('street', 'is not', null)
    .executeTakeFirstOrThrow()
  const text = await exported({ list: 'customers', filter: { query: row.code } })
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
  const [first] = rows.filter((one) => one['Customer ID']?.trim() === row.code)
  folder.write({
    'customers.csv': stringify([{ ...first, 'Delivery street': '1 Wharf Road' }], { header: true }),
  })
  expect(counts(await folder.run(db)).customers).toEqual([0, 1, 0, 0])
  const after = await db.selectFrom('customers').selectAll().where('code', '=', row.code).executeTakeFirst()
  expect(after).toMatchObject({
    street: row.street,
    delivery_street: '1 Wharf Road',
    delivery_city: row.city,
    delivery_postcode: row.postcode,
  })
})

it('refuses by name what the console calculates, and what it does not have', async () => {
  folder.write({
    'orders.csv': await changed('orders', (_, index) =>
      index === 0 ? { 'Total incl GST': '1.00' } : index === 1 ? { 'Order ID': 'NOBODY' } : {},
    ),
    'consignments-2026-11-20.csv': 'Tracking code,Order ID,Manifested\nX,1,',
  })
  const { said } = await folder.run(db)
  expect(said).toEqual([
    'consignments-2026-11-20.csv:0: is the console’s list of consignments, which cannot be loaded',
    expect.stringMatching(/^orders\.csv:2: Total incl GST: cannot be changed here, and is [\d.]+$/),
    'orders.csv:3: Order ID: is not here: the list changes orders, and adds none',
  ])
})

it('adds products that are new in the list', async () => {
  folder.write({ 'products.csv': 'Product code,Name,Price excl GST\nNEW-1,New pipe,12.50\n' })
  expect(counts(await folder.run(db)).products).toEqual([1, 0, 0, 0])
  expect(
    await db.selectFrom('products').select(['name', 'price_cents']).where('code', '=', 'NEW-1').execute(),
  ).toEqual([{ name: 'New pipe', price_cents: 1250 }])
})
