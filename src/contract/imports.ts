import * as z from 'zod/mini'
import { dataCall } from './call.ts'
import { id, Outcome, text } from './wire.ts'

/** The calls of the capability `imports`: staff load files of records in the console. */

const count = z.int().check(z.minimum(0))

/** What becomes of a record of a file. `kept`: some of its fields differ here and stay, because staff have acted on it. */
export const IMPORT_OUTCOMES = ['new', 'changed', 'same', 'kept', 'refused'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

/** The number of records of a kind by their outcome. `kind` is as in file names: 'supplier-orders'. */
export const ImportCounts = z.object({
  kind: z.string(),
  new: count,
  changed: count,
  same: count,
  kept: count,
  refused: count,
  /** How many of the new records are work to be done: orders that are neither finished nor stopped. */
  work: count,
})
export type ImportCounts = z.output<typeof ImportCounts>

/** A record as it would be stored: its cells belong to the columns of its kind, and are written for staff. */
const PreviewedRow = z.object({
  code: z.string(),
  outcome: z.enum(IMPORT_OUTCOMES),
  is_work: z.boolean(),
  cells: z.array(z.string()),
})
export type PreviewedRow = z.output<typeof PreviewedRow>

/** The fields of a stored record that would change, both values as text; null if blank. */
const PreviewedChange = z.object({
  code: z.string(),
  fields: z.array(z.object({ field: z.string(), before: text, after: text })),
})
export type PreviewedChange = z.output<typeof PreviewedChange>

/** The limits of what a preview shows of each kind. */
export const MOST_PREVIEWED_ROWS = 10
export const MOST_PREVIEWED_CHANGES = 20
/** The limits of how faults and notices are grouped. */
export const MOST_FAULT_GROUPS = 50
export const MOST_FAULT_PLACES = 3

const PreviewedKind = z.extend(ImportCounts, {
  /** Labels as in the list of the kind: 'Order ID', 'Name', 'Total'. */
  columns: z.array(z.string()),
  /** The first records of the file, at most `MOST_PREVIEWED_ROWS`. */
  rows: z.array(PreviewedRow),
  /** The first records that would change, at most `MOST_PREVIEWED_CHANGES`. */
  changes: z.array(PreviewedChange),
})
export type PreviewedKind = z.output<typeof PreviewedKind>

/** Equal faults, or notices, of a file. `code` is null if the record has none. */
export const ImportFaults = z.object({
  /** Blank if it concerns a whole record or the file. */
  field: z.string(),
  reason: z.string(),
  count,
  /** The first ones, at most `MOST_FAULT_PLACES`. The line is 0 if it concerns the file. */
  places: z.array(z.object({ line: count, code: text })),
})
export type ImportFaults = z.output<typeof ImportFaults>

/** What an import of a file would do. The import process prints it as one JSON document. */
export const ImportPreview = z.object({
  /** What was recognised: 'Shopify orders export, 46 of 46 columns known'; null for a file in our own format. */
  program: text,
  kinds: z.array(PreviewedKind),
  /** Why records are refused, the most frequent first, at most `MOST_FAULT_GROUPS`. */
  faults: z.array(ImportFaults),
  /** What was corrected, kept or left out, at most `MOST_FAULT_GROUPS`. */
  notices: z.array(ImportFaults),
  /** Why nothing would be loaded, a sentence; null if something would. */
  refusal: text,
  /** Whether the option `anyway` overrides the refusal. */
  can_override: z.boolean(),
})
export type ImportPreview = z.output<typeof ImportPreview>

/** The progress of a step in words: 'Checking', 'Loading orders'. The import process reports it over IPC. */
export const ImportProgress = z.object({ step: z.string(), done: count, total: count })
export type ImportProgress = z.output<typeof ImportProgress>

/** What an import has done. The import process prints it as one JSON document. */
export const ImportResult = z.object({
  /** Counts of what was loaded, and of what was refused. */
  kinds: z.array(ImportCounts),
  faults: z.array(ImportFaults),
  notices: z.array(ImportFaults),
  /** Why nothing was loaded; null if something was. */
  refusal: text,
  /** Whether it was stopped between two lots. */
  is_stopped: z.boolean(),
  /** How many records were not reached, because it was stopped. */
  left: count,
  /** How many refused records wait in Arrivals. */
  waiting: count,
})
export type ImportResult = z.output<typeof ImportResult>

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date like 2026-11-20'))

export const ImportOptions = z.object({
  /** Orders from before this day in Auckland are taken in as finished; null for none. */
  before: z.nullable(day),
  /** The source of a file in our own format, whose order codes then have its prefix (ORD-73); null for none. */
  source: z.nullable(z.string().check(z.maxLength(100))),
  /** Loads what is right although most of the file seems to be something else. */
  anyway: z.boolean(),
})
export type ImportOptions = z.output<typeof ImportOptions>

/** `reading` makes the preview, `previewed` waits for its user, `loading` loads. Of these, one import reads or loads at a time. */
export const IMPORT_STATES = ['reading', 'previewed', 'loading', 'ended'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const Import = z.object({
  id,
  /** The name that the user's file has. It is only shown. */
  file_name: z.string(),
  /** Bytes. */
  size: count,
  /** Who imports it. */
  by: z.string(),
  is_own: z.boolean(),
  state: z.enum(IMPORT_STATES),
  /** Whether it was asked to stop, which it does after the present lot. */
  is_stopping: z.boolean(),
  options: ImportOptions,
  progress: z.nullable(ImportProgress),
  preview: z.nullable(ImportPreview),
  result: z.nullable(ImportResult),
  /** Why it ended without a result, a sentence; null if it has one or has not ended. */
  failure: text,
})
export type Import = z.output<typeof Import>

export const CurrentImports = z.object({
  /** The import that reads or loads now, of any user. */
  running: z.nullable(Import),
  /** The caller's last import, for a day. */
  own: z.nullable(Import),
  /** Why the caller may not import, a sentence; null if that is allowed. */
  forbidden: text,
  /** The size limit of a file in MiB. */
  limit_mb: count,
  /** The names of the sources whose orders have a prefix (ORD-73). */
  sources: z.array(z.string()),
})
export type CurrentImports = z.output<typeof CurrentImports>

export const getImports = dataCall({ method: 'GET', path: '/imports', answer: CurrentImports })

/** The longest file name, in characters. */
const LONGEST_NAME = 255

/**
 * Sends a file, which is then read. It replaces the caller's import that waits for an answer. The body is the file as it
 * is, `application/octet-stream`, and not parsed by a schema.
 */
export const uploadImport = dataCall({
  method: 'POST',
  path: '/imports',
  query: z.object({ name: z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME)) }),
  answer: Import,
})

/** Makes the preview again with other options. */
export const previewImport = dataCall({
  method: 'POST',
  path: '/imports/:id/preview',
  body: ImportOptions,
  answer: Outcome,
})

/** Loads the file as previewed. */
export const takeImport = dataCall({
  method: 'POST',
  path: '/imports/:id/take',
  body: ImportOptions,
  answer: Outcome,
})

/** Stops an import after its present lot. */
export const stopImport = dataCall({ method: 'POST', path: '/imports/:id/stop', answer: Outcome })

/** Deletes the file and the preview of an import that has loaded nothing. */
export const discardImport = dataCall({ method: 'DELETE', path: '/imports/:id', answer: Outcome })
