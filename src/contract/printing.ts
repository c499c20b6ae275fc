import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { Collection } from './end-of-day.ts'
import { clientId, id, MOST_PRINTED } from './wire.ts'

/** The calls of the capability `printing`: printing on the printers of the installation, without a dialog. */

export const PAPERS = ['100x150', 'A4'] as const
/** The paper in a printer; labels are in millimetres. */
export type Paper = (typeof PAPERS)[number]

/** A printer. Its name is unique and is what staff call it, such as 'Bench 2'. */
export const Printer = z.object({ name: z.string(), paper: z.enum(PAPERS) })
export type Printer = z.output<typeof Printer>

export const listPrinters = dataCall({ method: 'GET', path: '/printers', answer: rowsOf(Printer) })

/** The maximum number of labels of one job: a consignment has one for each of its pieces, at most 500. */
export const MOST_LABELS = 2000

/** Tracking codes, which are the same in upper and lower case. Their labels are printed in this order. */
export const PrintedConsignments = z
  .array(z.string().check(z.minLength(1, 'must not be empty')))
  .check(z.minLength(1, 'must have a consignment'))
  .check(z.maxLength(MOST_PRINTED, `may have at most ${MOST_PRINTED} consignments`))
  .check(
    z.refine(
      (codes) => new Set(codes.map((code) => code.toUpperCase())).size === codes.length,
      'may have each consignment once',
    ),
  )

/** What can be printed. The server renders it, so that a job holds no file. */
export const PrintDocument = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('labels'),
    consignments: PrintedConsignments,
  }),
  z.extend(Collection, { kind: z.literal('run-sheet') }),
  z.object({ kind: z.literal('pick-sheet'), run: id }),
  /** What is in each parcel of a consignment, by its tracking code. */
  z.object({ kind: z.literal('contents'), consignment: z.string() }),
  z.object({ kind: z.literal('test-label') }),
])
export type PrintDocument = z.output<typeof PrintDocument>

/** The paper that each kind of document is for. */
export const PAPER_OF: Record<PrintDocument['kind'], Paper> = {
  labels: '100x150',
  'run-sheet': 'A4',
  'pick-sheet': 'A4',
  contents: '100x150',
  'test-label': '100x150',
}

export const PrintJob = z.object({
  /** A job is printed at most once, however often it is sent. */
  job: clientId,
  /** The name of the printer. */
  printer: z.string(),
  document: PrintDocument,
})
export type PrintJob = z.output<typeof PrintJob>

/**
 * `printed`: the printer accepted the job. `unconfirmed`: it received the job, but its answer was lost, so that it may
 * or may not print. A job that certainly was not printed is refused instead.
 */
const PRINT_OUTCOMES = ['printed', 'unconfirmed'] as const
export type PrintOutcome = (typeof PRINT_OUTCOMES)[number]

export const createPrintJob = dataCall({
  method: 'POST',
  path: '/print-jobs',
  body: PrintJob,
  answer: z.object({ outcome: z.enum(PRINT_OUTCOMES) }),
})
