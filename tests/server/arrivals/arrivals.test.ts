import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  keepRefusedFile,
  MOST_WAITING,
  noteOutcomes,
  settleArrived,
  withCorrections,
} from '../../../src/server/arrivals/keep.ts'
import { noteFailing, noteSourceHeard } from '../../../src/server/arrivals/sources.ts'
import { deleteSettled } from '../../../src/server/arrivals/take.ts'
import { exportedList } from '../../../src/server/exports/exported-lists.ts'
import { onEachDatabase } from '../databases.ts'
import { intakeOnTest } from '../intake/intake-on-test.ts'
import { hoursAgo, NOW, putCustomer, putOrders, signedInApp } from '../orders/harness.ts'
import { arrivalsOf, emptyArrivals, keepAll, refusedOrder } from './harness.ts'

onEachDatabase((database) => {
  const desk = () => arrivalsOf(database.db)
  const keep = (...refused: Parameters<typeof refusedOrder>[0][]) =>
    keepAll(database.db, refused.map(refusedOrder))
  const idOf = async (code: string, query = '') => {
    const found = (await desk().list(query)).find((one) => one.code === code)
    if (found === undefined) throw new Error(`No arrival has the code ${code}.`)
    return found.id
  }
  const orders = () => database.db.selectFrom('orders').select(['code', 'postcode']).orderBy('id').execute()

  beforeEach(async () => {
    await emptyArrivals(database.db)
    await putCustomer(database.db, { code: '10482' })
  })

  /** ARR-1, ARR-2 */
  describe('what waits', () => {
    it('is listed with its faults, newest first', async () => {
      await keep({}, { cells: { code: '1002' } })
      const listed = await desk().list()
      expect(listed.map(({ code }) => code)).toEqual(['1002', '1001'])
      expect(listed[1]).toEqual({
        id: await idOf('1001'),
        ...{ type: 'record', state: 'waiting', source: 'Shopify', kind: 'orders', code: '1001' },
        ...{ name: 'Hana Ruru', origin: 'orders.csv', line: 7, since: hoursAgo(1), revision: 1 },
        faults: [{ field: 'delivery_address.postcode', reason: 'must be four digits in New Zealand' }],
      })
    })

    it('is one for each source, kind and code, and the newest', async () => {
      await keep({}, { source: 'Xero' }, { kind: 'customers' })
      await keep({ faults: [{ field: 'code', reason: 'is odd' }], original: '[{}]' })
      const listed = await desk().list()
      expect(listed).toHaveLength(3)
      const one = listed.find(({ source, kind }) => source === 'Shopify' && kind === 'orders')
      expect(one?.faults).toEqual([{ field: 'code', reason: 'is odd' }])
    })

    // SHIP-4
    it('is also a bar code that the ship station does not know, once, with the order scanned last', async () => {
      for (const order_code of ['104823', '104824']) {
        const answer = await signedInApp(database.db).post('/api/v1/arrivals/barcodes', {
          ...{ barcode: '73513537', order_code },
        })
        expect(answer.status).toBe(200)
      }
      expect(await desk().list()).toMatchObject([
        {
          ...{ type: 'record', source: 'Ship station', kind: 'products', code: '73513537' },
          faults: [{ field: '', reason: 'unknown bar code 73513537, scanned for order 104824' }],
        },
      ])
    })

    it.each([
      [{ pick_run: '12' }, 'unknown bar code 73513537, scanned in pick run 12'],
      [{}, 'unknown bar code 73513537, scanned without an order'],
    ])('is such a bar code, scanned elsewhere: %j', async (place, reason) => {
      const body = { barcode: '73513537', ...place }
      const answer = await signedInApp(database.db).post('/api/v1/arrivals/barcodes', body)
      expect(answer.status).toBe(200)
      expect(await desk().list()).toMatchObject([{ code: '73513537', faults: [{ field: '', reason }] }])
    })

    it('is such a bar code although records of another system are loaded for some seconds', async () => {
      const batch = vi.spyOn(database.db.batch, 'transaction')
      const body = { barcode: '73513537', order_code: '104823' }
      await signedInApp(database.db).post('/api/v1/arrivals/barcodes', body)
      expect(batch).toHaveBeenCalledOnce()
      batch.mockRestore()
    })

    it('is recognised by its content without a code', async () => {
      await keep({ code: null, original: '{"a":1}' }, { code: null, original: '{"a":2}' })
      await keep({ code: null, original: '{"a":1}' })
      expect(await desk().list()).toHaveLength(2)
    })

    it('is a file that was refused as a whole, until a later one of its name', async () => {
      const file = {
        source: 'MYOB',
        file: 'sales.txt',
        reason: 'is no export that is known',
        list: 'line 1: odd',
      }
      const keepFile = (reason: string) =>
        database.db
          .transaction()
          .execute((within) => keepRefusedFile(within, { ...file, reason }, hoursAgo(1)))
      await keepFile('is empty')
      await keepFile('is no export that is known')
      const [only, ...others] = await desk().list('?type=file')
      expect(others).toEqual([])
      expect(only).toMatchObject({ type: 'file', origin: 'sales.txt', source: 'MYOB', code: null })
      expect(only?.faults).toEqual([{ field: '', reason: 'is no export that is known' }])
      expect((await desk().one(only?.id ?? '')).original).toBe('line 1: odd')
      expect((await desk().take(only?.id ?? '')).status).toBe(409)
    })

    it('is an order that its source wants otherwise', async () => {
      const customer = await putCustomer(database.db, { code: '7', company: 'Kea Ltd' })
      const source_changes = JSON.stringify({ reference: { columns: { reference: 'PO 7' } } })
      await putOrders(database.db, customer, [{ code: '5', source_changes }, { code: '6' }])
      expect(await desk().list()).toMatchObject([
        { id: 'difference:5', type: 'difference', code: '5', name: 'Kea Ltd' },
      ])
      expect((await desk().list())[0]?.faults[0]?.reason).toBe('Reference PO 7, here —')
    })

    it('is found by code, name, source and reason, by type and by page', async () => {
      await keep({}, { source: 'Xero', cells: { code: '2002', 'customer.name': 'Tāne Kahu' } })
      const found = async (query: string) => (await desk().list(query)).map(({ code }) => code)
      expect(await found('?query=tane')).toEqual(['2002'])
      expect(await found('?query=shopify')).toEqual(['1001'])
      expect(await found('?query=four+digits')).toEqual(['2002', '1001'])
      expect(await found('?query=1001&type=record')).toEqual(['1001'])
      expect(await found('?type=file')).toEqual([])
      expect(await found('?page=2')).toEqual([])
      expect(await found('?query=%25')).toEqual([])
    })

    it('is bounded in number: the oldest gives way', async () => {
      const many = Array.from({ length: MOST_WAITING }, (_, index) => ({ cells: { code: `A${index}` } }))
      await keepAll(database.db, [refusedOrder()], hoursAgo(2))
      await keepAll(database.db, many.map(refusedOrder), hoursAgo(1))
      const kept = await database.db.selectFrom('arrivals').select('code').execute()
      expect(kept).toHaveLength(MOST_WAITING)
      expect(kept).not.toContainEqual({ code: '1001' })
    })

    it('does not keep a record that is too large whole', async () => {
      await keep({ original: JSON.stringify('x'.repeat(600_000)) })
      const one = await desk().one(await idOf('1001'))
      expect(one.fields).toEqual([])
      expect(one.original?.length).toBeLessThan(2000)
      expect(one.faults.at(-1)?.reason).toBe('is too large to be kept: mend it at its source')
    })
  })

  /** ARR-3 */
  describe('a record that is taken', () => {
    it('is stored as it was mended, and ends', async () => {
      await keep({})
      const id = await idOf('1001')
      const taken = await desk().take(id, { 'delivery_address.postcode': '0110', 'items.1.quantity': '3' })
      expect(taken).toEqual({ status: 200, success: true, message: null, code: '1001', faults: [] })
      expect(await orders()).toEqual([{ code: '1001', postcode: '0110' }])
      const items = await database.db.selectFrom('order_items').select('quantity').execute()
      expect(items).toEqual([{ quantity: 3 }])
      expect(await desk().list()).toEqual([])
      expect(await desk().one(id)).toMatchObject({ state: 'taken', settled_by: 'Mere Parata' })
      expect(await desk().list('?state=taken')).toHaveLength(1)
    })

    it('stays with its new faults while it has some', async () => {
      await keep({ cells: { 'customer.code': '99' } })
      const id = await idOf('1001')
      expect(await desk().take(id, { 'delivery_address.postcode': '12' })).toEqual({
        ...{ status: 200, success: false, message: 'The record still has faults.', code: null },
        faults: [{ field: 'delivery_address.postcode', reason: 'must be four digits in New Zealand' }],
      })
      const again = await desk().take(id, { 'delivery_address.postcode': '0110' })
      expect(again.faults).toEqual([{ field: 'customer.code', reason: 'there is no customer 99' }])
      expect(await orders()).toEqual([])
      expect(await desk().one(id)).toMatchObject({ state: 'waiting', settled_by: null })
    })

    it('is mended by the code that it lacked', async () => {
      await keep({ code: null, cells: { code: '' }, faults: [{ field: 'code', reason: 'is required' }] })
      const [one] = await desk().list()
      const fields = { code: '77', 'delivery_address.postcode': '0110' }
      expect(await desk().take(one?.id ?? '', fields)).toMatchObject({ success: true, code: '77' })
    })

    it('is taken once by two desks, and the second learns by whom', async () => {
      await keep({})
      const id = await idOf('1001')
      const fields = { 'delivery_address.postcode': '0110' }
      const both = await Promise.all([desk().take(id, fields), desk().take(id, fields)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)?.message).toBe('Mere Parata has taken it already.')
      expect(await orders()).toHaveLength(1)
      expect((await desk().leaveOut(id, 'A duplicate')).status).toBe(409)
    })

    it('is not taken if something else has come since it was opened', async () => {
      await keep({})
      const id = await idOf('1001')
      const { revision } = await desk().one(id)
      await keep({
        original: '[{"Shipping Zip":"NZ 0111"}]',
        cells: { 'delivery_address.postcode': 'NZ 0111' },
      })
      const refused = await desk().take(id, { 'delivery_address.postcode': '0110' }, revision)
      expect(refused).toMatchObject({
        status: 409,
        message: 'Its source has sent something else meanwhile: check it again.',
      })
      expect((await desk().one(id)).fields).toContainEqual({
        field: 'delivery_address.postcode',
        value: 'NZ 0111',
      })
    })

    it('is no longer there', async () => {
      for (const id of ['99', 'x', '-1', '99999999999']) {
        expect((await desk().app.request(`/api/v1/arrivals/${id}`)).status).toBe(404)
      }
    })
  })

  /** ARR-4 */
  describe('what staff mended', () => {
    const raw = (cells: Record<string, string>) => {
      const one = refusedOrder({ cells }).raw
      if (one === null) throw new Error('It has no fields.')
      return { kind: 'orders', raw: one } as const
    }
    const postcodes = async (source: string, ...cells: Record<string, string>[]) =>
      (await withCorrections(database.db, source, cells.map(raw))).map(
        (one) => one.cells['delivery_address.postcode'],
      )

    it('is used when the same record of the same source comes with the same value', async () => {
      await keep({})
      await desk().take(await idOf('1001'), { 'delivery_address.postcode': '0110', 'items.1.quantity': '3' })
      expect(await postcodes('Shopify', {}, { code: '1002' })).toEqual(['0110', 'NZ 0110'])
      expect(await postcodes('Shopify', { 'delivery_address.postcode': '0600' })).toEqual(['0600'])
      expect(await postcodes('Xero', {})).toEqual(['NZ 0110'])
      const [whole] = await withCorrections(database.db, 'Shopify', [raw({})])
      expect(whole?.items?.[0]?.cells.quantity).toBe('3')
    })

    it('is forgotten when it is mended otherwise', async () => {
      const mend = async (postcode: string, original: string) => {
        await keep({ original })
        await desk().take(await idOf('1001'), { 'delivery_address.postcode': postcode })
      }
      await mend('0110', '[1]')
      await mend('0112', '[2]')
      expect(await postcodes('Shopify', {})).toEqual(['0112'])
    })

    it('is kept for the value that came first when it is mended again', async () => {
      await keep({})
      await desk().take(await idOf('1001'), { 'delivery_address.postcode': '0110' })
      // It comes again as it was mended, with another fault.
      await keep({ original: '[2]', cells: { 'delivery_address.postcode': '0110' } })
      await desk().take(await idOf('1001'), { 'delivery_address.postcode': '0112' })
      expect(await postcodes('Shopify', {})).toEqual(['0112'])
    })
  })

  /** ARR-5 */
  describe('what is left out', () => {
    it('needs a reason, and waits again only if something else comes', async () => {
      await keep({})
      const id = await idOf('1001')
      expect(await desk().leaveOut(id, '  ')).toMatchObject({ status: 422, field: 'reason' })
      expect(await desk().leaveOut(id, 'A duplicate')).toMatchObject({ status: 200, success: true })
      expect(await desk().one(id)).toMatchObject({ state: 'left-out', reason: 'A duplicate' })
      await keep({})
      expect(await desk().list()).toEqual([])
      await keep({ original: '[{"Name":"1001"}]' })
      expect(await desk().list()).toMatchObject([{ id, state: 'waiting' }])
    })

    it('can still be taken', async () => {
      await keep({})
      const id = await idOf('1001')
      await desk().leaveOut(id, 'A mistake')
      expect(await desk().take(id, { 'delivery_address.postcode': '0110' })).toMatchObject({ success: true })
    })
  })

  describe('the intake by keys', () => {
    const ORDER = {
      ...{ code: '2001', customer: { code: '10482' }, freight: { branch: 'auckland' } },
      ...{ ordered_at: '2026-11-20T09:30:00+13:00', items: [] },
      delivery_address: { street: '12 Kauri Road', postcode: 'NZ 0110' },
    }

    it('keeps what it refuses, ends it when it comes right, and uses what was mended', async () => {
      const { put } = await intakeOnTest(database.db)
      const [answer] = await put('orders', [ORDER])
      expect(answer?.outcome).toBe('refused')
      const [waiting] = await desk().list()
      expect(waiting).toMatchObject({ source: 'Web shop', code: '2001', kind: 'orders', line: 1 })
      expect((await desk().one(waiting?.id ?? '')).original).toBe(JSON.stringify(ORDER))
      await put('orders', [{ ...ORDER, delivery_address: { postcode: '0110' } }])
      expect(await desk().one(waiting?.id ?? '')).toMatchObject({ state: 'right', settled_by: null })
      await put('orders', [{ ...ORDER, code: '2002' }])
      await desk().take(await idOf('2002'), { 'delivery_address.postcode': '0112' })
      expect(await put('orders', [{ ...ORDER, code: '2002' }])).toMatchObject([{ outcome: 'unchanged' }])
    })

    // ARR-3
    it('ends what was left out when it comes right, which is then not taken over what came since', async () => {
      const { put } = await intakeOnTest(database.db)
      await put('orders', [ORDER])
      const id = await idOf('2001')
      await desk().leaveOut(id, 'Mended in the shop')
      await put('orders', [{ ...ORDER, delivery_address: { postcode: '0110' } }])
      await put('orders', [{ code: '2001', status: 'Cancelled' }])
      expect(await desk().take(id, { 'delivery_address.postcode': '0112' })).toMatchObject({
        ...{ status: 409, message: 'Its source has sent it again without faults, and it was loaded.' },
      })
      const stopped = await database.db.selectFrom('orders').select(['postcode', 'is_stopped']).execute()
      expect(stopped).toEqual([{ postcode: '0110', is_stopped: 1 }])
      expect(await desk().list('?state=left-out')).toEqual([])
    })

    it('keeps what it cannot read', async () => {
      const { put } = await intakeOnTest(database.db)
      await put('orders', [7])
      expect(await desk().list()).toMatchObject([{ code: null, faults: [{ field: '' }] }])
    })
  })

  /** ARR-5 */
  describe('what was settled', () => {
    const KEEP_DAYS = 30
    const DAYS = 24
    /** Deletes as the upkeep does, so many days from now. */
    const deleteIn = (days: number) => deleteSettled(database.db, NOW + days * DAYS * 3_600_000, KEEP_DAYS)

    it('is deleted with what was mended, and what waits is not', async () => {
      await keep({}, { cells: { code: '1002' } }, { cells: { code: '1003' } })
      await desk().take(await idOf('1001'), { 'delivery_address.postcode': '0110' })
      await desk().leaveOut(await idOf('1002'), 'A duplicate')
      await deleteIn(29)
      expect(await desk().list('?state=taken')).toHaveLength(1)
      await deleteIn(31)
      expect(await desk().list('?state=taken')).toEqual([])
      expect(await desk().list('?state=left-out')).toEqual([])
      expect(await desk().list()).toMatchObject([{ code: '1003' }])
      expect(await database.db.selectFrom('arrival_corrections').selectAll().execute()).toEqual([])
    })

    it('stays without its content while its source sends it, and does not wait again', async () => {
      await keep({})
      const id = await idOf('1001')
      await desk().leaveOut(id, 'A duplicate')
      await keepAll(database.db, [refusedOrder()], hoursAgo(-20 * DAYS))
      await deleteIn(31)
      expect(await desk().one(id)).toMatchObject({
        original: null,
        fields: [],
        code: null,
        name: null,
        faults: [],
      })
      await keepAll(database.db, [refusedOrder()], hoursAgo(-32 * DAYS))
      expect(await desk().list()).toEqual([])
    })
  })

  /** ARR-6 */
  describe('sources', () => {
    const heard = (hours: number, source = 'Shopify') =>
      database.db.transaction().execute((within) => noteSourceHeard(within, source, hoursAgo(hours)))
    const failing = (hours: number, reason: string) =>
      database.db.transaction().execute((within) => noteFailing(within, 'Xero', reason, hoursAgo(hours)))

    it('that are silent for unusually long are listed first', async () => {
      for (let hours = 35 * 24; hours >= 6; hours -= 2) await heard(hours)
      await keep({})
      expect((await desk().list())[0]).toMatchObject({
        ...{ id: 'source:Shopify', type: 'source', source: 'Shopify', since: hoursAgo(6) },
        faults: [{ field: null, reason: 'nothing since 06:00' }],
      })
      await heard(0)
      expect(await desk().list('?type=source')).toEqual([])
    })

    it('that fail are listed until they are heard, with the last reason and since when', async () => {
      await failing(5, 'the key is refused')
      await failing(3, 'no answer')
      expect((await desk().list()).map(({ faults }) => faults[0]?.reason)).toEqual([
        'failing since 07:00: no answer',
      ])
      expect(await desk().list('?query=xero&type=source')).toHaveLength(1)
      expect(await desk().list('?query=shopify')).toEqual([])
      await heard(1, 'Xero')
      expect(await desk().list()).toEqual([])
    })

    it('are heard by the intake', async () => {
      await (await intakeOnTest(database.db)).put('customers', [{ code: '7', name: 'Kea' }])
      const sources = await database.db.selectFrom('arrival_sources').select(['source', 'heard_at']).execute()
      expect(sources).toEqual([{ source: 'Web shop', heard_at: hoursAgo(0) }])
    })
  })

  it('is counted in all its parts', async () => {
    const customer = await putCustomer(database.db, { code: '7' })
    const source_changes = JSON.stringify({ reference: { columns: { reference: 'PO 7' } } })
    await putOrders(database.db, customer, [{ code: '5', source_changes }])
    await keep({}, { cells: { code: '1002' } })
    const answer = await desk().app.request('/api/v1/arrivals/count')
    expect(await answer.json()).toEqual({ waiting: 3 })
  })

  const exported = (filter: object) => exportedList(database.db, { list: 'arrivals', filter }, NOW, '')
  const rows = async (filter: object) => {
    let text = ''
    for await (const chunk of exported(filter)) text += chunk
    return text.trimEnd().split('\r\n').slice(1)
  }

  it('is exported as it is listed, or the selected rows', async () => {
    await keep({}, { cells: { code: '1002' } })
    const row = (code: string) =>
      `Order ${code},${code}\t,Hana Ruru,Refused,Delivery address postcode: must be four digits in New Zealand,Shopify,orders.csv,7,2026-11-20 11:00:00`
    expect(await rows({})).toEqual([row('1002'), row('1001')])
    expect(await rows({ codes: await idOf('1001') })).toEqual([row('1001')])
    expect(await rows({ type: 'file' })).toEqual([])
  })

  it('is exported with the selected source, whose name has a comma', async () => {
    for (const source of ['Kauri, Ltd', 'Kauri']) {
      await database.db
        .transaction()
        .execute((within) => noteFailing(within, source, 'the server answered 503', hoursAgo(1)))
    }
    const found = await rows({ codes: 'source%3AKauri%2C%20Ltd' })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain('"Kauri, Ltd"')
  })

  it('is exported without a gap while others settle rows', async () => {
    await keep(...Array.from({ length: 1001 }, (_, index) => ({ cells: { code: `${2000 + index}` } })))
    let text = ''
    for await (const chunk of exported({})) {
      text += chunk
      // A chunk after the header: its rows are taken while the file is written.
      if (text.includes('Order 3000')) {
        await database.db
          .updateTable('arrivals')
          .set({ state: 'taken' })
          .where('code', '>=', '2900')
          .execute()
      }
    }
    const codes = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[0])
    expect(codes).toEqual(Array.from({ length: 1001 }, (_, index) => `Order ${3000 - index}`))
  })

  it.each([null, ''])('stays when a record without a code was loaded: %j', async (code) => {
    await keep({}, { code: null, original: '{"a":1}' }, { code: '', original: '{"a":2}' })
    const outcomes = { loaded: [{ source: 'Shopify', code }], refused: [] }
    await database.db.transaction().execute((within) => noteOutcomes(within, 'orders', outcomes, hoursAgo(0)))
    expect(await desk().list()).toHaveLength(3)
  })

  it('is settled only for the codes of its source and kind', async () => {
    await keep({}, { source: 'Xero' }, { cells: { code: '1002' } })
    await database.db
      .transaction()
      .execute((within) => settleArrived(within, 'Shopify', 'orders', ['1001'], hoursAgo(0)))
    const left = await desk().list()
    expect(left.map(({ source, code }) => [source, code])).toEqual([
      ['Shopify', '1002'],
      ['Xero', '1001'],
    ])
  })
})
