import type { Consignment } from '../../../contract/consignments.ts'
import type { LabelOutcome } from '../../../contract/label-batches.ts'

/** `unsure`: the printer may have printed it. It is not printed again by a retry. */
export type BatchRowState = 'waiting' | 'ready' | 'printed' | 'failed' | 'unsure'

export interface BatchRow {
  consignment: Consignment
  state: BatchRowState
  /** Why it failed; null if unknown. */
  reason: string | null
}

/** A job of labels: collected by the server, then printed as one. */
export interface LabelBatch {
  phase: 'asking' | 'collecting' | 'printing' | 'ended'
  /** Each consignment once, in the order in which they are printed. */
  rows: readonly BatchRow[]
  /** Pages drawn for the browser's print dialog. */
  drawn: number
}

export type BatchEvent =
  /** Also starts a retry of failed consignments. */
  | { type: 'started' }
  | ({ type: 'collected' } & LabelOutcome)
  | { type: 'printing' }
  | { type: 'page-drawn' }
  | { type: 'printed' }
  /** The printer may or may not print. */
  | { type: 'unconfirmed' }
  /** The remaining consignments are not printed. */
  | { type: 'failed'; reason: string | null }

/** A batch before its start. */
export function newBatch(consignments: readonly Consignment[]): LabelBatch {
  const once = new Map(consignments.map((one) => [one.tracking_code, one]))
  const rows = Array.from(
    once.values(),
    (consignment): BatchRow => ({
      consignment,
      state: 'waiting',
      reason: null,
    }),
  )
  return { phase: 'asking', rows, drawn: 0 }
}

/** The batch after an event. */
export function reduceBatch(batch: LabelBatch, event: BatchEvent): LabelBatch {
  switch (event.type) {
    case 'started':
      return { ...changed(batch, again), phase: 'collecting', drawn: 0 }
    case 'collected':
      return changed(batch, (row) =>
        row.consignment.tracking_code === event.tracking_code ? outcomeOf(row, event) : row,
      )
    case 'printing':
      return { ...batch, phase: 'printing' }
    case 'page-drawn':
      return { ...batch, drawn: batch.drawn + 1 }
    case 'printed':
      return ended(batch, { state: 'printed', reason: null })
    case 'unconfirmed':
      return ended(batch, { state: 'unsure', reason: null })
    case 'failed':
      return ended(batch, { state: 'failed', reason: event.reason })
  }
}

/** The tracking codes of rows in a state. */
export function codesIn({ rows }: LabelBatch, state: BatchRowState): string[] {
  return rows.filter((row) => row.state === state).map(({ consignment }) => consignment.tracking_code)
}

function again(row: BatchRow): BatchRow {
  return row.state === 'failed' ? { ...row, state: 'waiting', reason: null } : row
}

function outcomeOf(row: BatchRow, { reason }: LabelOutcome): BatchRow {
  return { ...row, state: reason === null ? 'ready' : 'failed', reason }
}

/** The end of the job: the outcome of the collected labels. A row without any has failed. */
function ended(batch: LabelBatch, outcome: Pick<BatchRow, 'state' | 'reason'>): LabelBatch {
  const end = (row: BatchRow): BatchRow => {
    if (row.state === 'ready') return { ...row, ...outcome }
    return row.state === 'waiting' ? { ...row, state: 'failed', reason: outcome.reason } : row
  }
  return { ...changed(batch, end), phase: 'ended' }
}

function changed(batch: LabelBatch, change: (row: BatchRow) => BatchRow): LabelBatch {
  return { ...batch, rows: batch.rows.map(change) }
}
