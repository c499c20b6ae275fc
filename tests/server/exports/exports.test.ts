import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { consignmentSearchText } from '../../../src/server/consignments/record.ts'
import { timestamp } from '../../../src/server/db/times.ts'
import { csvOf, csvText } from '../../../src/server/exports/csv.ts'
import { endSessions, saveSession } from '../../../src/server/sign-in/session-store.ts'
import { onEachDatabase } from '../databases.ts'
import {
  type CustomerRow,
  clock,
  hoursAgo,
  manyOrders,
  NOW,
  putCustomer,
  putOrders,
  signedInApp,
} from '../orders/harness.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { unavailableAtTimes } from '../unavailable-database.ts'

const SESSION = 'session-of-mere'
const SESSION_MS = 1e8
/** More than two pages of an export. */
const MANY = 1201

onEachDatabase((database) => {
  const log = spyOnLog()
  const unavailable = unavailableAtTimes(() => database.db)
  let now = NOW
  let customer: CustomerRow
  const app = () => signedInApp(database.db, undefined, undefined, { clock: () => now })
  const begin = (id: string) => {
    const staff = { id: 'local:mere', name: 'Mere Parata', email: 'mere@example.com' }
    return saveSession(database.db, { id, staff, userAgent: '', createdAt: NOW, expiresAt: NOW + SESSION_MS })
  }
  const prepare = async (body: unknown) => app().post('/api/v1/exports', body)
  const download = async (ticket: string) => app().get(`/api/v1/exports?ticket=${ticket}`)
  /** The text of an exported file. */
  const exported = async (list: string, filter: object): Promise<string> => {
    const { ticket } = await (await prepare({ list, filter })).json()
    const answer = await download(ticket)
    // Not `text()`, which drops the byte order mark.
    return Buffer.from(await answer.arrayBuffer()).toString('utf8')
  }
  /** The rows of an exported file by their headers, without the tabs that keep codes texts. */
  const rows = async (list: string, filter: object): Promise<Record<string, string>[]> =>
    parse(await exported(list, filter), { bom: true, columns: true, trim: true })
  const column = async (name: string, list: string, filter: object) =>
    (await rows(list, filter)).map((row) => row[name])

  beforeAll(async () => {
    const { db } = database
    await begin(SESSION)
    customer = await putCustomer(db, {
      code: '0042',
      name: 'Siobhán O’Neill',
      company: 'Tāmaki "Pipes", Ltd',
      phone: '021 555 0123',
      email: '@tamaki',
      street: '=HYPERLINK("http://evil.example")',
      city: 'Dargaville',
      postcode: '0310',
    })
    await putOrders(db, customer, manyOrders('B', MANY, { ordered_at: hoursAgo(50), paid_at: null }))
    await putOrders(db, customer, [
      {
        code: '000123',
        reference: '-1+2',
        notes: 'first line\r\nsecond line',
        ordered_at: '2026-11-19T21:30:00.000Z',
        paid_at: '2026-04-04T13:30:00.000Z',
        freight_cents: 695,
        subtotal_cents: -10_005,
        tax_cents: -1501,
        total_cents: -11_506,
        postcode: '0310',
        tracking_company: 'nzcouriers',
        tracking_code: '00894210009876543210',
      },
    ])
    const plain = { order_code: '104823', courier: 'swift', provider_name: 'Swift', provider_slug: 'swift' }
    const place = { street: '1 Totara Road', suburb: '', city: 'Napier', postcode: '4110' }
    const receiver = { company: 'Kauri', contact: 'Ruth', phone: '+64 27 555 0858', email: '' }
    const rest = { type: 'Overnight', branch: 'auckland', instructions: '', is_rural: 0, send_tracking: 1 }
    const staff = { staff_id: 'local:mere', staff_name: 'Mere' }
    await db
      .insertInto('consignments')
      .values(
        Array.from({ length: MANY }, (_, index) => {
          const row = { ...plain, ...place, ...receiver, tracking_code: `LH${index}` }
          return {
            ...row,
            ...rest,
            ...staff,
            cost_cents: 0,
            services: '[]',
            // All booked at one time, as an import may do.
            created_at: '2026-11-19T22:00:00.000Z',
            search_text: consignmentSearchText(row, []),
          }
        }),
      )
      .execute()
  })

  it('has all rows of a filter, however many pages, in the order of the list', async () => {
    const expected = Array.from({ length: MANY }, (_, index) => `B${MANY - index}`)
    expect(await column('Order ID', 'orders', { status: 'unpaid' })).toEqual(expected)
    expect(await column('Order ID', 'orders', {})).toEqual(['000123', ...expected])
    expect(await column('Order ID', 'orders', { query: 'tamaki' })).toEqual(['000123', ...expected])
  })

  it('has all consignments of a day, of which many were booked at one time', async () => {
    const codes = await column('Tracking code', 'consignments', {
      date: '2026-11-20',
      query: '',
      provider: '',
    })
    expect(codes).toEqual(Array.from({ length: MANY }, (_, index) => `LH${MANY - 1 - index}`))
  })

  it('that the database cancels is one entry of the log, without a stack', async () => {
    const { db, goAway } = unavailable()
    const cancelled = signedInApp(db, undefined, undefined, { clock: () => now })
    const { ticket } = await (await prepare({ list: 'orders', filter: {} })).json()
    const answer = await cancelled.get(`/api/v1/exports?ticket=${ticket}`)
    log.clear()
    const reader = answer.body?.getReader()
    await reader?.read()
    goAway()
    // Reads the rest, which ends only for a client with a connection.
    const readOn = async (): Promise<unknown> => reader?.read().then(readOn)
    void readOn()
    await expect
      .poll(() => log.entries())
      .toEqual([
        {
          level: 'error',
          database: 'unreachable',
          list: 'orders',
          message: 'An export broke off: The database does not respond.',
        },
      ])
  })

  it('has exactly the selected rows, in their order', async () => {
    expect(await column('Order ID', 'orders', { codes: 'B7,000123,B9,gone' })).toEqual(['B7', '000123', 'B9'])
    const filter = { date: '2020-01-01', query: '', provider: '', codes: 'LH3,LH11,gone,LH2' }
    expect(await column('Tracking code', 'consignments', filter)).toEqual(['LH3', 'LH11', 'LH2'])
  })

  it('begins with a byte order mark and ends each line with CRLF', async () => {
    const text = await exported('orders', { codes: 'B1,B2' })
    expect(text.startsWith('\u{FEFF}Order ID,Reference,Status,')).toBe(true)
    expect(text.split('\r\n')).toHaveLength(4)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  // V1.2.10
  it('keeps codes, postcodes and phone numbers as text, and no cell begins as a formula', async () => {
    const cells: string[][] = parse(await exported('orders', { codes: '000123' }), { bom: true })
    const [headers = [], values = []] = cells
    const row = Object.fromEntries(headers.map((header, index) => [header, values[index]]))
    expect(row).toMatchObject({
      'Order ID': '000123\t',
      Reference: "'-1+2\t",
      'Customer ID': '0042\t',
      Company: 'Tāmaki "Pipes", Ltd',
      Phone: '021 555 0123\t',
      Email: "'@tamaki",
      'Delivery postcode': '0310\t',
      Courier: 'NZ Couriers',
      'Tracking code': '00894210009876543210\t',
      Notes: 'first line\r\nsecond line',
      Mobile: '',
    })
    const [place] = await rows('customers', { query: '0042' })
    expect(place?.Street).toBe('\'=HYPERLINK("http://evil.example")')
    const [consignment] = await rows('consignments', {
      date: '2026-11-20',
      query: '',
      provider: '',
      codes: 'LH1',
    })
    expect(consignment).toMatchObject({ Phone: "'+64 27 555 0858", City: 'Napier' })
  })

  it('has dollars as plain numbers and times of the wall clock in Auckland', async () => {
    const [row] = await rows('orders', { codes: '000123' })
    expect(row).toMatchObject({
      Ordered: '2026-11-20 10:30:00',
      // Daylight saving has just ended.
      Paid: '2026-04-05 02:30:00',
      Shipped: '',
      'Freight excl GST': '6.95',
      'Subtotal excl GST': '-100.05',
      GST: '-15.01',
      'Total incl GST': '-115.06',
    })
  })

  it('has products with prices excluding and including GST', async () => {
    const { db } = database
    const at = timestamp(NOW)
    const product = {
      code: '007',
      name: 'Elbow',
      description: '',
      price_cents: 1000,
      created_at: at,
      updated_at: at,
    }
    await db
      .insertInto('products')
      .values({ ...product, search_text: '  007 elbow' })
      .execute()
    expect(await rows('products', { query: 'elbow' })).toMatchObject([
      { 'Product code': '007', 'Price excl GST': '10.00', GST: '1.50', 'Retail incl GST': '11.50' },
    ])
  })

  it('has no rows for a search that nothing can match', async () => {
    expect(await rows('orders', { query: '%' })).toEqual([])
    expect(await rows('customers', { query: 'nobody at all' })).toEqual([])
  })

  it('is named after the list and the day', async () => {
    const { ticket, file } = await (await prepare({ list: 'orders', filter: { codes: 'B1' } })).json()
    const { headers } = await download(ticket)
    expect(file).toBe('orders-2026-11-20.csv')
    expect(headers.get('content-disposition')).toBe('attachment; filename="orders-2026-11-20.csv"')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  })

  it.each([
    [{ list: 'suppliers', filter: {} }, 'list'],
    [{ list: 'orders', filter: { status: 'lost' } }, 'filter.status'],
    [{ list: 'orders' }, 'filter'],
    [{ list: 'consignments', filter: { date: '20/11/2026', query: '', provider: '' } }, 'filter.date'],
    [
      { list: 'consignments', filter: { date: '2026-11-20', query: '', provider: '', codes: 1 } },
      'filter.codes',
    ],
  ])('refuses %j, naming the field', async (body, field) => {
    const answer = await prepare(body)
    expect([answer.status, (await answer.json()).field]).toEqual([422, field])
  })

  it('refuses more codes than a day has', async () => {
    const codes = Array.from({ length: 5001 }, (_, index) => `LH${index}`).join(',')
    const filter = { date: '2026-11-20', query: '', provider: '', codes }
    const answer = await prepare({ list: 'consignments', filter })
    expect([answer.status, (await answer.json()).field]).toEqual([422, 'filter.codes'])
  })

  it('refuses a search that is too long before the download', async () => {
    const answer = await prepare({ list: 'products', filter: { query: 'x'.repeat(201) } })
    expect([answer.status, (await answer.json()).field]).toEqual([400, 'query'])
  })

  // V15.2.2
  it('sends four files at a time, until they are read or their clients leave', async () => {
    const server = app()
    const started: Response[] = []
    const start = async () => {
      const { ticket } = await (await prepare({ list: 'orders', filter: {} })).json()
      void server.get(`/api/v1/exports?ticket=${ticket}`).then((response) => started.push(response))
    }
    for (let count = 0; count < 8; count += 1) await start()
    await expect.poll(() => started.length).toBe(4)
    await prepare({ list: 'orders', filter: {} })
    expect(started.length).toBe(4)
    await started[0]?.body?.cancel()
    await expect.poll(() => started.length).toBe(5)
    await started[1]?.text()
    await expect.poll(() => started.length).toBe(6)
    // A ticket that is refused gives its place back.
    const refused = server.get('/api/v1/exports?ticket=guessed')
    await started[2]?.text()
    await started[3]?.text()
    await expect.poll(() => started.length).toBe(8)
    for (const index of [4, 5, 6, 7]) await started[index]?.text()
    expect((await refused).status).toBe(404)
    for (let count = 0; count < 4; count += 1) await start()
    await expect.poll(() => started.length).toBe(12)
    for (const one of started.slice(8)) await one.body?.cancel()
  })

  it('gives the file to GET only, and HEAD does not use its ticket', async () => {
    const { ticket } = await (await prepare({ list: 'orders', filter: { codes: 'B1' } })).json()
    const head = await app().app.request(`/api/v1/exports?ticket=${ticket}`, { method: 'HEAD' })
    expect(head.status).toBe(405)
    expect((await download(ticket)).status).toBe(200)
  })

  // V14.2.1
  it('gives the file once, within a minute, and only while the session lasts', async () => {
    const ticketOf = async (): Promise<string> =>
      (await (await prepare({ list: 'orders', filter: { codes: 'B1' } })).json()).ticket
    const first = await ticketOf()
    expect([(await download(first)).status, (await download(first)).status]).toEqual([200, 404])
    expect((await download('guessed')).status).toBe(404)
    const [good, late] = [await ticketOf(), await ticketOf()]
    now = NOW + 59_999
    expect((await download(good)).status).toBe(200)
    now = NOW + 60_000
    expect((await download(late)).status).toBe(404)
    now = NOW + SESSION_MS - 1
    const outlived = await ticketOf()
    now = NOW + SESSION_MS
    expect((await download(outlived)).status).toBe(404)
    now = NOW
    const ended = await ticketOf()
    await endSessions(database.db, [SESSION], clock())
    expect((await download(ended)).status).toBe(404)
  })
})

describe('the file', () => {
  async function* pageOf(row: string) {
    yield [row]
  }

  /** The cell that a text becomes, without the quotation marks around it. */
  async function cellOf(value: string): Promise<string> {
    let written = ''
    for await (const chunk of csvOf([csvText('Notes', (row: string) => row)], pageOf(value))) written += chunk
    return written.slice('\u{FEFF}Notes\r\n'.length, -'\r\n'.length).replace(/^"|"$/g, '')
  }

  // V1.2.10
  test.each([
    '=1+1',
    '-1',
    '+64 27',
    '@SUM(1)',
    '＝1+1',
    '\t1',
    '\n=1+1',
    ' =1+1',
    '\u{A0}=1+1',
    '\u{3000}＠SUM(1)',
    '\u{FEFF}=1+1',
    '\u{200B}-1',
    '\u{1}+1',
  ])('the text %j is escaped, because spreadsheets could read it as a formula', async (value) => {
    expect(await cellOf(value)).toBe(`'${value}`)
  })

  test.each(['', 'Tāmaki', ' leave at the door', '1-2=3', '’=1'])(
    'the text %j is not changed',
    async (value) => {
      expect(await cellOf(value)).toBe(value)
    },
  )
})
