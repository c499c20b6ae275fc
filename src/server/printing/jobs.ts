import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { PrintJob, PrintOutcome } from '../../contract/printing.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { PrintJobTable } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { Staff } from '../http/session.ts'

export type PrintJobRow = Selectable<PrintJobTable>

/** Milliseconds for which jobs are kept: 30 days. A console sends a job again within a minute. */
const KEPT_MS = 30 * 24 * 3_600_000

type Deps = { db: Kysely<Database>; clock: Clock }

/**
 * Claims the id of a job before anything is sent to a printer.
 * @returns the row and whether it is ours; otherwise another request has the job
 */
export async function claimJob(
  { db, clock }: Deps,
  { job, printer, document }: PrintJob,
  staff: Staff,
): Promise<{ row: PrintJobRow; isOurs: boolean }> {
  const row: PrintJobRow = {
    job,
    printer,
    document: JSON.stringify(document),
    staff_id: staff.id,
    staff_name: staff.name,
    holder: randomUUID(),
    claimed_at: timestamp(clock()),
    sent_at: null,
    outcome: null,
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('print_jobs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 0n) return { row, isOurs: true }
  const other = await findJob(db, job)
  // The other request has just ended without printing.
  if (other === null) return claimJob({ db, clock }, { job, printer, document }, staff)
  return { row: other, isOurs: false }
}

/** Null if there is none, as after a refusal. */
export async function findJob(db: Kysely<Database>, job: string): Promise<PrintJobRow | null> {
  const row = await db.selectFrom('print_jobs').selectAll().where('job', '=', job).executeTakeFirst()
  return row ?? null
}

/** Takes over a job whose process died before it sent the document; null if another request was first. */
export async function takeOverJob({ db, clock }: Deps, row: PrintJobRow): Promise<PrintJobRow | null> {
  const mine = { holder: randomUUID(), claimed_at: timestamp(clock()) }
  const { numUpdatedRows } = await db
    .updateTable('print_jobs')
    .set(mine)
    .where('job', '=', row.job)
    .where('holder', '=', row.holder)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? null : { ...row, ...mine }
}

/** Records that the document is about to be sent. False if the job is no longer ours, and must not be sent. */
export async function markSent({ db, clock }: Deps, { job, holder }: PrintJobRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('print_jobs')
    .set({ sent_at: timestamp(clock()) })
    .where('job', '=', job)
    .where('holder', '=', holder)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records the outcome of a job, and forgets jobs that are too old to be sent again. */
export async function recordOutcome({ db, clock }: Deps, job: string, outcome: PrintOutcome): Promise<void> {
  await db.updateTable('print_jobs').set({ outcome }).where('job', '=', job).execute()
  await db
    .deleteFrom('print_jobs')
    .where('claimed_at', '<', timestamp(clock() - KEPT_MS))
    .execute()
}

/** Forgets a job that was certainly not printed, so that it may be sent again. */
export async function forgetJob(db: Kysely<Database>, { job, holder }: PrintJobRow): Promise<void> {
  await db.deleteFrom('print_jobs').where('job', '=', job).where('holder', '=', holder).execute()
}
