import { beforeEach, describe, expect, it } from 'vitest'
import { onEachDatabase } from '../databases.ts'
import { signedInApp } from '../orders/harness.ts'
import { CUSTOMER, counts, fixtureText, importFolder, ORDER, PRODUCT } from './harness.ts'

const PIECE = '4006381333931'
const CARTON = '10614141000415'
const UPC = '036000291452'
const PIPE = { ...PRODUCT, barcodes: [{ code: PIECE }, { code: CARTON, quantity: 24, unit: 'carton' }] }
const VALVE = { code: 'VALVE', name: 'Valve', price: 500 }
const TABLES = ['order_items', 'orders', 'order_days', 'customers', 'products'] as const

onEachDatabase((database) => {
  const folder = importFolder()
  const load = (...products: object[]) => {
    folder.write({ 'products.jsonl': products })
    return folder.run(database.db)
  }
  const get = (path: string) => signedInApp(database.db).get(`/api/v1${path}`)
  const product = async (slug: string) => (await get(`/products/${encodeURIComponent(slug)}`)).json()
  const barcodes = async (code = 'P/1') => (await product(code)).barcodes
  const codesOf = async (code: string) => (await barcodes(code)).map((one: { code: string }) => one.code)

  beforeEach(async () => {
    for (const table of TABLES) await database.db.deleteFrom(table).execute()
  })

  it('takes in which products are dangerous goods (PRD-9)', async () => {
    const isDangerous = async () => (await product('P/1')).dangerous_goods
    await load(PRODUCT)
    expect(await isDangerous()).toBe(false)
    await load({ ...PRODUCT, dangerous_goods: true })
    expect(await isDangerous()).toBe(true)
    await load({ ...PRODUCT, name: 'Solvent' })
    expect(await isDangerous()).toBe(true)
    await load({ ...PRODUCT, dangerous_goods: 'no' })
    expect(await isDangerous()).toBe(false)
  })

  // PRD-6
  describe('bar codes of our own format', () => {
    it('are loaded with what one scan counts, and are the same when they come again', async () => {
      const piece = { code: PIECE, quantity: 1, unit: null }
      const carton = { code: CARTON, quantity: 24, unit: 'carton' }
      expect((await load(PIPE)).said).toEqual([])
      expect(await barcodes()).toEqual([piece, carton])
      const zeros = { ...PIPE, barcodes: [{ code: `0${PIECE}` }, { ...carton, code: Number(CARTON) }] }
      expect(counts(await load(zeros))).toEqual({ products: [0, 0, 1, 0] })
      expect(counts(await load({ ...PRODUCT, name: 'Tube' }))).toEqual({ products: [0, 1, 0, 0] })
      expect(await barcodes()).toEqual([piece, carton])
      expect(counts(await load({ code: 'P/1', barcodes: [] }))).toEqual({ products: [0, 1, 0, 0] })
      expect(await barcodes()).toEqual([])
    })

    it('keep what a file does not mention, however many zeros lead the code', async () => {
      const inner = { code: UPC, quantity: 24, unit: 'inner' }
      await load({ ...PRODUCT, barcodes: [{ code: 'hose-24', quantity: 24 }, inner] })
      const codes = { 'products.csv': `code,barcodes.code\nP/1,Hose-24\nP/1,0${UPC}\n` }
      folder.clear()
      folder.write(codes)
      expect(counts(await folder.run(database.db))).toEqual({ products: [0, 0, 1, 0] })
      expect(await barcodes()).toEqual([{ code: 'HOSE-24', quantity: 24, unit: null }, inner])
    })

    it('have a line each in a CSV file', async () => {
      const header = 'code,name,price,barcodes.code,barcodes.quantity,barcodes.unit'
      const lines = [`P/1,Pipe,1000,${PIECE},,`, `P/1,,,${CARTON},24,carton`, 'VALVE,Valve,500,,,']
      folder.write({ 'products.csv': [header, ...lines].join('\n') })
      expect((await folder.run(database.db)).said).toEqual([])
      expect(await codesOf('P/1')).toEqual([PIECE, CARTON])
      expect(await barcodes('VALVE')).toEqual([])
    })

    it.each([
      [{ ...PIPE, barcodes: [{ code: '4006381333932' }] }, 'barcodes.1.code: has a wrong check digit'],
      [{ ...PIPE, barcodes: [{ code: PIECE }, { code: `0${PIECE}` }] }, 'barcodes.2.code: is there twice'],
      [{ ...PIPE, barcodes: [{ code: PIECE, quantity: 0 }] }, 'barcodes.1.quantity: must be more than 0'],
      [{ ...PIPE, barcodes: [{ quantity: 1 }] }, 'barcodes.1.code: is required'],
      [{ ...PIPE, barcodes: PIECE }, 'barcodes: must be a list'],
      [{ ...PRODUCT, items: [] }, 'items: is no field of this kind of record'],
    ])('are refused with their field: %j', async (record, fault) => {
      expect((await load(record)).said).toEqual([`products.jsonl:1: ${fault}`])
    })

    it('are no items of an order', async () => {
      folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': [ORDER] })
      await folder.run(database.db)
      folder.clear()
      folder.write({ 'orders.jsonl': [{ code: ORDER.code, barcodes: [] }] })
      expect((await folder.run(database.db)).said).toEqual([
        'orders.jsonl:1: barcodes: is no field of this kind of record',
      ])
      expect((await (await get(`/orders/${ORDER.code}`)).json()).items).toHaveLength(1)
    })
  })

  // PRD-5
  it('a product is found by its bar code, as a symbol has it or as staff type it', async () => {
    await load(PIPE, { ...VALVE, barcodes: [{ code: UPC }] })
    for (const text of [PIECE, `0${PIECE}`, CARTON, `]C101${CARTON}3724`, `(01)${CARTON}(10)LOT`]) {
      expect([text, (await product(text)).code]).toEqual([text, 'P/1'])
    }
    for (const text of [UPC, `0${UPC}`, `00${UPC}`]) expect((await product(text)).code).toBe('VALVE')
    const found = await (await get(`/products?query=0${UPC}`)).json()
    expect(found).toMatchObject([{ code: 'VALVE', barcodes: [{ code: UPC, quantity: 1, unit: null }] }])
    expect((await get('/products/73513537')).status).toBe(404)
  })

  // PRD-5
  it('a text that is a bar code only by chance finds its product first, and the others', async () => {
    const names = ['PEX-20-BLUE', 'PEX-20', 'PEX-20-RED']
    const pipes = names.map((code) => ({ code, name: 'Pipe', price: 500 }))
    await load(
      ...pipes.map((pipe) => (pipe.code === 'PEX-20' ? { ...pipe, barcodes: [{ code: pipe.code }] } : pipe)),
    )
    const rows: { code: string }[] = await (await get('/products?query=pex-20')).json()
    expect(rows.map(({ code }) => code)).toEqual(['PEX-20', 'PEX-20-RED', 'PEX-20-BLUE'])
  })

  // PRD-8
  it('a bar code of two products is named at its import, and finds neither', async () => {
    await load(PIPE)
    const { said, notes, loaded } = await load(PIPE, { ...VALVE, barcodes: [{ code: PIECE }] })
    expect([...notes, ...said]).toEqual([
      'products.jsonl:2: barcodes.1.code: is also a bar code of P/1: a scan of it names both',
    ])
    expect(counts({ loaded })).toEqual({ products: [1, 0, 1, 0] })
    const answer = await get(`/products/${PIECE}`)
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { message: `Several products have the bar code ${PIECE}: VALVE, P/1.` },
    ])
    expect((await load(PIPE, { ...VALVE, barcodes: [{ code: PIECE }] })).said).toEqual([])
  })

  // PRD-8
  it('the bar codes of an order are those of its products, with every product that has them', async () => {
    await load(PIPE, { ...VALVE, barcodes: [{ code: PIECE }, { code: UPC }] })
    folder.clear()
    folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': [ORDER] })
    await folder.run(database.db)
    const answer = await get(`/orders/${encodeURIComponent(`#${ORDER.code}`)}/barcodes`)
    expect(await answer.json()).toEqual([
      { code: PIECE, quantity: 1, unit: null, product: 'P/1' },
      { code: CARTON, quantity: 24, unit: 'carton', product: 'P/1' },
      { code: PIECE, quantity: 1, unit: null, product: 'VALVE' },
    ])
  })

  describe('the bar code of an export', () => {
    const infusion = (barcode: string) => {
      const [header = ''] = fixtureText('infusion-products.csv').split('\n')
      const cells = {
        Code: 'P/1',
        Description: 'Pipe',
        'Primary Barcode': barcode,
        'Pricing Method': 'Standard',
        Retail: '10.00',
      }
      const columns = header.trim().split(',')
      const line = columns.map((name) => new Map(Object.entries(cells)).get(name) ?? '').join(',')
      folder.clear()
      folder.write({ 'stock.csv': `${columns.join(',')}\n${line}\n` })
      return folder.run(database.db)
    }

    it('is that of one piece, and leaves those of cartons as they are', async () => {
      await load(PIPE)
      await infusion(UPC)
      expect(await codesOf('P/1')).toEqual([UPC, CARTON])
      expect(counts(await infusion(UPC))).toEqual({ products: [0, 0, 1, 0] })
      await infusion(CARTON)
      expect(await barcodes()).toEqual([{ code: CARTON, quantity: 24, unit: 'carton' }])
      await infusion('')
      expect(await codesOf('P/1')).toEqual([CARTON])
    })

    it('may be that of a carton, however many zeros lead it', async () => {
      const carton = { code: UPC, quantity: 24, unit: 'carton' }
      await load({ ...PRODUCT, barcodes: [carton] })
      expect((await infusion(`0${UPC}`)).said).toEqual([])
      expect(await barcodes()).toEqual([carton])
    })

    it('with a wrong check digit is left out with a note', async () => {
      const { notes, said } = await infusion('4006381333932')
      expect([...notes, ...said]).toEqual([
        'stock.csv:2: Primary Barcode: has a wrong check digit, 4006381333932: left out',
      ])
      expect(await barcodes()).toEqual([])
    })
  })
})
