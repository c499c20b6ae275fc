import { createHash } from 'node:crypto'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { ArrivalState } from '../../contract/arrivals.ts'
import { noteChanges } from '../changes/note-changes.ts'
import { isAmong, lotsOf } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import { searchTextOf } from '../db/search-text.ts'
import { IMPORT_KINDS } from '../import/kinds/all-kinds.ts'
import { type KindName, MOST_FAULTS } from '../import/kinds/kind.ts'
import { loadLot } from '../import/kinds/load-lot.ts'
import { stoppingCells } from '../import/kinds/order-standing.ts'
import { type Cells, isOfItem, type RawRecord } from '../import/kinds/raw-record.ts'
import { log } from '../platform/log.ts'

/** A record that was refused, as it came and as we would store it. */
export interface RefusedRecord {
  /** The name of its source: 'Shopify', 'MYOB' or the name of an API key. */
  source: string
  kind: KindName
  /** The code with the prefix of its source (ORD-73); null if it has none or cannot be read. */
  code: string | null
  /** The base name of the file, or what sent it: 'orders/create 4501'. */
  origin: string
  /** 0 for none. */
  line: number
  /** JSON of what came, without anything that changes from time to time: rows of cells by column, or the body. */
  original: string
  /** The same in our fields, with the prefix of its source; null if it could not be translated. */
  raw: RawRecord | null
  /** The names of our fields, blank for the whole record, with the reasons. */
  faults: readonly { field: string; reason: string }[]
}

/** A file that was refused as a whole. */
export interface RefusedFile {
  source: string
  /** Its base name, by which a later file replaces it. */
  file: string
  reason: string
  /** Its faults, one per line; may be blank. */
  list: string
}

/** Limits of what waits: beyond them the oldest gives way. Characters are about bytes. */
export const MOST_WAITING = 5000
const LARGEST_WAITING = 64_000_000
/** Of one record with both of its forms, and of the list of a file. A longer record cannot be mended here. */
const LARGEST_RECORD = 500_000
const LONGEST_LIST = 100_000
/** Characters that are shown of what is too large. */
const SHOWN = 1000

type NewArrival = Insertable<Database['arrivals']>

/**
 * Keeps refused records until staff take them or leave them out. Each source has one arrival for a kind and code, which
 * the newest replaces (ARR-2). A record that staff have taken or left out waits again only if something else comes.
 * @param now formatted by `db/times.ts`
 */
export async function keepRefused(
  within: Transaction<Database>,
  refused: readonly RefusedRecord[],
  now: string,
): Promise<void> {
  if (refused.length === 0) return
  await keep(
    within,
    refused.map((one) => recordRow(one, now)),
    now,
  )
  await stopOrders(within, refused, now)
}

/**
 * Stops and holds the stored orders of which a refused record says so, whatever field it is refused for (ORD-44): what was
 * cancelled must not be sent. A message that cannot be read as a record says nothing. A record of another customer may be
 * that of another source.
 */
async function stopOrders(
  within: Transaction<Database>,
  refused: readonly RefusedRecord[],
  now: string,
): Promise<void> {
  const stops = new Map<string, { raw: RawRecord; customer: string | undefined }>()
  for (const { kind, code, raw, faults } of refused) {
    if (kind !== 'orders' || code === null || raw === null) continue
    const cells = Object.fromEntries(
      Object.entries(stoppingCells(raw)).filter(([name]) => !faults.some(({ field }) => field === name)),
    )
    const isUnknown = faults.some(({ field }) => field === IMPORT_KINDS.orders.keyField)
    if (isUnknown || Object.keys(cells).length === 0) continue
    const stop = { line: raw.line, cells: { ...cells, code }, items: null }
    stops.set(code, { raw: stop, customer: raw.cells['customer.code'] })
  }
  if (stops.size === 0) return
  const stored = await within
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'orders.customer_id')
    .select(['orders.code', 'customers.code as customer'])
    .where(isAmong(within, 'orders.code', [...stops.keys()]))
    .execute()
  const raws = stored.flatMap(({ code, customer: own }) => {
    const { raw, customer = own } = stops.get(code) ?? {}
    return raw !== undefined && customer === own ? raw : []
  })
  await loadLot(within, IMPORT_KINDS.orders, raws, { now, replaces: false })
}

/** Keeps a file that was refused as a whole. A later file of the same name and source replaces it. */
export async function keepRefusedFile(
  within: Transaction<Database>,
  { source, file, reason, list }: RefusedFile,
  now: string,
): Promise<void> {
  const [origin, original] = [printable(file), printable(list).slice(0, LONGEST_LIST)]
  const row = {
    identity: hashOf('file', source, origin),
    content: hashOf(reason, list),
    source: printable(source),
    ...{ kind: null, code: null, name: null, raw: null },
    ...{ origin, line: 0, original },
    faults: JSON.stringify([{ field: '', reason }]),
    search_text: searchTextOf({ texts: [source, file, reason] }),
  }
  await keep(within, [{ ...row, ...waitingSince(now, original.length) }], now)
}

/**
 * Notes what became of loaded records of a kind: ends the arrivals of those that were loaded, then keeps those that were
 * refused.
 * @param loaded their sources and codes; nothing waits for one without a code
 */
export async function noteOutcomes(
  within: Transaction<Database>,
  kind: KindName,
  { loaded, refused }: { loaded: readonly LoadedRecord[]; refused: readonly RefusedRecord[] },
  now: string,
): Promise<void> {
  for (const source of new Set(loaded.map((one) => one.source))) {
    const codes = loaded.flatMap((one) => (one.source === source ? one.code || [] : []))
    await settleArrived(within, source, kind, codes, now)
  }
  await keepRefused(within, refused, now)
}

export type LoadedRecord = Pick<RefusedRecord, 'source' | 'code'>

/** The states in which a record can be taken. Both end when it comes right: taking it would then load an older version. */
export const TAKEABLE: readonly ArrivalState[] = ['waiting', 'left-out']

/**
 * Ends the arrivals of records that have come again from their source without faults, also those that staff left out.
 * @param codes as `RefusedRecord.code`
 */
export async function settleArrived(
  within: Transaction<Database>,
  source: string,
  kind: KindName,
  codes: readonly string[],
  now: string,
): Promise<void> {
  if (codes.length === 0) return
  const came = await within
    .selectFrom('arrivals')
    .select('id')
    .where('source', '=', printable(source))
    .where('kind', '=', kind)
    .where(isAmong(within, 'code', codes))
    .where('state', 'in', TAKEABLE)
    .execute()
  await endArrivals(
    within,
    came.map(({ id }) => id),
    now,
  )
  // To the day, so that a record that comes every minute costs no write.
  await within
    .updateTable('arrival_corrections')
    .set({ used_at: now })
    .where('source', '=', printable(source))
    .where('kind', '=', kind)
    // A mended code is the one that has come.
    .where(sql<boolean>`(${isAmong(within, 'code', codes)} or ${isAmong(within, 'mended', codes)})`)
    .where('used_at', '<', now.slice(0, 'yyyy-mm-dd'.length))
    .execute()
}

/** Ends arrivals that need nobody any more. */
export async function endArrivals(
  within: Transaction<Database>,
  ids: readonly number[],
  now: string,
): Promise<void> {
  if (ids.length === 0) return
  const ended = await within
    .updateTable('arrivals')
    .set({ state: 'right', settled_at: now, settled_by: null, reason: null })
    .where(isAmong(within, 'id', ids))
    .where('state', 'in', TAKEABLE)
    .returning('id')
    .execute()
  await noteArrivals(within, ended)
}

/**
 * Records with what staff mended in them before: where the same record of the same source comes again with the same
 * value, the mended value is used (ARR-4).
 * @param records with the prefix of their source, as `RefusedRecord.raw`
 * @returns the records in their order; those without a correction unchanged
 */
export async function withCorrections(
  db: Kysely<Database>,
  source: string,
  records: readonly { kind: KindName; raw: RawRecord }[],
): Promise<RawRecord[]> {
  const codes = records.flatMap(({ kind, raw }) => codeOf(kind, raw) ?? [])
  const corrections = await db
    .selectFrom('arrival_corrections')
    .select(['kind', 'code', 'field', 'came', 'mended'])
    .where('source', '=', printable(source))
    .where(isAmong(db, 'code', [...new Set(codes)]))
    .execute()
  if (corrections.length === 0) return records.map(({ raw }) => raw)
  const byRecord = new Map<string, Mended[]>()
  for (const one of corrections) {
    const record = `${one.kind} ${one.code}`
    byRecord.set(record, [...(byRecord.get(record) ?? []), one])
  }
  return records.map(({ kind, raw }) => {
    const own = byRecord.get(`${kind} ${codeOf(kind, raw)}`)
    return own ? mendedRecord(raw, own) : raw
  })
}

/** The code of a record, by which its corrections are found; null if it has none. */
export function codeOf(kind: KindName, { cells }: RawRecord): string | null {
  return cells[IMPORT_KINDS[kind].keyField] || null
}

/** A field of a record or of one of its items, 'items.2.quantity', and its mended value. */
interface Mended {
  field: string
  mended: string
  /** The value that is mended; any if absent. */
  came?: string
}

/** The record with these fields mended. Fields of items that it does not have are ignored. */
export function mendedRecord(raw: RawRecord, fields: readonly Mended[]): RawRecord {
  const mend = (given: Cells, prefix: string): Cells => {
    const cells: Record<string, string> = { ...given }
    for (const { field, mended, came } of fields) {
      const name = nameWithin(prefix, field)
      if (name !== null && (came ?? given[name] ?? '') === (given[name] ?? '')) cells[name] = mended
    }
    return cells
  }
  return {
    ...raw,
    cells: mend(raw.cells, ''),
    items: raw.items?.map((item) => ({ ...item, cells: mend(item.cells, item.prefix) })) ?? null,
  }
}

/** The name of a field within the record or one of its items; null if it belongs elsewhere. */
function nameWithin(prefix: string, field: string): string | null {
  if (prefix === '') return isOfItem(field) ? null : field
  return field.startsWith(prefix) ? field.slice(prefix.length) : null
}

function recordRow(one: RefusedRecord, now: string): NewArrival {
  const isTooLarge = one.original.length + JSON.stringify(one.raw).length > LARGEST_RECORD
  const original = isTooLarge ? JSON.stringify(`${one.original.slice(0, SHOWN)} …`) : printable(one.original)
  const raw = isTooLarge || one.raw === null ? null : JSON.stringify(one.raw)
  const faults = [...one.faults.slice(0, MOST_FAULTS), ...(isTooLarge ? [TOO_LARGE] : [])]
  const [source, origin] = [printable(one.source), printable(one.origin)]
  const code = one.code === null ? null : printable(one.code)
  const name = one.raw === null ? null : nameIn(one.raw.cells)
  const content = hashOf(one.original)
  return {
    identity:
      code === null
        ? hashOf('record', source, one.kind, '', content)
        : hashOf('record', source, one.kind, code),
    content,
    ...{ source, kind: one.kind, code, name, origin, line: one.line, original, raw },
    faults: JSON.stringify(faults),
    search_text: searchTextOf({ texts: [code, name, source, origin, ...faults.map(({ reason }) => reason)] }),
    ...waitingSince(now, original.length + (raw?.length ?? 0)),
  }
}

const TOO_LARGE = { field: '', reason: 'is too large to be kept: mend it at its source' }

function waitingSince(now: string, size: number) {
  const settled = { settled_at: null, settled_by: null, reason: null }
  return { ...settled, size, state: 'waiting', revision: 1, arrived_at: now, came_at: now } as const
}

/** Whose record it is, so that staff recognise it. */
function nameIn(cells: Cells): string | null {
  const fields = ['customer.company', 'customer.name', 'company', 'name', 'name_legal', 'supplier.name_legal']
  const found = fields.map((field) => cells[field]).find(Boolean)
  return found === undefined ? null : printable(found)
}

/** PostgreSQL cannot store NUL. In JSON it is escaped already. */
export function printable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

function hashOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

async function keep(within: Transaction<Database>, given: NewArrival[], now: string): Promise<void> {
  // The last of an identity wins: one statement may not change a row twice.
  const rows = [...new Map(given.map((row) => [row.identity, row])).values()]
  const stored = await storedAmong(within, rows)
  const isSettled = ({ identity, content }: NewArrival) => {
    const known = stored.get(identity)
    return known !== undefined && ENDED_BY_STAFF.has(known.state) && known.content === content
  }
  const settled = rows.filter(isSettled).flatMap(({ identity }) => stored.get(identity)?.id ?? [])
  await within
    .updateTable('arrivals')
    .set({ came_at: now })
    .where(isAmong(within, 'id', settled))
    .execute()
  const kept = rows.filter((row) => !isSettled(row))
  for (const lot of lotsOf(kept)) {
    const written = await within
      .insertInto('arrivals')
      .values(lot)
      .onConflict((conflict) =>
        conflict.column('identity').doUpdateSet(({ ref }) => ({
          ...Object.fromEntries(REPLACED.map((name) => [name, ref(`excluded.${name}`)])),
          revision: sql<number>`arrivals.revision + case when arrivals.content = excluded.content then 0 else 1 end`,
          arrived_at: sql<string>`case when arrivals.state = 'waiting' then arrivals.arrived_at else excluded.arrived_at end`,
        })),
      )
      .returning(['id', 'identity'])
      .execute()
    await noteArrivals(
      within,
      // What waits already is not announced as new.
      written.map(({ id, identity }) => ({ id, isNew: stored.get(identity)?.state !== 'waiting' })),
    )
  }
  await makeRoom(within)
}

/** The columns that a newer arrival of the same identity replaces. */
const REPLACED = [
  ...['content', 'kind', 'code', 'name', 'origin', 'line', 'original', 'raw', 'faults', 'size'],
  ...['state', 'came_at', 'settled_at', 'settled_by', 'reason', 'search_text'],
] as const

/** What staff have settled and comes again unchanged does not wait again; its content stays purged if it was. */
const ENDED_BY_STAFF: ReadonlySet<string> = new Set<ArrivalState>(['taken', 'left-out'])

/** The stored arrivals with the identities of these rows. */
async function storedAmong(within: Transaction<Database>, rows: readonly NewArrival[]) {
  const identities = rows.map(({ identity }) => identity)
  const stored = await within
    .selectFrom('arrivals')
    .select(['id', 'identity', 'content', 'state'])
    .where(isAmong(within, 'identity', identities))
    .execute()
  return new Map(stored.map((one) => [one.identity, one]))
}

/** Removes the oldest of what waits beyond the limits. */
async function makeRoom(within: Transaction<Database>): Promise<void> {
  const { count, size } = await within
    .selectFrom('arrivals')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('size').as('size')])
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (Number(count) <= MOST_WAITING && Number(size) <= LARGEST_WAITING) return
  const newestFirst = await within
    .selectFrom('arrivals')
    .select(['id', 'size'])
    .where('state', '=', 'waiting')
    .orderBy('came_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  let total = 0
  const beyond = newestFirst.filter((one, index) => {
    total += one.size
    return index >= MOST_WAITING || total > LARGEST_WAITING
  })
  const ids = beyond.map(({ id }) => id)
  await within
    .deleteFrom('arrivals')
    .where(isAmong(within, 'id', ids))
    .execute()
  await noteArrivals(within, beyond)
  log.warn({ count: ids.length }, 'Arrivals were removed, because too many wait')
}

/** Tells the desks about changed arrivals. */
export async function noteArrivals(
  within: Transaction<Database>,
  changed: readonly { id: number; isNew?: boolean }[],
): Promise<void> {
  await noteChanges(
    within,
    changed.map(({ id, isNew = false }) => ({ kind: 'arrival', code: String(id), is_new: isNew })),
  )
}
