import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Hono } from 'hono'
import type { Kysely, Selectable } from 'kysely'
import {
  createPrintJob,
  listPrinters,
  type PrintDocument,
  type PrintJob,
  type PrintOutcome,
} from '../../contract/printing.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { PrintJobTable } from '../db/consignment-tables.ts'
import { DatabaseFailure } from '../db/failure.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv, Staff } from '../http/session.ts'
import { log } from '../platform/log.ts'
import { type Printable, PrinterRefused, type ServerPrinter } from './printer.ts'

/** Serves the calls of the capability `printing`. */
export function printingRoutes(app: Hono<SessionEnv>, deps: PrintingDeps): void {
  serveCall(app, listPrinters, async () => deps.printers.map(({ name, paper }) => ({ name, paper })))

  serveCall(app, createPrintJob, async ({ body, staff }) => ({ outcome: await printOnce(deps, body, staff) }))
}

/** Longer than a request handles a job: rendering and the limits of the printers. An older one died with its process. */
const HANDLED_WITHIN_MS = 30_000

/** A request for a job that another one prints waits for its outcome, within the console's time-out. */
const LOOK_EVERY_MS = 250
const MOST_LOOKS = 60

interface PrintingDeps {
  db: Kysely<Database>
  clock: Clock
  printers: readonly ServerPrinter[]
  /** Prepares a document to be printed. @throws Refusal if there is no such document */
  printable(document: PrintDocument, staff: Staff): Promise<Printable>
}

/**
 * Prints a job at most once, by any number of processes and across restarts. The same job again has the same outcome.
 * @throws Refusal if nothing was printed; the same job may then be sent again
 */
async function printOnce(deps: PrintingDeps, given: PrintJob, staff: Staff): Promise<PrintOutcome> {
  const printer = deps.printers.find(({ name }) => name === given.printer)
  if (printer === undefined) throw new Refusal(404, `There is no printer '${given.printer}'.`, 'printer')
  const claimed = await claimJob(deps, given, staff)
  if (claimed.isOurs) return printClaimed(deps, printer, claimed.row, given.document, staff)
  const { row } = claimed
  if (row.printer !== given.printer || row.document !== JSON.stringify(given.document)) {
    throw new Refusal(409, 'This job is another document, or for another printer.', 'job')
  }
  if (row.outcome !== null) return row.outcome
  if (row.claimed_at > timestamp(deps.clock() - HANDLED_WITHIN_MS)) {
    const outcome = await awaitOutcome(deps, row)
    // The other request printed nothing, so this one may print.
    return outcome ?? printOnce(deps, given, staff)
  }
  // The process that printed it died. A job that may have been sent is never sent again.
  if (row.sent_at !== null) return 'unconfirmed'
  const ours = await takeOverJob(deps, row)
  return ours === null
    ? printOnce(deps, given, staff)
    : printClaimed(deps, printer, ours, given.document, staff)
}

/** The outcome of a job that another request is printing; null if it printed nothing. */
async function awaitOutcome({ db }: PrintingDeps, { job }: PrintJobRow): Promise<PrintOutcome | null> {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    await pause(LOOK_EVERY_MS)
    const row = await findJob(db, job)
    if (row === null) return null
    if (row.outcome !== null) return row.outcome
  }
  return 'unconfirmed'
}

async function printClaimed(
  deps: PrintingDeps,
  printer: ServerPrinter,
  row: PrintJobRow,
  document: PrintDocument,
  staff: Staff,
): Promise<PrintOutcome> {
  let isSent = false
  const beforeSending = async () => {
    isSent = await markSent(deps, row)
    if (!isSent) throw new Refusal(409, 'This job is being printed.')
  }
  try {
    const printable = await deps.printable(document, staff)
    await printer.print({ printable, staffName: staff.name, beforeSending })
    await noteOutcome(deps, row, 'printed')
    await printable.onPrinted().catch((error: unknown) => log.error({ err: error }, 'A print was not noted'))
    return 'printed'
  } catch (error) {
    if (isSent && !(error instanceof PrinterRefused)) {
      log.error({ err: error, printer: printer.name, job: row.job }, 'Printer did not confirm a job')
      await noteOutcome(deps, row, 'unconfirmed')
      return 'unconfirmed'
    }
    await forgetJob(deps.db, row)
    throw refusalOf(error, printer)
  }
}

/** The answer to a job that failed before it was sent: an unexpected error must not look like one that may print. */
function refusalOf(error: unknown, { name }: ServerPrinter): Error {
  if (error instanceof PrinterRefused) return new Refusal(503, error.message)
  if (error instanceof Refusal || error instanceof DatabaseFailure) return error
  log.error({ err: error, printer: name }, 'A document could not be prepared for a printer')
  return new Refusal(503, `The server could not prepare the document for ${name}. Nothing was printed.`)
}

/** Never rejects: a database error must not look like a job that was not printed. */
async function noteOutcome(deps: PrintingDeps, { job }: PrintJobRow, outcome: PrintOutcome): Promise<void> {
  await recordOutcome(deps, job, outcome).catch((error: unknown) => {
    log.error({ err: error, job, outcome }, 'The outcome of a print job was not recorded')
  })
}

type PrintJobRow = Selectable<PrintJobTable>

/** Milliseconds for which jobs are kept: 30 days. A console sends a job again within a minute. */
const KEPT_MS = 30 * 24 * 3_600_000

type Deps = { db: Kysely<Database>; clock: Clock }

/**
 * Claims the id of a job before anything is sent to a printer.
 * @returns the row and whether it is ours; otherwise another request has the job
 */
async function claimJob(
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
  const claimed = await findJob(db, job)
  // The other request has just ended without printing.
  if (claimed === null) return claimJob({ db, clock }, { job, printer, document }, staff)
  return { row: claimed, isOurs: false }
}

/** Null if there is none, as after a refusal. */
async function findJob(db: Kysely<Database>, job: string): Promise<PrintJobRow | null> {
  const row = await db.selectFrom('print_jobs').selectAll().where('job', '=', job).executeTakeFirst()
  return row ?? null
}

/** Takes over a job whose process died before it sent the document; null if another request was first. */
async function takeOverJob({ db, clock }: Deps, row: PrintJobRow): Promise<PrintJobRow | null> {
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
async function markSent({ db, clock }: Deps, { job, holder }: PrintJobRow): Promise<boolean> {
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
async function recordOutcome({ db, clock }: Deps, job: string, outcome: PrintOutcome): Promise<void> {
  await db.updateTable('print_jobs').set({ outcome }).where('job', '=', job).execute()
  await db
    .deleteFrom('print_jobs')
    .where('claimed_at', '<', timestamp(clock() - KEPT_MS))
    .execute()
}

/** Forgets a job that was certainly not printed, so that it may be sent again. */
async function forgetJob(db: Kysely<Database>, { job, holder }: PrintJobRow): Promise<void> {
  await db.deleteFrom('print_jobs').where('job', '=', job).where('holder', '=', holder).execute()
}
