import type { Transaction } from 'kysely'
import type { Change } from '../../contract/changes.ts'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import type { Database } from '../db/schema.ts'

/** A change of a record of ours, of what waits for a person in Arrivals, or of an import or a pick run of staff. */
export type RecordChange = Change & { kind: RecordKind | 'arrival' | 'import' | 'pick-run' }

/** Changes of more records of one kind are noted as one change of many records. */
const MOST_NAMED = 100

/** Changes in one note. PostgreSQL sends at most 8,000 bytes. */
const MOST_PER_NOTE = 40
const LONGEST_NOTE = 7_900

/** Notes changes for the desks. They are published from the table `changes`, if and only if the transaction commits. */
export async function noteChanges(
  within: Transaction<Database>,
  changes: readonly RecordChange[],
): Promise<void> {
  const notes = notesOf(changes).map((note) => ({ note }))
  if (notes.length > 0) await within.insertInto('changes').values(notes).execute()
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
