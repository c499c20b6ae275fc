import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { Consignment } from '../../../contract/consignments.ts'
import type { LabelOutcome } from '../../../contract/label-batches.ts'
import type { PrintDocument } from '../../../contract/printing.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { refusalOf } from '../../api/client.ts'
import { printPdf } from '../../lib/print-pdf.ts'
import { collectBatch, reportPrintedBatch } from '../../printing/label-batches.ts'
import { lastPrintAtom } from '../../printing/last-print.ts'
import { type PrintResult, printDocument, printerFor } from '../../printing/print.ts'
import { closeDialog } from '../../state/dialogs.ts'
import { deselect } from '../../state/selection.ts'
import { store } from '../../state/store.ts'
import { notify } from '../../state/toasts.ts'

/** `unsure`: the printer may have printed it. It is not printed again by a retry. */
export type BatchRowState = 'waiting' | 'ready' | 'printed' | 'failed' | 'unsure'

export interface BatchRow {
  consignment: Consignment
  state: BatchRowState
  /** Why it failed; null if unknown. */
  reason: string | null
}

/** A job of labels: collected by the server, then printed as one. */
interface LabelBatch {
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

/** A batch as its dialog shows it. */
export interface ShownBatch extends LabelBatch {
  /** Starts the batch; after its end, prints the consignments that have failed. */
  start(): void
  /** Stops collecting. */
  stop(): void
}

/**
 * A batch of labels while its dialog is open. A complete one closes the dialog.
 * @param isAsked whether the user must confirm it first
 */
export function useLabelBatch(consignments: readonly Consignment[], isAsked: boolean): ShownBatch {
  const [batch, tell] = useReducer(reduceBatch, consignments, newBatch)
  const running = useRef<AbortController | null>(null)
  const codes = codesIn(batch, batch.phase === 'ended' ? 'failed' : 'waiting')

  const start = useCallback((wanted: readonly string[]) => {
    if (running.current || wanted.length === 0) return
    const stopping = new AbortController()
    running.current = stopping
    tell({ type: 'started' })
    void runBatch(wanted, stopping.signal, tell).finally(() => {
      running.current = null
    })
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once, with the rows that it was opened for
  useEffect(() => {
    if (!isAsked) start(codes)
  }, [])
  useEffect(() => () => running.current?.abort(), [])

  const { phase, rows } = batch
  useEffect(() => {
    if (phase !== 'ended') return
    const printed = rows.filter(({ state }) => state === 'printed')
    deselect(new Set(printed.map(({ consignment }) => consignment.tracking_code)))
    if (printed.length === rows.length) closeDialog()
  }, [phase, rows])

  return { ...batch, start: () => start(codes), stop: () => running.current?.abort() }
}

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

/** The tracking codes of rows in a state. */
export function codesIn({ rows }: LabelBatch, state: BatchRowState): string[] {
  return rows.filter((row) => row.state === state).map(({ consignment }) => consignment.tracking_code)
}

/** Dots per millimetre of a page: the resolution of label printers, on which bars of whole dots are sharp. */
const DOTS = 8

/**
 * Collects the labels of consignments and prints the available ones as one job, in this order: on the workstation's
 * printer, otherwise in the browser. Never rejects.
 * @param signal stops it while labels are collected
 * @param tell receives all events of the batch except its start
 */
async function runBatch(
  codes: readonly string[],
  signal: AbortSignal,
  tell: (event: BatchEvent) => void,
): Promise<void> {
  const ready: string[] = []
  const isForPrinter = printerFor(labels(codes)) !== null
  try {
    const pdf = await collectBatch(codes, {
      withPdf: !isForPrinter,
      signal,
      onOutcome(outcome) {
        if (outcome.reason === null) ready.push(outcome.tracking_code)
        tell({ type: 'collected', ...outcome })
      },
    })
    if (ready.length === 0) return tell({ type: 'failed', reason: null })
    tell({ type: 'printing' })
    const result = pdf
      ? await printHere(pdf, ready, () => tell({ type: 'page-drawn' }))
      : await printDocument(labels(ready))
    tell(END[result])
  } catch (error) {
    const reason = signal.aborted ? 'Stopped' : (refusalOf(error).reason ?? MESSAGES.labels)
    tell({ type: 'failed', reason })
  }
}

const labels = (consignments: readonly string[]): PrintDocument => ({
  kind: 'labels',
  consignments: [...consignments],
})

const END: Record<PrintResult, BatchEvent> = {
  printed: { type: 'printed' },
  browser: { type: 'printed' },
  saved: { type: 'printed' },
  unconfirmed: { type: 'unconfirmed' },
  failed: { type: 'failed', reason: 'Not printed' },
}

async function printHere(
  pdf: Uint8Array<ArrayBuffer>,
  codes: readonly string[],
  onPage: () => void,
): Promise<PrintResult> {
  store.set(lastPrintAtom, { document: labels(codes) })
  const done = await printPdf([pdf], `labels-${codes.length}`, { dots: DOTS, onPage })
  if (done === 'saved') {
    notify('info', 'This browser can’t print labels. They were saved as a file instead.')
    return 'saved'
  }
  void reportPrintedBatch(codes)
  return 'browser'
}
