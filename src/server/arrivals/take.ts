import { type Kysely, sql, type Transaction } from 'kysely'
import type { Arrival, TakeArrivalBody, TakenArrival } from '../../contract/arrivals.ts'
import type { Sent } from '../../contract/call.ts'
import { COMPARED_WEEKS } from '../../domain/arrivals/arrival.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { LONGEST_LINE, nonBlank, tooLongFault } from '../../domain/format/text.ts'
import { exclusively, lotsOf, rowId } from '../db/dialect/dialect.ts'
import type { ArrivalRow } from '../db/intake-tables.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { invalidField, Refusal } from '../http/refusal.ts'
import { IMPORT_KINDS } from '../import/kinds/all-kinds.ts'
import { type ImportKind, KIND_NAMES } from '../import/kinds/kind.ts'
import { loadLot } from '../import/kinds/load-lot.ts'
import type { RawRecord } from '../import/kinds/raw-record.ts'
import { everyHour, type Stoppable } from '../platform/repeat.ts'
import { codeOf, mendedRecord, noteArrivals, TAKEABLE } from './keep.ts'
import { presentListed } from './list.ts'

interface Deps {
  db: Connections
  clock: Clock
}

export interface TakeDeps extends Deps {
  /** Tells the feeds that an order was taken, by its code and the message as it came. */
  noteTakenOrder(within: Transaction<Database>, code: string, original: string): Promise<void>
}

/** Who settles an arrival, and the revision that they have seen. */
interface Settling {
  id: string
  revision: number
  by: string
}

/**
 * A record or a file with all that is known of it.
 * @throws Refusal 404
 */
export async function getKept(db: Kysely<Database>, id: string): Promise<Sent<Arrival>> {
  const row = await rowOf(db, id)
  return {
    ...presentListed(row),
    original: nonBlank(row.original),
    fields: fieldsOf(row),
    settled_at: row.settled_at,
    settled_by: row.settled_by,
    reason: row.reason,
  }
}

/**
 * Loads a record as an import does, with the fields that staff mended, and remembers these for the same record (ARR-4).
 * What staff have left out can still be taken. Without success nothing is changed.
 * @throws Refusal 404; 409 if it was settled, something else came since, or it cannot be taken; 422 for an invalid field
 */
export async function takeKept(
  { db, clock, noteTakenOrder }: TakeDeps,
  settling: Settling,
  fields: TakeArrivalBody['fields'],
): Promise<Sent<TakenArrival>> {
  const mended = Object.entries(fields).map(([field, mended]) => ({ field, mended: mended.trim() }))
  // Alone, as imports are: two new orders with one code would otherwise be possible.
  return exclusively(db.batch, async (within) => {
    const row = await openRow(within, settling, TAKEABLE)
    const kind = kindOf(row)
    const raw = rawOf(row)
    if (kind === null || raw === null) throw new Refusal(409, 'This cannot be taken: mend it at its source.')
    const whole = mendedRecord(raw, mended)
    const now = timestamp(clock())
    const [result] = await loadLot(within, kind, [whole], { now, replaces: false })
    if (result === undefined || result.outcome === 'refused') {
      const faults = (result?.faults ?? []).map(({ field, reason }) => ({ field, reason }))
      return { success: false, message: 'The record still has faults.', code: null, faults }
    }
    await settle(within, row, { state: 'taken', settled_at: now, settled_by: settling.by, reason: null })
    await remember(within, { row, kind, raw, mended, now })
    if (kind.name === 'orders' && row.code !== null) await noteTakenOrder(within, row.code, row.original)
    return { success: true, message: null, code: codeOf(kind.name, whole), faults: [] }
  })
}

/**
 * Leaves out a record or a file.
 * @throws Refusal 404; 409 if it was settled, or something else came since; 422 without a reason
 */
export async function leaveOutKept({ db, clock }: Deps, settling: Settling, given: string): Promise<void> {
  const reason = nonBlank(given)
  if (reason === null) throw invalidField(422, 'reason', 'is required')
  const fault = tooLongFault(reason, LONGEST_LINE)
  if (fault !== null) throw invalidField(422, 'reason', fault)
  await exclusively(db.batch, async (within) => {
    const row = await openRow(within, settling, ['waiting'])
    const settled_at = timestamp(clock())
    await settle(within, row, { state: 'left-out', settled_at, settled_by: settling.by, reason })
  })
}

async function rowOf(db: Kysely<Database>, id: string): Promise<ArrivalRow> {
  const number = rowId(id)
  const row =
    number === null
      ? undefined
      : await db.selectFrom('arrivals').selectAll().where('id', '=', number).executeTakeFirst()
  if (row === undefined) throw new Refusal(404, 'There is no such arrival.')
  return row
}

/** The row, which is still as the member of staff has seen it. */
async function openRow(
  within: Transaction<Database>,
  { id, revision }: Settling,
  open: readonly ArrivalRow['state'][],
): Promise<ArrivalRow> {
  const row = await rowOf(within, id)
  if (!open.includes(row.state)) throw new Refusal(409, settledWords(row))
  if (row.revision !== revision) {
    throw new Refusal(409, 'Its source has sent something else meanwhile: check it again.')
  }
  return row
}

/** Why a record is not taken of which its source has sent a later version. */
export const CAME_RIGHT = 'Its source has sent it again without faults, and it was loaded.'

function settledWords({ state, settled_by }: ArrivalRow): string {
  if (state === 'right') return CAME_RIGHT
  return `${settled_by ?? 'Somebody'} has ${state === 'taken' ? 'taken it' : 'left it out'} already.`
}

async function settle(
  within: Transaction<Database>,
  { id }: ArrivalRow,
  set: Pick<ArrivalRow, 'state' | 'settled_at' | 'settled_by' | 'reason'>,
): Promise<void> {
  await within.updateTable('arrivals').set(set).where('id', '=', id).execute()
  await noteArrivals(within, [{ id }])
}

interface Remembered {
  row: ArrivalRow
  kind: ImportKind
  raw: RawRecord
  mended: readonly { field: string; mended: string }[]
  now: string
}

/** Remembers mended fields by the code with which the record comes; without one it would not be recognised. */
async function remember(
  within: Transaction<Database>,
  { row, kind, raw, mended, now }: Remembered,
): Promise<void> {
  const code = codeOf(kind.name, raw)
  if (code === null) return
  const came = new Map(cellsIn(raw).map(({ field, value }) => [field, value]))
  const changed = mended.filter(({ field, mended }) => mended !== (came.get(field) ?? ''))
  const corrections = changed.map((one) => ({
    ...{ source: row.source, kind: kind.name, code },
    ...{ field: one.field, came: came.get(one.field) ?? '', mended: one.mended, used_at: now },
  }))
  for (const lot of lotsOf(corrections)) {
    await within
      .insertInto('arrival_corrections')
      .values(lot)
      .onConflict((conflict) =>
        conflict.columns(['source', 'kind', 'code', 'field']).doUpdateSet(({ ref }) => ({
          // What comes with what was mended before is mended again: the first value is what its source sends.
          came: sql<string>`case when arrival_corrections.mended = excluded.came
            then arrival_corrections.came else excluded.came end`,
          mended: ref('excluded.mended'),
          used_at: ref('excluded.used_at'),
        })),
      )
      .execute()
  }
}

function kindOf({ kind }: ArrivalRow): ImportKind | null {
  const name = KIND_NAMES.find((one) => one === kind)
  return name === undefined ? null : IMPORT_KINDS[name]
}

function rawOf({ raw }: ArrivalRow): RawRecord | null {
  return raw === null ? null : JSON.parse(raw)
}

/** The cells of a record as it would be stored. */
function fieldsOf(row: ArrivalRow): { field: string; value: string }[] {
  const raw = rawOf(row)
  return raw === null ? [] : cellsIn(raw)
}

function cellsIn({ cells, items }: RawRecord): { field: string; value: string }[] {
  const all = [{ prefix: '', cells }, ...(items ?? [])]
  return all.flatMap((one) =>
    Object.entries(one.cells).map(([name, value]) => ({ field: one.prefix + name, value })),
  )
}

const DAY_MS = 24 * 60 * 60_000

/** Deletes what was settled long ago, now and every hour. */
export function startArrivalUpkeep({ db, clock, keepDays }: Deps & { keepDays: number }): Stoppable {
  return everyHour('Settled arrivals could not be deleted', () => deleteSettled(db, clock(), keepDays))
}

/**
 * Deletes what was settled more than `keepDays` ago (ARR-5). The row of a record that its source still sends stays
 * without its content, so that the record does not wait again, and what staff mended stays as long as its record comes.
 */
export async function deleteSettled(db: Kysely<Database>, now: number, keepDays: number): Promise<void> {
  const before = timestamp(now - keepDays * DAY_MS)
  const nothing = { original: '', raw: null, code: null, name: null, faults: '[]', search_text: '', size: 0 }
  await db
    .updateTable('arrivals')
    .set(nothing)
    .where('state', '!=', 'waiting')
    .where('settled_at', '<', before)
    .where('original', '!=', '')
    .execute()
  await db
    .deleteFrom('arrivals')
    .where('state', '!=', 'waiting')
    .where('settled_at', '<', before)
    .where('came_at', '<', before)
    .execute()
  await db.deleteFrom('arrival_corrections').where('used_at', '<', before).execute()
  const compared = timestamp(now - (COMPARED_WEEKS + 1) * 7 * DAY_MS)
  await db.deleteFrom('arrival_hours').where('hour', '<', compared).execute()
}
