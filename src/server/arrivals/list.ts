import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ArrivalListQuery, ListedArrival } from '../../contract/arrivals.ts'
import { PAGE_SIZE } from '../../contract/call.ts'
import { COMPARED_WEEKS, isUnusualSilence, SHORTEST_SILENCE_MS } from '../../domain/arrivals/arrival.ts'
import { formatDateTime, parseInstant, timeToday } from '../../domain/calendar/nz-time.ts'
import { matchesText, nonBlank } from '../../domain/format/text.ts'
import { sourceSentence } from '../../domain/orders/source-changes.ts'
import { isAmong, lotsOf } from '../db/dialect/dialect.ts'
import type { ArrivalRow, ArrivalSourceRow } from '../db/intake-tables.ts'
import type { Connections } from '../db/named-connections.ts'
import { contains } from '../db/page-of-ids.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { termsOf } from '../http/list-query.ts'
import { presentSourceChanges } from '../orders/source-changes.ts'
import { type FoundOrder, findOrders } from '../orders/store.ts'

type Filter = Pick<ArrivalListQuery, 'query' | 'type' | 'state'>

/** A part of the list, which shows the parts one after another. */
interface Part {
  count(): Promise<number>
  rows(offset: number, limit: number): Promise<ListedArrival[]>
}

/**
 * One page of the list (ARR-1): sources that need somebody, then records and files, newest first, then orders that their
 * source has changed.
 * @param now in milliseconds since 1970
 * @throws Refusal 400 if the search is too long
 */
export async function arrivalsOfPage(
  db: Connections,
  filter: Filter,
  page: number,
  now: number,
): Promise<ListedArrival[]> {
  return rowsFrom(partsOf(db, filter, now), (page - 1) * PAGE_SIZE, PAGE_SIZE)
}

/** All rows of the list (ARR-1), read at once: the next page would lack the rows that others settle meanwhile. */
export async function allArrivals(db: Connections, filter: Filter, now: number): Promise<ListedArrival[]> {
  return rowsFrom(partsOf(db, filter, now), 0, ALL)
}

/** A limit that no table reaches. */
const ALL = 2 ** 31 - 1

async function rowsFrom(parts: readonly Part[], offset: number, limit: number): Promise<ListedArrival[]> {
  const rows: ListedArrival[] = []
  let skipped = offset
  for (const part of parts) {
    if (rows.length === limit) break
    const count = await part.count()
    if (skipped < count) rows.push(...(await part.rows(skipped, limit - rows.length)))
    skipped = Math.max(0, skipped - count)
  }
  return rows
}

/** The number of rows of the list of what waits. */
export async function countWaiting(db: Connections, now: number): Promise<number> {
  const counts = await Promise.all(partsOf(db, {}, now).map((part) => part.count()))
  return counts.reduce((sum, count) => sum + count, 0)
}

function partsOf(db: Connections, { query = '', type, state = 'waiting' }: Filter, now: number): Part[] {
  const terms = termsOf(query)
  if (terms === null) return []
  const isWanted = (one: ListedArrival['type']) => type === undefined || type === one
  const isWaiting = state === 'waiting'
  const parts: Part[] = []
  if (isWaiting && isWanted('source')) parts.push(sourcesPart(db.reads.list, query, now))
  if (isWanted('record') || isWanted('file')) {
    const ofType =
      type === undefined ? [] : [sql<SqlBool>`kind is ${type === 'file' ? sql`null` : sql`not null`}`]
    parts.push(keptPart(db.reads.list, [sql<SqlBool>`state = ${state}`, ...ofType, ...terms.map(contains)]))
  }
  if (isWaiting && isWanted('difference')) parts.push(differencesPart(db.reads.list, terms))
  return parts
}

/** Refused records and files. */
function keptPart(db: Kysely<Database>, conditions: readonly RawBuilder<SqlBool>[]): Part {
  const where = sql<boolean>`${sql.join(conditions, sql` and `)}`
  return {
    async count() {
      const { count } = await db
        .selectFrom('arrivals')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(where)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async rows(offset, limit) {
      const rows = await db
        .selectFrom('arrivals')
        .select(LISTED)
        .where(where)
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return rows.map(presentListed)
    },
  }
}

const LISTED = [
  ...['id', 'state', 'source', 'kind', 'code', 'name', 'origin', 'line', 'faults', 'arrived_at', 'revision'],
] as const satisfies readonly (keyof ArrivalRow)[]

/** A record or a file in the form of the contract, field by field. */
export function presentListed(row: Pick<ArrivalRow, (typeof LISTED)[number]>): ListedArrival {
  return {
    id: String(row.id),
    type: row.kind === null ? 'file' : 'record',
    state: row.state,
    source: row.source,
    kind: row.kind,
    code: row.code,
    name: row.name,
    origin: row.origin,
    line: row.line,
    faults: JSON.parse(row.faults),
    since: row.arrived_at,
    revision: row.revision,
  }
}

/** Orders that their source wants otherwise (ORD-80), newest first. Each opens its order, where staff decide. */
function differencesPart(db: Kysely<Database>, terms: readonly string[]): Part {
  const conditions = [sql<SqlBool>`source_changes is not null`, ...terms.map(contains)]
  const where = sql<boolean>`${sql.join(conditions, sql` and `)}`
  return {
    async count() {
      const { count } = await db
        .selectFrom('orders')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(where)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    async rows(offset, limit) {
      const ids = await db
        .selectFrom('orders')
        .select('id')
        .where(where)
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      const found: FoundOrder[] = []
      for (const lot of lotsOf(ids)) {
        const ofLot = lot.map(({ id }) => id)
        found.push(...(await findOrders(db, ofLot)))
      }
      return found.map(({ record, items }) => {
        const source_changes = presentSourceChanges(record, items)
        return {
          ...EMPTY_ROW,
          id: `difference:${record.code}`,
          type: 'difference',
          kind: 'orders',
          code: record.code,
          name: nonBlank(record.customer_company) ?? record.customer_name,
          faults: [{ field: null, reason: sourceSentence({ source_changes }) }],
        }
      })
    },
  }
}

const EMPTY_ROW = {
  state: 'waiting',
  source: null,
  kind: null,
  code: null,
  name: null,
  origin: null,
  line: 0,
  since: null,
  revision: 0,
} as const

/** Sources that fail, or are silent for unusually long. There are few, so that they are searched here. */
function sourcesPart(db: Kysely<Database>, query: string, now: number): Part {
  let read: Promise<ListedArrival[]> | null = null
  const rows = async () => {
    read ??= troubledSources(db, now)
    return (await read).filter(({ source, faults }) =>
      matchesText(query, [source, faults[0]?.reason ?? null]),
    )
  }
  return {
    count: async () => (await rows()).length,
    rows: async (offset, limit) => (await rows()).slice(offset, offset + limit),
  }
}

async function troubledSources(db: Kysely<Database>, now: number): Promise<ListedArrival[]> {
  const sources = await db.selectFrom('arrival_sources').selectAll().orderBy('source').execute()
  const quiet = sources.filter(
    ({ failing_since, heard_at }) =>
      failing_since === null && now - (parseInstant(heard_at) ?? now) > SHORTEST_SILENCE_MS,
  )
  const hours = await hoursOf(
    db,
    quiet.map(({ source }) => source),
    now,
  )
  return sources.flatMap((one) => {
    const trouble =
      one.failing_since === null ? silenceOf(one, hours.get(one.source) ?? [], now) : failureOf(one, now)
    if (trouble === null) return []
    const { since, reason } = trouble
    return {
      ...EMPTY_ROW,
      id: `source:${one.source}`,
      type: 'source',
      source: one.source,
      since,
      faults: [{ field: null, reason }],
    }
  })
}

interface Trouble {
  since: string | null
  reason: string
}

function failureOf({ failing_since, failure }: ArrivalSourceRow, now: number): Trouble {
  return {
    since: failing_since,
    reason: `failing since ${shownTime(failing_since, now)}: ${failure ?? 'no reason is known'}`,
  }
}

function silenceOf({ heard_at }: ArrivalSourceRow, hours: readonly number[], now: number): Trouble | null {
  const heardAt = parseInstant(heard_at)
  if (heardAt === null || !isUnusualSilence({ heardAt, hours }, now)) return null
  return { since: heard_at, reason: `nothing since ${shownTime(heard_at, now)}` }
}

/** '06:10' of today, otherwise with its day. */
function shownTime(instant: string | null, now: number): string {
  const at = parseInstant(instant)
  return (at === null ? null : timeToday(at, now)) ?? formatDateTime(instant)
}

const WEEK_MS = 7 * 24 * 60 * 60_000

/** The hours in which each source was heard, as far back as silences are compared. */
async function hoursOf(
  db: Kysely<Database>,
  sources: readonly string[],
  now: number,
): Promise<Map<string, number[]>> {
  const rows = await db
    .selectFrom('arrival_hours')
    .select(['source', 'hour'])
    .where(isAmong(db, 'source', sources))
    .where('hour', '>=', timestamp(now - (COMPARED_WEEKS + 1) * WEEK_MS))
    .orderBy('hour')
    .execute()
  const hours = new Map<string, number[]>()
  for (const { source, hour } of rows) {
    const heard = hours.get(source) ?? []
    heard.push(parseInstant(hour) ?? 0)
    hours.set(source, heard)
  }
  return hours
}
