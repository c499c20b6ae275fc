import { type Arrival, getArrival, type ListedArrival, listArrivals } from '../../../src/contract/arrivals.ts'
import { keepRefused, type RefusedRecord } from '../../../src/server/arrivals/keep.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { hoursAgo, signedInApp } from '../orders/harness.ts'

export const ARRIVAL_TABLES = [
  ...['arrivals', 'arrival_corrections', 'arrival_sources', 'arrival_hours'],
  ...['order_events', 'order_items', 'orders', 'order_days', 'customers'],
] as const

/** Empties the tables of arrivals and of what is taken from them. */
export async function emptyArrivals(db: Connections): Promise<void> {
  for (const table of ARRIVAL_TABLES) await db.deleteFrom(table).execute()
}

const CELLS = {
  code: '1001',
  'customer.code': '10482',
  'customer.name': 'Hana Ruru',
  'delivery_address.street': '12 Kauri Road',
  'delivery_address.city': 'Auckland',
  'delivery_address.postcode': 'NZ 0110',
  'freight.branch': 'auckland',
  ordered_at: '2026-11-20T09:30:00+13:00',
}

/** A refused order of a shop: its postcode is none. */
export function refusedOrder({ cells = {}, ...parts }: RefusedParts = {}): RefusedRecord {
  const all: Record<string, string> = { ...CELLS, ...cells }
  const item = {
    quantity: '2',
    'product.code': 'PEX-20',
    'product.name': 'Pipe 20 mm',
    'product.price': '1250',
  }
  return {
    source: 'Shopify',
    kind: 'orders',
    code: all.code ?? null,
    origin: 'orders.csv',
    line: 7,
    original: JSON.stringify([{ Name: all.code, 'Shipping Zip': all['delivery_address.postcode'] }]),
    raw: { line: 7, cells: all, items: [{ line: 7, prefix: 'items.1.', cells: item }] },
    faults: [{ field: 'delivery_address.postcode', reason: 'must be four digits in New Zealand' }],
    ...parts,
  }
}

type RefusedParts = Partial<RefusedRecord> & { cells?: Record<string, string> }

/** Keeps refused records, in one transaction. */
export async function keepAll(
  db: Connections,
  refused: readonly RefusedRecord[],
  now = hoursAgo(1),
): Promise<void> {
  await db.transaction().execute((within) => keepRefused(within, refused, now))
}

/** The calls of a member of staff, with the name that the app knows. */
export function arrivalsOf(
  db: Connections,
  { app, get, post }: ReturnType<typeof signedInApp> = signedInApp(db),
) {
  const one = async (id: string) =>
    getArrival.answer.parse(await (await get(`/api/v1/arrivals/${id}`)).json()) satisfies Arrival
  return {
    app,
    one,
    async list(query = ''): Promise<ListedArrival[]> {
      const answer = await get(`/api/v1/arrivals${query}`)
      const { rows, unreadable } = listArrivals.answer.parse(await answer.json())
      if (answer.status !== 200 || unreadable > 0) throw new Error(`The list answered ${answer.status}.`)
      return rows
    },
    async take(id: string, fields: Record<string, string> = {}, revision?: number) {
      const body = { revision: revision ?? (await one(id)).revision, fields }
      const answer = await post(`/api/v1/arrivals/${id}/take`, body)
      return { status: answer.status, ...(await answer.json()) }
    },
    async leaveOut(id: string, reason: string, revision?: number) {
      const body = { revision: revision ?? (await one(id)).revision, reason }
      const answer = await post(`/api/v1/arrivals/${id}/leave-out`, body)
      return { status: answer.status, ...(await answer.json()) }
    },
  }
}
