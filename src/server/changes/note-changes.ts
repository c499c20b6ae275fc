import { sql, type Transaction } from 'kysely'
import type { Change } from '../../contract/changes.ts'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import { isPostgres } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'

/** A change of a record of ours, or of what waits for a person in Arrivals. */
export type RecordChange = Change & { kind: RecordKind | 'arrival' }

/** The channel of PostgreSQL's LISTEN and NOTIFY. */
export const CHANNEL = 'dispatch_console_changes'

/** Changes of more records of one kind are noted as one change of many records. */
const MOST_NAMED = 100

/** Changes in one note. PostgreSQL sends at most 8,000 bytes. */
const MOST_PER_NOTE = 40
const LONGEST_NOTE = 7_900

/**
 * Notes changes for the desks. They are published if and only if the transaction commits: by PostgreSQL itself, otherwise
 * from the table `changes`, which every process reads.
 */
export async function noteChanges(
  within: Transaction<Database>,
  changes: readonly RecordChange[],
): Promise<void> {
  for (const note of notesOf(changes)) {
    if (isPostgres(within)) await sql`select pg_notify(${CHANNEL}, ${note})`.execute(within)
    else await within.insertInto('changes').values({ note }).execute()
  }
}

/** The texts in which changes are published: JSON as in the contract. */
export function notesOf(changes: readonly RecordChange[]): string[] {
  if (changes.length > MOST_NAMED) return [JSON.stringify(ofMany(changes))]
  const notes: string[] = []
  for (let start = 0; start < changes.length; start += MOST_PER_NOTE) {
    const batch = changes.slice(start, start + MOST_PER_NOTE)
    const note = JSON.stringify(batch)
    notes.push(Buffer.byteLength(note) > LONGEST_NOTE ? JSON.stringify(ofMany(batch)) : note)
  }
  return notes
}

/** One change without a code for each kind. */
function ofMany(changes: readonly RecordChange[]): RecordChange[] {
  return [...new Set(changes.map(({ kind }) => kind))].map((kind) => ({
    kind,
    code: null,
    is_new: changes.some((change) => change.kind === kind && change.is_new),
  }))
}
