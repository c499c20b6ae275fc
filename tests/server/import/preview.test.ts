import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ImportPreview } from '../../../src/contract/imports.ts'
import { faultGroups, groupLine } from '../../../src/server/import/grouped-faults.ts'
import type { FilesOptions } from '../../../src/server/import/import-files.ts'
import { IMPORT_KINDS } from '../../../src/server/import/kinds/all-kinds.ts'
import { previewFiles } from '../../../src/server/import/preview.ts'
import { onEachDatabase } from '../databases.ts'
import { clock } from '../orders/harness.ts'
import { CUSTOMER, importFolder, ORDER } from './harness.ts'

const TABLES = ['order_items', 'orders', 'order_days', 'customers', 'arrivals'] as const

onEachDatabase((database) => {
  const folder = importFolder()
  const nothing = () => undefined
  const preview = async (options?: FilesOptions) => {
    const watcher = { begin: nothing, advance: nothing, end: nothing }
    const shown = await previewFiles({ db: database.db, clock }, [folder.folder], watcher, options)
    // Exactly the document of the contract.
    expect(ImportPreview.parse(JSON.parse(JSON.stringify(shown)))).toEqual(shown)
    return shown
  }
  const stored = async () =>
    Promise.all(TABLES.map((table) => database.db.selectFrom(table).selectAll().execute()))

  beforeEach(async () => {
    for (const table of TABLES) await database.db.deleteFrom(table).execute()
  })

  // IMP-4
  it('shows what an import would do, and does nothing', async () => {
    folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': [ORDER, { ...ORDER, code: 'SAME' }] })
    await folder.run(database.db)
    const before = await stored()
    const items = [{ quantity: 3, product: { code: 'P/1', name: 'Pipe', price: 1000 } }]
    folder.write({
      'customers.jsonl': [CUSTOMER, { ...CUSTOMER, code: '7', terms: 'account' }],
      'orders.jsonl': [
        {
          ...ORDER,
          code: 'NEW',
          dates: { ordered_at: '2026-11-19T09:30:00+13:00' },
          customer: { code: '7' },
        },
        { ...ORDER, items, notes: 'Ring first', freight: { branch: 'auckland', subtotal: 800 } },
        { ...ORDER, code: 'SAME' },
        { ...ORDER, code: 'BAD', freight: null },
      ],
    })
    const { kinds, ...rest } = await preview()
    expect(rest).toEqual({
      ...{ program: null, notices: [], refusal: null, can_override: false },
      faults: [
        { field: 'freight.branch', reason: 'is required', count: 1, places: [{ line: 4, code: 'BAD' }] },
      ],
    })
    const [customers, orders] = kinds
    expect(customers).toMatchObject({ kind: 'customers', new: 1, changed: 0, same: 1, kept: 0, refused: 0 })
    expect(orders).toMatchObject({
      kind: 'orders',
      new: 1,
      changed: 1,
      same: 1,
      kept: 0,
      refused: 1,
      work: 1,
    })
    expect(orders?.columns).toEqual(['Order ID', 'Date', 'Customer', 'Items', 'Total', 'Status'])
    const company = 'Tāmaki Plumbing & Gas'
    expect(orders?.rows).toEqual([
      {
        ...{ code: 'NEW', outcome: 'new', is_work: true },
        cells: ['NEW', '19/11/2026 09:30', company, '2 × P/1', '$30.99', 'Unpaid'],
      },
      {
        ...{ code: '104823', outcome: 'changed', is_work: false },
        cells: ['104823', '18/11/2026 09:30', company, '3 × P/1', '$43.70', 'Unpaid'],
      },
      {
        ...{ code: 'SAME', outcome: 'same', is_work: false },
        cells: ['SAME', '18/11/2026 09:30', company, '2 × P/1', '$30.99', 'Unpaid'],
      },
    ])
    expect(orders?.changes).toEqual([
      {
        code: '104823',
        fields: [
          { field: 'notes', before: null, after: 'Ring first' },
          { field: 'freight.subtotal', before: '$6.95', after: '$8.00' },
          { field: 'costs.subtotal', before: '$26.95', after: '$38.00' },
          { field: 'costs.tax', before: '$4.04', after: '$5.70' },
          { field: 'costs.total', before: '$30.99', after: '$43.70' },
          { field: 'items', before: '2 × P/1 at $10.00', after: '3 × P/1 at $10.00' },
        ],
      },
    ])
    expect(await stored()).toEqual(before)
  })

  it('says what would be left to do with orders from before a day', async () => {
    folder.write({
      'customers.jsonl': [CUSTOMER],
      'orders.jsonl': [{ ...ORDER, status: 'Paid' }],
    })
    expect((await preview()).kinds.at(-1)).toMatchObject({ new: 1, work: 1 })
    const before = await preview({ finishedBefore: '2026-11-19T00:00:00.000Z' })
    expect(before.kinds.at(-1)).toMatchObject({ new: 1, work: 0, rows: [{ is_work: false }] })
  })

  it('shows the records of several lots, of customers in the same file', async () => {
    vi.spyOn(IMPORT_KINDS.orders, 'lot', 'get').mockReturnValue(2)
    const orders = Array.from({ length: 7 }, (_, index) => ({ ...ORDER, code: `K${index}` }))
    folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': orders })
    expect((await preview()).kinds.map((kind) => kind.new)).toEqual([1, 7])
    vi.restoreAllMocks()
  })

  it('says why nothing would be loaded', async () => {
    const orders = Array.from({ length: 6 }, (_, index) => ({ code: `K${index}`, ...(index > 4 && ORDER) }))
    folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': orders })
    expect(await preview()).toMatchObject({
      refusal: '5 of 6 records are refused, more than a tenth: the file is probably not what it seems',
      can_override: true,
    })
    expect(await preview({ anyway: true })).toMatchObject({ refusal: null, can_override: false })
  })
})

// IMP-3
describe('faults', () => {
  it('are counted by their reason without what differs, with their first places', () => {
    const groups = faultGroups()
    const file = 'orders.csv'
    for (let line = 2; line < 129; line += 1) {
      const reason = `is no customer here: a${line}@b.nz is made as customer a${line}@b.nz`
      groups.add({ file, line, field: 'Email', reason, code: `#${line}` })
    }
    groups.add({ file, line: 9, field: 'customer.code', reason: 'there is no customer 7', code: 'A' })
    groups.add({ file, line: 0, field: '', reason: 'is empty' })
    expect(groups.all().map(groupLine)).toEqual([
      'orders.csv: 127 × Email: is no customer here: the customer is made from the order (lines 2, 3, 4 …)',
      'orders.csv:9: customer.code: there is no such customer',
      'orders.csv: is empty',
    ])
    expect(groups.sent()[0]?.places).toEqual([2, 3, 4].map((line) => ({ line, code: `#${line}` })))
  })

  it('are bounded, however many differ', () => {
    const groups = faultGroups()
    for (let line = 1; line < 5000; line += 1) groups.add({ file: 'a', line, field: `f${line}`, reason: 'x' })
    expect(groups.all()).toHaveLength(1001)
    expect(groups.sent()).toHaveLength(50)
    expect(groups.all()[0]).toMatchObject({ reason: 'has another fault', count: 3999 })
  })
})
