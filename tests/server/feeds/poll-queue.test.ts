import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { deliveryReference } from '../../../src/server/couriers/go-sweet-spot/request.ts'
import { applyDue } from '../../../src/server/feeds/apply.ts'
import { pollSites, queueSites } from '../../../src/server/feeds/poll-queue.ts'
import { readConfig } from '../../../src/server/platform/config.ts'
import { KEY, SITE, startGateway } from '../couriers/stand-in-gateway.ts'
import { onEachDatabase, onPostgres } from '../databases.ts'
import { NOW } from '../orders/harness.ts'
import { feedsOnTest } from './feeds-on-test.ts'

const MINUTE = 60_000

/** An order as in the documentation of the queue. */
function queuedOrder(packingslipno: string, parts: object = {}) {
  return {
    packingslipno,
    consignee: 'TAMAKI PLUMBING',
    address1: '5C',
    address2: '102 HUGO JOHNSTON DRIVE',
    suburb: 'PENROSE',
    city: 'AUCKLAND',
    postcode: '1061',
    country: 'NZ',
    delvref: packingslipno,
    delvinstructions: 'LEAVE AT THE COUNTER',
    contactname: 'AROHA NGATA',
    contactphone: '021 555 0188',
    email: 'aroha@example.com',
    isrural: null,
    notrural: null,
    costcentre: null,
    status: null,
    products: [
      {
        productcode: 'PEX-20-RED',
        description: 'PIPE 20 MM',
        units: 10,
        unitvalue: 12.2,
        countryofManufacture: '',
        unitkg: 1.25,
        imageurl: null,
        currency: 'NZD',
        alreadySent: 4,
        fulfilledQty: 6,
        linetotal: 122,
      },
    ],
    ...parts,
  }
}

onEachDatabase((database) => {
  let gateway: Awaited<ReturnType<typeof startGateway>>
  let now = NOW
  const failing: Parameters<typeof pollSites>[2] = new Map()
  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())
  const clock = () => now
  const feeds = feedsOnTest(database)
  const { order } = feeds
  const sites = (env: Record<string, string> = {}) =>
    queueSites(
      readConfig({
        ...{ GSS_ACCESS_KEY: KEY, GSS_SITE_ID: SITE, GSS_BASE_URL: gateway.url, GSS_ORDERS: 'on' },
        ...env,
      }).accounts.goSweetSpot,
    )
  /** Polls after some minutes and applies what came. */
  const poll = async (minutes = 1, prefixes = new Map<string, string>(), polled = sites()) => {
    now += minutes * MINUTE
    const deps = { db: database.db, clock, sites: polled }
    const isGood = await pollSites(deps, new AbortController().signal, failing)
    for (;;) {
      const { pending } = { pending: (await feeds.messages()).filter(({ outcome }) => outcome === null) }
      if (pending.length === 0) return isGood
      await applyDue({ ...feeds.deps(), clock, prefixes })
    }
  }
  /** Polls without applying what came, which takes long. */
  const pollOnly = async (minutes: number, mostPages?: number) => {
    now += minutes * MINUTE
    const deps = { db: database.db, clock, sites: sites(), ...(mostPages && { mostPages }) }
    const isGood = await pollSites(deps, new AbortController().signal)
    const about = (await feeds.messages()).map(({ order_key }) => order_key?.split('/')[2])
    return { isGood, about, failure: (await source())?.failure }
  }
  const put = (number: string, parts: object = {}) => {
    gateway.queue.push({ createdAt: new Date(now).toISOString(), order: queuedOrder(number, parts) })
  }
  const source = () => database.db.selectFrom('arrival_sources').selectAll().executeTakeFirst()
  const calls = () =>
    gateway.calls.filter(({ path }) => path === '/api/customerorders').map(({ query }) => query)
  beforeEach(() => {
    gateway.queue.length = 0
    gateway.calls.length = 0
    gateway.lies.clear()
    failing.clear()
  })
  afterEach(async () => {
    for (const table of [
      'feed_messages',
      'feed_orders',
      'feed_cursors',
      'order_items',
      'order_events',
    ] as const) {
      await database.db.deleteFrom(table).execute()
    }
    for (const table of ['orders', 'customers', 'products', 'arrivals', 'arrival_sources'] as const) {
      await database.db.deleteFrom(table).execute()
    }
  })

  // FEED-9
  it('takes over an order with its customer, its items and their weights', async () => {
    put('SSORDER1')
    expect(await poll()).toBe(true)
    expect(await order('SSORDER1')).toMatchObject({
      status: 'Paid',
      customer_name: 'AROHA NGATA',
      company: 'TAMAKI PLUMBING',
      reference: null,
      notes: 'LEAVE AT THE COUNTER',
      street: '5C, 102 HUGO JOHNSTON DRIVE',
      suburb: 'PENROSE',
      postcode: '1061',
      country: 'New Zealand',
      branch: 'auckland',
      ordered_at: new Date(now).toISOString(),
      items: [{ product_code: 'PEX-20-RED', quantity: 10, price_cents: 1220, fulfilled_quantity: 4 }],
    })
    const products = await database.db.selectFrom('products').select(['code', 'name', 'weight']).execute()
    expect(products).toEqual([{ code: 'PEX-20-RED', name: 'PIPE 20 MM', weight: 1.25 }])
  })

  // FEED-9
  it('leaves a product as it is here, but for a weight that it lacks', async () => {
    const other = { ...queuedOrder('').products[0], productcode: 'KNOWN', unitkg: 9 }
    await database.db
      .insertInto('products')
      .values(
        [
          { code: 'PEX-20-RED', weight: null },
          { code: 'KNOWN', weight: 2 },
        ].map(({ code, weight }) => ({
          ...{ cms_id: null, code, name: 'Here', description: '', image_url: null, price_cents: 1, weight },
          ...{ cost_cents: null, drip_cents: null, wholesale_cents: null, retail_cents: null },
          ...{ height: null, depth: null, width: null, last_sold_at: null, search_text: '' },
          ...{ created_at: new Date(NOW).toISOString(), updated_at: new Date(NOW).toISOString() },
        })),
      )
      .execute()
    put('SSORDER1', { products: [...queuedOrder('').products, other] })
    await poll()
    const products = await database.db
      .selectFrom('products')
      .select(['code', 'name', 'price_cents', 'weight'])
      .orderBy('code')
      .execute()
    expect(products).toEqual([
      { code: 'KNOWN', name: 'Here', price_cents: 1, weight: 2 },
      { code: 'PEX-20-RED', name: 'Here', price_cents: 1, weight: 1.25 },
    ])
  })

  it('asks for what is new each minute, and for all that is pending now and then', async () => {
    put('SSORDER1')
    await poll()
    const first = now
    await poll()
    put('SSORDER2')
    await poll()
    await poll(15)
    const asked = calls().map((query) => [query.get('createdfrom'), query.get('excludecompleted')])
    const from = (at: number) => new Date(at - 10 * MINUTE).toISOString()
    expect(asked).toEqual([
      [null, 'true'],
      [from(first), 'true'],
      [from(first + MINUTE), 'true'],
      [null, 'true'],
    ])
    expect(await order('SSORDER2')).not.toBeNull()
    // The same orders again are no messages.
    expect(await feeds.messages()).toHaveLength(2)
  })

  it('polls a site once a minute, however many processes try', async () => {
    await poll()
    await poll(0)
    await poll(0.5)
    expect(calls()).toHaveLength(1)
  })

  it('reads all pages, and not more than a few', async () => {
    for (let number = 1; number <= 201; number += 1) put(`Q${number}`, { products: [] })
    await pollOnly(1)
    expect(calls().map((query) => query.get('page'))).toEqual(['1', '2', '3'])
    expect(await feeds.messages()).toHaveLength(201)
  })

  // FEED-9
  it('reads what is new although more orders are pending than a poll may read, and says so', async () => {
    for (let number = 1; number <= 201; number += 1) put(`Q${number}`, { products: [] })
    const failure = 'More than 200 orders are pending: those beyond come once others have been sent.'
    const first = await pollOnly(15, 2)
    expect(first).toMatchObject({ isGood: false, failure })
    expect(first.about).toHaveLength(200)
    now += MINUTE * 14
    put('NEW')
    gateway.calls.length = 0
    const second = await pollOnly(0, 2)
    expect(second).toMatchObject({ isGood: false, failure })
    expect(second.about).toContain('NEW')
    expect(calls()).toHaveLength(1)
    // Once fewer are pending, all of them are read.
    gateway.queue.splice(0, 100)
    const third = await pollOnly(15, 2)
    expect(third).toMatchObject({ isGood: true, failure: null })
    expect(third.about).toContain('Q201')
  })

  // FEED-9
  it('shows that one of two sites fails, and polls the other as before', async () => {
    const two = sites({ GSS_SITE_ID: '4180,4181' })
    gateway.lies.set('GET /api/customerorders', async ({ headers }, truth) =>
      headers.site_id === '4180' ? { status: 500, body: { Message: 'Down.' } } : truth(),
    )
    put('SSORDER1')
    expect(await poll(1, undefined, two)).toBe(false)
    expect(await order('SSORDER1')).toMatchObject({ branch: 'christchurch' })
    const failing = await source()
    expect(failing).toMatchObject({ failure: expect.stringContaining('Down.') })
    for (let minute = 1; minute <= 4; minute += 1) expect(await poll(1, undefined, two)).toBe(false)
    // It is the same failure, and the other site is polled each minute.
    expect(await source()).toEqual(failing)
    const polled = gateway.calls.map(({ headers }) => headers.site_id)
    expect(polled.filter((site) => site === '4181')).toHaveLength(5)
    expect(polled.filter((site) => site === '4180').length).toBeLessThan(4)
    gateway.lies.clear()
    expect(await poll(15, undefined, two)).toBe(true)
    expect(await source()).toMatchObject({ failure: null, failing_since: null })
  })

  // FEED-9
  it('follows an order that changes in the queue', async () => {
    put('SSORDER1')
    await poll()
    const ordered_at = (await order('SSORDER1'))?.ordered_at
    const [queued] = gateway.queue
    if (queued) queued.order = queuedOrder('SSORDER1', { delvinstructions: 'RING FIRST' })
    await poll(15)
    expect(await order('SSORDER1')).toMatchObject({ notes: 'RING FIRST', ordered_at })
    // Changed back: the text that was stored first is newer again.
    if (queued) queued.order = queuedOrder('SSORDER1')
    await poll(15)
    expect(await order('SSORDER1')).toMatchObject({ notes: 'LEAVE AT THE COUNTER', ordered_at })
  })

  // FEED-9
  it('notices that an order was sent or withdrawn there, and that it is back', async () => {
    put('SENT')
    put('WITHDRAWN')
    put('OPEN')
    await poll()
    const [sent] = gateway.queue
    if (sent) {
      const status = { Status: 'PICKED', ticketnumber: 'SSPOT018162', Picked: '2026-11-20T15:31:21' }
      sent.order = queuedOrder('SENT', { status })
    }
    const [withdrawn] = gateway.queue.splice(1, 1)
    await poll(15)
    expect(await order('SENT')).toMatchObject({
      shipped_at: '2026-11-20T02:31:21.000Z',
      tracking_code: 'SSPOT018162',
    })
    expect(await order('WITHDRAWN')).toMatchObject({ is_stopped: 1, status: 'Cancelled' })
    expect(await order('OPEN')).toMatchObject({ is_stopped: 0, shipped_at: null })
    if (withdrawn) gateway.queue.push(withdrawn)
    await poll(15)
    expect(await order('WITHDRAWN')).toMatchObject({ is_stopped: 0 })
  })

  it('cancels nothing if a page fails', async () => {
    put('SSORDER1')
    await poll()
    gateway.lies.set('GET /api/customerorders', { status: 500, body: { Message: 'Down.' } })
    gateway.queue.length = 0
    expect(await poll(15)).toBe(false)
    expect(await order('SSORDER1')).toMatchObject({ is_stopped: 0 })
    const failure = expect.stringContaining('Down.')
    expect(await source()).toMatchObject({ source: 'GoSweetSpot', failure })
  })

  it('keeps an order that cannot be loaded for staff, with what came', async () => {
    put('SSORDER1', { postcode: 'ABC' })
    put('SSORDER2')
    await poll()
    expect(await order('SSORDER2')).not.toBeNull()
    const waiting = (await feeds.arrivals()).filter(({ state }) => state === 'waiting')
    expect(waiting).toMatchObject([
      { source: 'GoSweetSpot', code: 'SSORDER1', origin: 'customerorders SSORDER1', state: 'waiting' },
    ])
  })

  it('reads the queue of each branch’s site', async () => {
    expect(sites({ GSS_SITE_ID: '4180,4181' }).map(({ siteId, branch }) => [siteId, branch])).toEqual([
      ['4180', 'auckland'],
      ['4181', 'christchurch'],
    ])
    expect(sites({ GSS_ORDERS: 'off' })).toEqual([])
  })

  // FEED-9
  it('gives an order its prefix, which its delivery reference does not have', async () => {
    put('SSORDER1')
    await poll(1, new Map([['gosweetspot', 'G-']]))
    expect(await order('G-SSORDER1')).not.toBeNull()
    const key = { orderCode: 'G-SSORDER1', bookingReference: 'b' }
    expect(deliveryReference(key, 'G-')).toMatch(/^SSORDER1-[a-z0-9]{10}$/)
    expect(deliveryReference({ ...key, orderCode: '104823' }, 'G-')).toMatch(/^104823-/)
  })

  it('needs an account', () => {
    expect(() => readConfig({ GSS_ORDERS: 'on' })).toThrow(
      'GSS_ORDERS needs an account: set GSS_ACCESS_KEY and GSS_SITE_ID too.',
    )
  })
})

onPostgres((database) => {
  it('compares the keys of orders byte by byte, whatever the language of the database', async () => {
    const { rows } = await sql<{ table_name: string }>`select table_name from information_schema.columns
      where column_name in ('key', 'order_key') and table_name in ('feed_orders', 'feed_messages')
      and collation_name = 'C' order by table_name`.execute(database.db)
    expect(rows.map(({ table_name }) => table_name)).toEqual(['feed_messages', 'feed_orders'])
  })
})
