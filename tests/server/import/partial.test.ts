import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ArrivalState } from '../../../src/contract/arrivals.ts'
import { IMPORT_KINDS } from '../../../src/server/import/kinds/all-kinds.ts'
import { arrivalsOf } from '../arrivals/harness.ts'
import { onEachDatabase } from '../databases.ts'
import { CUSTOMER, counts, importFolder, ORDER } from './harness.ts'

const NORTH = { ...ORDER, freight: { branch: 'north' } }
const MUST_BE = 'must be auckland or christchurch'

onEachDatabase((database) => {
  const folder = importFolder()
  const run = (options?: Parameters<typeof folder.run>[1]) => folder.run(database.db, options)
  const codes = async () => {
    const rows = await database.db.selectFrom('orders').select('code').orderBy('code').execute()
    return rows.map(({ code }) => code)
  }
  /** What waits in Arrivals, and what came right after all. */
  const arrivals = async (state: ArrivalState = 'waiting') => {
    const rows = await database.db
      .selectFrom('arrivals')
      .selectAll()
      .where('state', '=', state)
      .orderBy('kind')
      .orderBy('line')
      .execute()
    return rows.map(({ faults, raw, original, ...row }) => ({
      ...row,
      faults: JSON.parse(faults),
      raw: raw === null ? null : JSON.parse(raw),
      original: JSON.parse(original),
    }))
  }

  beforeEach(async () => {
    for (const table of [
      ...(['arrivals', 'arrival_corrections', 'order_items', 'orders', 'order_days'] as const),
      ...(['customers', 'products'] as const),
    ]) {
      await database.db.deleteFrom(table).execute()
    }
  })

  // IMP-1
  it('loads what is right, and keeps the others as they came', async () => {
    folder.write({
      'customers.csv': 'code,name\n10482,Aroha',
      'orders.jsonl': [ORDER, { ...NORTH, code: 'N' }, { ...ORDER, code: 'P' }],
    })
    const outcome = await run()
    expect([outcome.refusal, outcome.said]).toEqual([null, [`orders.jsonl:2: freight.branch: ${MUST_BE}`]])
    expect(counts(outcome).orders).toEqual([2, 0, 0, 0])
    expect(outcome.loaded.find(({ kind }) => kind === 'orders')?.loaded.refused).toBe(1)
    expect(await codes()).toEqual(['104823', 'P'])
    expect(await arrivals()).toMatchObject([
      {
        ...{ source: 'Files', kind: 'orders', code: 'N', origin: 'orders.jsonl', line: 2 },
        faults: [{ field: 'freight.branch', reason: MUST_BE }],
        raw: { cells: { code: 'N', 'freight.branch': 'north' }, items: [{ cells: { quantity: '2' } }] },
        original: [{ code: 'N', 'freight.branch': 'north', quantity: '2' }],
      },
    ])
  })

  it('keeps the line of an export as it came, with the code that the order would have', async () => {
    const header = 'Name,Email,Financial Status,Created at,Lineitem quantity,Lineitem name,Lineitem price'
    const lines = ['#1,a@b.nz,paid,2026-11-18,1,Pipe,ten', '#2,a@b.nz,paid,2026-11-18,1,Pipe,10']
    folder.write({ 'export.csv': [header, ...lines].join('\n') })
    await run({ prefixes: new Map([['shopify', 'S-']]) })
    expect(await codes()).toEqual(['S-2'])
    expect(await arrivals()).toMatchObject([
      {
        ...{ source: 'Shopify', kind: 'orders', code: 'S-1', origin: 'export.csv', line: 2, raw: null },
        original: [{ Name: '#1', 'Lineitem price': 'ten' }],
      },
    ])
  })

  // ARR-3
  it('mends one item of an order, and leaves the others as they came', async () => {
    const header =
      'code,customer.code,freight.branch,dates.ordered_at,items.product.code,items.product.price,items.quantity'
    const line = (code: string, quantity: string) =>
      `9,10482,auckland,2026-11-18T09:30:00+13:00,${code},100,${quantity}`
    folder.write({
      'customers.csv': 'code,name\n10482,Aroha',
      'orders.csv': [header, line('A', '5'), line('B', 'x'), line('C', '2')].join('\n'),
    })
    const { said } = await run()
    expect(said).toEqual([expect.stringMatching(/^orders\.csv:3: items\.quantity: /)])
    const desk = arrivalsOf(database.db)
    const id = (await desk.list())[0]?.id ?? ''
    const { faults, fields } = await desk.one(id)
    expect(faults).toEqual([expect.objectContaining({ field: 'items.2.quantity' })])
    const isQuantity = ({ field }: { field: string }) => field.endsWith('.quantity')
    expect(fields.filter(isQuantity)).toEqual([
      { field: 'items.1.quantity', value: '5' },
      { field: 'items.2.quantity', value: 'x' },
      { field: 'items.3.quantity', value: '2' },
    ])
    expect(await desk.take(id, { 'items.2.quantity': '3' })).toMatchObject({ success: true })
    const items = await database.db
      .selectFrom('order_items')
      .select(['product_code', 'quantity'])
      .orderBy('id')
      .execute()
    expect(items.map(({ product_code, quantity }) => [product_code, quantity])).toEqual([
      ['A', 5],
      ['B', 3],
      ['C', 2],
    ])
  })

  it('keeps an order waiting whose customer is refused, and says so', async () => {
    folder.write({ 'customers.csv': 'code,name\n10482,', 'orders.jsonl': [ORDER] })
    const { said } = await run()
    expect(said).toEqual([
      'customers.csv:2: name: is required',
      'orders.jsonl:1: customer.code: waits for customer 10482, which is refused',
    ])
    expect(await arrivals()).toMatchObject([
      { kind: 'customers', code: '10482' },
      { kind: 'orders', code: '104823', raw: { cells: { 'customer.code': '10482' } } },
    ])
    folder.write({ 'customers.csv': 'code,name\n10482,Aroha' })
    expect((await run()).said).toEqual([])
    expect(await arrivals()).toEqual([])
    expect((await arrivals('right')).map(({ code }) => code)).toEqual(['10482', '104823'])
  })

  it('uses what staff have mended in the same record before', async () => {
    await database.db
      .insertInto('arrival_corrections')
      .values({
        ...{ source: 'Files', kind: 'orders', code: ORDER.code, field: 'freight.branch' },
        ...{ came: 'north', mended: 'auckland', used_at: '2026-11-20T00:00:00.000Z' },
      })
      .execute()
    folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': [NORTH] })
    expect((await run()).said).toEqual([])
    expect(await codes()).toEqual([ORDER.code])
  })

  it('keeps an order that the database refuses since it was checked', async () => {
    const { judge } = IMPORT_KINDS.orders
    vi.spyOn(IMPORT_KINDS.orders, 'judge').mockImplementationOnce(async (lot) => {
      await lot.db.deleteFrom('customers').where('code', '=', '7').execute()
      await judge?.(lot)
    })
    folder.write({
      'customers.jsonl': [CUSTOMER, { ...CUSTOMER, code: '7' }],
      'orders.jsonl': [ORDER, { ...ORDER, code: 'X', customer: { code: '7' } }],
    })
    const { said, faults, loaded } = await run()
    vi.restoreAllMocks()
    expect([faults, said]).toEqual([1, ['orders.jsonl:2: customer.code: there is no customer 7']])
    expect(counts({ loaded }).orders).toEqual([1, 0, 0, 0])
    expect(await arrivals()).toMatchObject([{ code: 'X', faults: [{ field: 'customer.code' }] }])
  })

  // IMP-2
  it.each([
    [3, 1, true],
    [4, 4, true],
    [5, 5, false],
    [50, 5, true],
    [49, 5, false],
  ])('of %i records %i may be refused: %s', async (all, faulty, isLoaded) => {
    const orders = Array.from({ length: all }, (_, index) => ({
      ...(index < faulty ? NORTH : ORDER),
      code: `K${index}`,
    }))
    folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': orders })
    const { refusal, said } = await run()
    expect(said).toHaveLength(faulty)
    expect(await codes()).toHaveLength(isLoaded ? all - faulty : 0)
    expect(await arrivals()).toHaveLength(isLoaded ? faulty : 0)
    if (isLoaded) return
    expect(refusal).toMatchObject({
      reason: `${faulty} of ${all} records are refused, more than a tenth: the file is probably not what it seems`,
      canOverride: true,
    })
    expect((await run({ anyway: true })).refusal).toBeNull()
    expect(await codes()).toHaveLength(all - faulty)
    expect(await arrivals()).toHaveLength(faulty)
  })

  it('does not count orders that only wait for a refused customer', async () => {
    const orders = Array.from({ length: 10 }, (_, index) => ({ ...ORDER, code: `K${index}` }))
    folder.write({ 'customers.csv': 'code,name\n10482,', 'orders.jsonl': orders })
    expect((await run()).refusal).toBeNull()
    expect(await arrivals()).toHaveLength(11)
  })

  it('gives a file up of which the first thousand records are refused', async () => {
    folder.write({ 'orders.jsonl': 'nonsense\n'.repeat(20_000) })
    const { refusal, said } = await run()
    expect(refusal).toMatchObject({
      reason:
        '1200 of the first 1200 records are refused: the file is probably not what it seems, and the rest was not read',
    })
    expect(said).toHaveLength(1200)
  })

  it('refuses a file for its header, and loads the others', async () => {
    folder.write({
      'customers.jsonl': [CUSTOMER],
      'orders.jsonl': [ORDER],
      'products.csv': 'code,nmae\n1,Pipe',
    })
    const { refusal, said } = await run()
    expect([refusal, said]).toEqual([null, ['products.csv:1: nmae: is no field of this kind of record']])
    expect(await codes()).toEqual([ORDER.code])
    folder.clear()
    folder.write({ 'products.csv': 'code,nmae\n1,Pipe' })
    expect((await run()).refusal).toMatchObject({ reason: 'nmae: is no field of this kind of record' })
  })

  database.once(() => {
    describe('a misplaced quote', () => {
      const HEADER =
        'code,customer.code,freight.branch,ordered_at,notes,items.product.code,items.product.price,items.quantity'
      const lineOf = (code: string, notes = '', product = 'P') =>
        [code, '10482', 'auckland', '2026-11-18T09:30:00Z', notes, product, '1', '1'].join(',')
      const load = async (lines: readonly string[]) => {
        folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.csv': [HEADER, ...lines].join('\n') })
        return (await run()).said
      }
      const MISPLACED = 'is not valid CSV: a quote is out of place'
      const beside = (line: number) => `may have an item on line ${line}, which cannot be read`

      it('refuses its line, and the orders that the line may belong to', async () => {
        const lines = [lineOf('A'), lineOf('B'), lineOf('C', 'a 5" pipe'), lineOf('D'), lineOf('E')]
        expect(await load(lines)).toEqual([
          `orders.csv:3: ${beside(4)}`,
          `orders.csv:4: ${MISPLACED}`,
          `orders.csv:5: ${beside(4)}`,
        ])
        expect(await codes()).toEqual(['A', 'E'])
        expect(await arrivals()).toMatchObject([
          { code: 'B', line: 3 },
          { code: null, line: 4, raw: null, original: lineOf('C', 'a 5" pipe') },
          { code: 'D', line: 5 },
        ])
      })

      it('refuses the order in which it is, and no other', async () => {
        const lines = [lineOf('A'), lineOf('B'), lineOf('B', '"'), lineOf('B', '', 'Q'), lineOf('E')]
        expect(await load(lines)).toEqual([`orders.csv:3: ${beside(4)}`, `orders.csv:4: ${MISPLACED}`])
        expect(await codes()).toEqual(['A', 'E'])
      })

      it('does not hide the lines up to the next quote, or to the end', async () => {
        const others = ['B', 'C', 'D', 'E'].map((code) => lineOf(code))
        const quoted = [lineOf('F', '"Ring, then wait"'), lineOf('G', '"two\nlines"'), lineOf('H')]
        const said = await load([lineOf('A', '"Ring'), ...others, ...quoted])
        expect(said).toEqual([`orders.csv:2: ${MISPLACED}`, `orders.csv:3: ${beside(2)}`])
        expect(await codes()).toEqual(['C', 'D', 'E', 'F', 'G', 'H'])
      })
    })
  })
})
