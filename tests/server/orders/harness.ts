import { BlockList } from 'node:net'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Insertable, Kysely } from 'kysely'
import { listOrders, type Order } from '../../../src/contract/orders.ts'
import type { Clock } from '../../../src/domain/calendar/nz-time.ts'
import { DEMO_SENDERS } from '../../../src/domain/freight/branch.ts'
import { DEFAULT_CUT_OFFS } from '../../../src/domain/freight/cut-off.ts'
import { standingOfWord } from '../../../src/domain/orders/standing.ts'
import { gazetteer } from '../../../src/server/addresses/gazetteer.ts'
import { type AppDependencies, createApp } from '../../../src/server/app.ts'
import { companyKey, customerSearchText } from '../../../src/server/customers/search-text.ts'
import { lotsOf } from '../../../src/server/db/dialect/dialect.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import type { ConsoleFiles } from '../../../src/server/http/built-console.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { searchText } from '../../../src/server/orders/search-text.ts'
import { readAccounts } from '../../../src/server/platform/courier-settings.ts'
import { requireDeleteRole } from '../../../src/server/sign-in/sessions.ts'

/** Noon in Auckland on 20 November 2026. */
export const NOW = Date.parse('2026-11-19T23:00:00.000Z')
export const clock: Clock = () => NOW
const HOUR = 3_600_000

/** The instant so many hours before `NOW`, in the format of the database. */
export const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR).toISOString()

const NO_CONSOLE: ConsoleFiles = { version: 'v-test', page: null, files: new Map() }
export const TEST_CONFIG: AppDependencies['config'] = {
  dataHost: '',
  authHost: '/identity',
  prefetchPages: null,
  titusHost: 'track.titus.example',
  imageHosts: [],
  publicUrl: null,
  metricsKey: null,
  couriers: 'demo',
  courierRules: null,
  cartons: null,
  verifiesItems: false,
  creditStop: 'refuse',
  accounts: readAccounts({}),
  senders: DEMO_SENDERS,
  printers: [],
  cutOffs: DEFAULT_CUT_OFFS,
  orderCodePrefixes: new Map(),
  shops: { shopify: [], woocommerce: [] },
}

const asMere: MiddlewareHandler<SessionEnv> = async (c, next) => {
  const staff = { id: 'local:mere', name: 'Mere Parata', givenName: 'Mere', email: 'mere@example.com' }
  c.set('staff', staff)
  c.set('session', { id: 'session-of-mere', staff, roles: [] })
  await next()
}

/** The app for a signed-in user. */
export function signedInApp(
  db: Connections,
  console: ConsoleFiles = NO_CONSOLE,
  config = TEST_CONFIG,
  parts: Partial<AppDependencies> = {},
) {
  const signIn = {
    routes: new Hono<SessionEnv>(),
    requireSession: asMere,
    mayDelete: requireDeleteRole(null),
    localIdentity: null,
  }
  const plain = { addresses: gazetteer, couriers: [], trustedProxies: new BlockList() }
  const app = createApp({ config, db, clock, console, signIn, ...plain, ...parts })
  return {
    app,
    get: async (path: string, headers: Record<string, string> = {}) => app.request(path, { headers }),
    post: async (path: string, body: unknown) =>
      app.request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    /** The orders of a list, parsed like in the console. */
    list: async (query: string): Promise<Order[]> => {
      const answer = await app.request(`/api/v1/orders${query}`)
      const { rows, unreadable } = listOrders.answer.parse(await answer.json())
      if (answer.status !== 200 || unreadable > 0) throw new Error(`The list answered ${answer.status}.`)
      return rows
    },
  }
}

type OrderInsert = Insertable<Database['orders']>
export type OrderParts = Partial<Omit<OrderInsert, 'search_text'>> & { code: string }
export type CustomerParts = Partial<Insertable<Database['customers']>> & { code: string }

/** Adds a customer with default values. */
export async function putCustomer(db: Kysely<Database>, parts: CustomerParts) {
  return db.insertInto('customers').values(customerRow(parts)).returningAll().executeTakeFirstOrThrow()
}

/** Adds customers, in order. */
export async function putCustomers(db: Kysely<Database>, customers: readonly CustomerParts[]): Promise<void> {
  for (const lot of lotsOf(customers.map(customerRow))) await db.insertInto('customers').values(lot).execute()
}

function customerRow(parts: CustomerParts) {
  const at = hoursAgo(9999)
  const plain = { first_name: 'Aroha', name: 'Aroha Ngata', pricing: 'retail', is_rural: 0 }
  const row = { ...plain, country: 'New Zealand', created_at: at, updated_at: at, ...parts }
  return { company_key: companyKey(row.company), search_text: customerSearchText(row), ...row }
}

export type CustomerRow = Awaited<ReturnType<typeof putCustomer>>

const NO_ADDRESS = { street: null, suburb: null, city: null, postcode: null }

/** Adds orders of one customer, in order: paid, with a total of $115.00, by default. */
export async function putOrders(
  db: Kysely<Database>,
  customer: CustomerRow,
  orders: OrderParts[],
): Promise<void> {
  const rows = orders.map((parts): OrderInsert => {
    const at = parts.ordered_at ?? hoursAgo(5)
    const standing = standingOfWord(parts.status ?? null)
    const marks = {
      is_stopped: standing === 'stopped' || parts.cancelled_at || parts.refunded_at ? 1 : 0,
      is_held: standing === 'held' ? 1 : 0,
    }
    return {
      ...marks,
      status: 'Ordered',
      branch: 'auckland',
      customer_id: customer.id,
      is_pickup: 0,
      is_rural: 0,
      freight_cents: 695,
      subtotal_cents: 10_000,
      tax_cents: 1500,
      total_cents: 11_500,
      country: 'New Zealand',
      created_at: at,
      ordered_at: at,
      search_text: searchText({
        ...customer,
        ...NO_ADDRESS,
        ...{ is_pickup: 0, freight_cents: 695, status: 'Ordered' },
        ...marks,
        ...parts,
        cancelled_at: parts.cancelled_at ?? null,
        refunded_at: parts.refunded_at ?? null,
        is_stopped: parts.is_stopped ?? marks.is_stopped,
        is_held: parts.is_held ?? marks.is_held,
        reference: parts.reference ?? null,
      }),
      ...parts,
    }
  })
  for (const lot of lotsOf(rows)) await db.insertInto('orders').values(lot).execute()
}

/** Orders with the codes '{prefix}1' to '{prefix}{count}'. */
export function manyOrders(prefix: string, count: number, parts: Partial<OrderParts> = {}): OrderParts[] {
  return Array.from({ length: count }, (_, index) => ({ ...parts, code: `${prefix}${index + 1}` }))
}

export const codesOf = (orders: Order[]) => orders.map((order) => order.code)
