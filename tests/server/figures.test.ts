import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { type Insertable, sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { FreightFigures, OrderFigures } from '../../src/contract/answers.ts'
import { isPostgres, isWanted } from '../../src/server/db/dialect/dialect.ts'
import type { Connections } from '../../src/server/db/named-connections.ts'
import type { Database } from '../../src/server/db/schema.ts'
import { figureRoutes } from '../../src/server/figures/figures.ts'
import type { SessionEnv } from '../../src/server/http/session.ts'
import { fc } from '../properties.ts'
import { GENEROUS } from '../time-outs.ts'
import { onEachDatabase } from './databases.ts'
import { hoursAgo, NOW, putCustomer, putOrders, signedInApp } from './orders/harness.ts'

const CONSIGNMENT: Omit<Insertable<Database['consignments']>, 'tracking_code' | 'created_at'> = {
  ...{ courier: 'swift', provider_name: 'NZ Post', provider_slug: 'nzpost', type: 'Overnight' },
  ...{ branch: 'auckland', company: '', contact: '', phone: '', email: '', street: '', suburb: '' },
  ...{ city: '', postcode: '', instructions: '', is_rural: 0, send_tracking: 1, cost_cents: 500 },
  ...{ services: '[]', search_text: '', staff_id: 'local:mere', staff_name: 'Mere' },
}

const QUERIES = fc.record(
  {
    branch: fc.constantFrom('auckland', 'christchurch'),
    status: fc.constantFrom('unpaid', 'paid', 'ready', 'shipped'),
    daterange: fc.constantFrom('30days', '90days'),
    total: fc.constantFrom('over-100', 'under-100'),
    ordered: fc.constantFrom('today', 'this-week', '2026-11-10..2026-11-18'),
    is: fc.constantFrom('late', 'no-email'),
    query: fc.constantFrom('ngata', 'hemi', 'queue', 'zzz'),
    customer: fc.constantFrom('one', 'none'),
  },
  { requiredKeys: [] },
)

const branchOf = (code: string) => (Number(code.split('-')[1]) % 3 === 0 ? 'christchurch' : 'auckland')

// PAL-17
onEachDatabase((database) => {
  const figures = async (path: string) =>
    (await signedInApp(database.db).get(`/api/v1/figures/${path}`)).json()

  beforeAll(async () => {
    const { db } = database
    for (const customer of [
      { code: 'one', email: 'a@example.com' },
      { code: 'two', name: 'Hemi Walker' },
    ]) {
      const row = await putCustomer(db, customer)
      const orders = Array.from({ length: 70 }, (_, index) => ({
        code: `${customer.code}-${index}`,
        branch: branchOf(`${customer.code}-${index}`),
        ordered_at: hoursAgo(index * 14),
        paid_at: index % 2 === 0 ? hoursAgo(index) : null,
        ready_at: index % 4 === 0 ? hoursAgo(index) : null,
        shipped_at: index % 8 === 0 ? hoursAgo(index) : null,
        total_cents: 9_000 + index * 50,
      }))
      await putOrders(db, row, orders)
    }
    const consignments = [
      { tracking_code: 'P1', created_at: hoursAgo(1) },
      { tracking_code: 'P2', created_at: hoursAgo(2), cost_cents: 725 },
      { tracking_code: 'A1', created_at: hoursAgo(3), provider_slug: 'aramex' },
      { tracking_code: 'GONE', created_at: hoursAgo(1), deleted_at: hoursAgo(0) },
      { tracking_code: 'OLD', created_at: hoursAgo(24 * 30) },
    ]
    await db
      .insertInto('consignments')
      .values(consignments.map((parts) => ({ ...CONSIGNMENT, ...parts })))
      .execute()
  })

  it('counts and sums exactly the orders of a list, by branch', async () => {
    await fc.assert(
      fc.asyncProperty(QUERIES, async (query) => {
        const parameters = `?${new URLSearchParams(query)}`
        const orders = await signedInApp(database.db).list(parameters)
        const { at, count, total, branches } = OrderFigures.parse(await figures(`orders${parameters}`))
        expect(Date.parse(at)).toBe(NOW)
        expect(count).toBe(orders.length)
        expect(total).toBe(orders.reduce((sum, { costs }) => sum + (costs.total ?? 0), 0))
        for (const branch of ['auckland', 'christchurch']) {
          const own = orders.filter(({ code }) => branchOf(code) === branch)
          expect(branches.find((one) => one.branch === branch)?.count ?? 0).toBe(own.length)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('counts orders of more than one page', async () => {
    const row = await putCustomer(database.db, { code: 'many', name: 'Zora Quill' })
    await putOrders(
      database.db,
      row,
      Array.from({ length: 250 }, (_, index) => ({ code: `many-${index}`, total_cents: 100 })),
    )
    expect(OrderFigures.parse(await figures('orders?query=quill'))).toMatchObject({
      count: 250,
      total: 25_000,
    })
  })

  it('sums what consignments of a courier and a period cost, without deleted ones', async () => {
    const cost = async (parameters: string) => {
      const { count, cost } = FreightFigures.parse(await figures(`freight?${parameters}`))
      return [count, cost]
    }
    expect(await cost('days=today&courier=nzpost')).toEqual([2, 1225])
    expect(await cost('days=today')).toEqual([3, 1725])
    expect(await cost('days=2026-10-01..2026-11-30&courier=nzpost')).toEqual([3, 1725])
    expect(await cost('days=2025-01-01')).toEqual([0, 0])
  })

  it('refuses days that are none', async () => {
    expect((await signedInApp(database.db).get('/api/v1/figures/freight?days=soon')).status).toBe(400)
    expect((await signedInApp(database.db).get('/api/v1/figures/orders?ordered=soon')).status).toBe(400)
  })

  it('counts none of the abandoned questions that wait, and the next one after them', async () => {
    const { db } = database
    let counted = 0
    let end = (): void => undefined
    const isEnded = new Promise<void>((resolve) => {
      end = resolve
    })
    const deep = db.reads.deep.withPlugin({
      transformQuery({ node }) {
        counted += 1
        return node
      },
      async transformResult({ result }) {
        await isEnded
        return result
      },
    })
    const app = new Hono<SessionEnv>()
    figureRoutes(app, {
      db: Object.assign(Object.create(db), { deepUntil: () => deep }),
      clock: () => NOW,
    })
    app.onError((_, c) => c.body(null, 400))
    const ask = (signal?: AbortSignal) => app.request('/figures/freight?days=today', signal ? { signal } : {})
    const [first, second] = [new AbortController(), new AbortController()]
    const abandoned = [ask(first.signal), ask(second.signal)]
    await expect.poll(() => counted).toBe(1)
    const next = ask()
    first.abort()
    second.abort()
    await abandoned[1]
    expect(counted).toBe(1)
    end()
    expect((await next).status).toBe(200)
    expect(counted).toBe(2)
  })

  it('cancels the count of an abandoned question, for which the next one does not wait', async () => {
    const { db } = database
    const count = sql<{ count: number }>`(
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2000000000)
      select count(*) as count, 0 as cost from numbers
      where ${sql.join([sql`n > 0`, ...isWanted(db, 'n')], sql` and `)}
    )`
    const endless = db.selectFrom(count.as('endless')).selectAll()
    let asked = 0
    const app = new Hono<SessionEnv>()
    figureRoutes(app, {
      db: Object.assign(Object.create(db), {
        deepUntil: (signal: AbortSignal) =>
          db.deepUntil(signal).withPlugin({
            transformQuery({ node }) {
              asked += 1
              return asked === 1 ? endless.toOperationNode() : node
            },
            transformResult: async ({ result }) => result,
          }),
      }),
      clock: () => NOW,
    })
    app.onError((_, c) => c.body(null, 400))
    const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : null
    const ask = (signal: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}/figures/freight?days=2025-01-01`, { signal })
    const gone = new AbortController()
    const abandoned = ask(gone.signal)
    await expect.poll(() => asked, GENEROUS).toBe(1)
    if (isPostgres(db)) await expect.poll(() => countsOf(db), GENEROUS).toBe(1)
    gone.abort()
    await expect(abandoned).rejects.toThrow()
    // Less than the time limit of a statement.
    const next = await ask(AbortSignal.timeout(7000))
    expect(FreightFigures.parse(await next.json())).toMatchObject({ count: 0, cost: 0 })
    if (isPostgres(db)) expect(await countsOf(db)).toBe(0)
    server.close()
  })
})

/** How many processes of PostgreSQL count the endless numbers. */
async function countsOf(db: Connections): Promise<number> {
  const { rows } = await sql`select pid from pg_stat_activity
    where query like '%recursive numbers%' and state = 'active' and pid <> pg_backend_pid()`.execute(db)
  return rows.length
}
