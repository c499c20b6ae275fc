import type { Transaction } from 'kysely'
import { noteChanges } from '../changes/note-changes.ts'
import type { Database } from '../db/schema.ts'
import { printable } from './keep.ts'

/** Notes that a source was heard, whether or not with records: it neither fails nor is silent. */
export async function noteSourceHeard(
  within: Transaction<Database>,
  source: string,
  now: string,
): Promise<void> {
  const name = printable(source)
  const known = await findSource(within, name)
  // To the minute and the hour, so that a busy source costs no write for each record.
  const isKnown = known?.heard_at?.slice(0, MINUTE) === now.slice(0, MINUTE) && known.failing_since === null
  if (isKnown) return
  const heard = { heard_at: now, failing_since: null, failure: null }
  await within
    .insertInto('arrival_sources')
    .values({ source: name, ...heard })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(heard))
    .execute()
  await within
    .insertInto('arrival_hours')
    .values({ source: name, hour: `${now.slice(0, HOUR)}:00:00.000Z` })
    .onConflict((conflict) => conflict.columns(['source', 'hour']).doNothing())
    .execute()
  if (known?.failing_since) await noteSource(within, name, false)
}

/** Lengths of the minute and the hour of a time of the database. */
const MINUTE = 'yyyy-mm-ddThh:mm'.length
const HOUR = 'yyyy-mm-ddThh'.length

/** Notes that a source cannot be read, until it is heard again. */
export async function noteFailing(
  within: Transaction<Database>,
  source: string,
  reason: string,
  now: string,
): Promise<void> {
  const name = printable(source)
  const known = await findSource(within, name)
  const failure = printable(reason)
  if (known?.failure === failure) return
  const failing = { failing_since: known?.failing_since ?? now, failure }
  await within
    .insertInto('arrival_sources')
    .values({ source: name, heard_at: null, ...failing })
    .onConflict((conflict) => conflict.column('source').doUpdateSet(failing))
    .execute()
  await noteSource(within, name, !known?.failing_since)
}

async function findSource(within: Transaction<Database>, source: string) {
  return within
    .selectFrom('arrival_sources')
    .select(['heard_at', 'failing_since', 'failure'])
    .where('source', '=', source)
    .executeTakeFirst()
}

async function noteSource(within: Transaction<Database>, source: string, is_new: boolean): Promise<void> {
  await noteChanges(within, [{ kind: 'arrival', code: `source:${source}`, is_new }])
}
