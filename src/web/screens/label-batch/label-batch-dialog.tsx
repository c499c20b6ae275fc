import { atom, useAtomValue } from 'jotai'
import { CircleCheck, CircleHelp } from 'lucide-react'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import type { DialogRequest } from '../../../../commands/engine/context.ts'
import type { Consignment } from '../../../contract/consignments.ts'
import type { PrintDocument } from '../../../contract/printing.ts'
import { ABSENT, counted, nonBlank } from '../../../domain/format/text.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { refusalOf } from '../../api/client.ts'
import {
  entriesIn,
  type Run,
  type RunControl,
  type RunEntry,
  type RunOutcome,
  useRun,
  waitingEntries,
} from '../../form/run.ts'
import { ENTRY_ICONS, RunDialog, RunLine, RunList, RunProgress } from '../../form/run-dialog.tsx'
import { printPdf } from '../../lib/print-pdf.ts'
import { collectBatch, reportPrintedBatch } from '../../printing/label-batches.ts'
import { type PrintResult, printDocument, printerFor } from '../../printing/print.ts'
import { closeDialog, dialogAtom } from '../../state/dialogs.ts'
import { lastPrintAtom, noteLabelsPrinted } from '../../state/last-booking.ts'
import { deselect } from '../../state/selection.ts'
import { store } from '../../state/store.ts'
import { notify } from '../../state/toasts.ts'
import { Alert } from '../../ui/alert.tsx'

/** Prints the labels of several consignments, with the progress and the outcome of each. */
export function LabelBatchDialog() {
  const dialog = useAtomValue(dialogAtom)
  if (dialog?.name !== 'print-labels') return null
  return <BatchDialog dialog={dialog} />
}

/**
 * A consignment of a job that the server collects (`pending` once it has the labels) and that is printed as one. One
 * that is done and unsure may have been printed; a retry does not print it again.
 */
type BatchEntry = RunEntry<Consignment>
type LabelBatch = Run<BatchEntry>

function BatchDialog({ dialog }: { dialog: Extract<DialogRequest, { name: 'print-labels' }> }) {
  const [batchAtom] = useState(() => {
    const entries = waitingEntries(dialog.consignments, ({ tracking_code }) => tracking_code)
    return atom<LabelBatch | null>({ phase: 'asking', entries, startedAt: 0 })
  })
  const { run: batch, start, stop } = useRun<BatchEntry, LabelBatch>(batchAtom)
  /** Pages prepared for the browser's print dialog; null until the labels are collected. */
  const [pages, setPages] = useState<number | null>(null)
  const concluded = (ended: LabelBatch) => {
    // The dialog can be closed while the labels are printed.
    if (store.get(dialogAtom) !== dialog) return
    const printed = ended.entries.filter(({ state, unsure }) => state === 'done' && !unsure)
    deselect(new Set(printed.map(({ id }) => id)))
    if (printed.length === ended.entries.length) closeDialog()
  }
  const print = () => {
    setPages(null)
    if (batch) start(batch, (control) => printBatch(control, setPages), concluded)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once, with the consignments that it was opened for
  useEffect(() => {
    if (!dialog.isAsked) print()
  }, [])
  if (batch === null) return null
  const { entries } = batch
  const isComplete = entries.every(({ state }) => state === 'done')
  const waiting = pages === null ? 'The labels are being collected' : 'The labels are being printed'
  return (
    <RunDialog
      run={batch}
      title={`Print labels of ${counted(entries.length, 'consignment')}`}
      description="As one job, in the order of the list."
      label="Consignments"
      confirmLabel="Print labels"
      blocked={isComplete ? 'There is nothing left to print' : null}
      waiting={waiting}
      onConfirm={print}
      onStop={pages === null ? stop : null}
      onClose={closeDialog}
    >
      <Progress batch={batch} pages={pages} />
      <RunList>
        {entries.map((entry) => (
          <BatchLine key={entry.id} entry={entry} />
        ))}
      </RunList>
    </RunDialog>
  )
}

function Progress({ batch, pages }: { batch: LabelBatch; pages: number | null }) {
  const { phase, entries } = batch
  if (phase === 'asking') return null
  const total = entries.length
  const done = entriesIn(batch, 'done')
  const unsure = done.filter((entry) => entry.unsure).length
  const ready = entriesIn(batch, 'pending').length + done.length
  const failed = entriesIn(batch, 'failed').length + entriesIn(batch, 'stopped').length
  const printing = pages ? `Page ${pages} prepared` : `Printing ${counted(ready, 'consignment')}`
  const running = pages === null ? `${ready} of ${total} collected` : printing
  const words = phase === 'running' ? running : `${done.length - unsure} of ${total} printed`
  const failure = `${counted(failed, 'consignment')} without printed labels. The others are not printed again.`
  return (
    <RunProgress
      label={failed > 0 ? `${words}, ${failed} failed` : words}
      total={total}
      done={ready}
      failed={failed}
      failure={phase === 'ended' ? failure : null}
    >
      {unsure > 0 && (
        <Alert tone="warning" title="The printer did not confirm the job">
          It may still print. Look there before printing again.
        </Alert>
      )}
    </RunProgress>
  )
}

const WORDS = { waiting: 'Waiting', pending: 'Ready', done: 'Printed', failed: 'Failed', stopped: 'Stopped' }

function BatchLine({ entry: { id, item, state, reason, unsure } }: { entry: BatchEntry }) {
  const { building, contact_name } = item.destination
  const icons = {
    ...ENTRY_ICONS,
    pending: <CircleCheck className="icon-14 text-fg-3" aria-hidden="true" />,
    done: unsure ? <CircleHelp className="icon-14 text-amber-ink" aria-hidden="true" /> : ENTRY_ICONS.done,
  }
  const words = state === 'done' && unsure ? 'Not confirmed' : WORDS[state]
  return (
    <RunLine icon={icons[state]} code={id} name={nonBlank(building) ?? nonBlank(contact_name) ?? ABSENT}>
      {reason ?? words}
    </RunLine>
  )
}

/** Dots per millimetre of a page: the resolution of label printers, on which bars of whole dots are sharp. */
const DOTS = 8

type SetPages = Dispatch<SetStateAction<number | null>>

/**
 * Collects the labels of consignments and prints the available ones as one job, in this order: on the workstation's
 * printer, otherwise in the browser.
 */
async function printBatch(control: RunControl<BatchEntry>, setPages: SetPages): Promise<void> {
  const outcome = await collectAndPrint(control, setPages).catch((error: unknown): BatchOutcome => {
    const reason = control.signal.aborted ? 'Stopped' : (refusalOf(error).reason ?? MESSAGES.labels)
    return { state: 'failed', reason }
  })
  const { reason = null } = outcome
  control.dispatch({ type: 'ended', pending: outcome, waiting: { state: 'failed', reason } })
}

type BatchOutcome = Partial<RunOutcome>

/** The outcome of the collected labels. */
async function collectAndPrint(
  { waiting, dispatch, signal }: RunControl<BatchEntry>,
  setPages: SetPages,
): Promise<BatchOutcome> {
  const codes = waiting().map(({ id }) => id)
  const ready: string[] = []
  const isForPrinter = printerFor(labels(codes)) !== null
  const pdf = await collectBatch(codes, {
    withPdf: !isForPrinter,
    signal,
    onOutcome({ tracking_code: id, reason }) {
      if (reason === null) ready.push(id)
      dispatch({ type: 'changed', id, outcome: { state: reason === null ? 'pending' : 'failed', reason } })
    },
  })
  if (ready.length === 0) return { state: 'failed' }
  setPages(0)
  const nextPage = () => setPages((count) => (count ?? 0) + 1)
  return OUTCOMES[pdf ? await printHere(pdf, ready, nextPage) : await printDocument(labels(ready))]
}

const labels = (consignments: readonly string[]): PrintDocument => ({
  kind: 'labels',
  consignments: [...consignments],
})

const OUTCOMES: Record<PrintResult, BatchOutcome> = {
  printed: { state: 'done' },
  browser: { state: 'done' },
  saved: { state: 'done' },
  unconfirmed: { state: 'done', unsure: true },
  failed: { state: 'failed', reason: 'Not printed' },
}

async function printHere(
  pdf: Uint8Array<ArrayBuffer>,
  codes: readonly string[],
  onPage: () => void,
): Promise<PrintResult> {
  store.set(lastPrintAtom, { document: labels(codes) })
  const done = await printPdf([pdf], `labels-${codes.length}`, { dots: DOTS, onPage })
  noteLabelsPrinted(codes)
  if (done === 'saved') {
    notify('info', 'This browser can’t print labels. They were saved as a file instead.')
    return 'saved'
  }
  void reportPrintedBatch(codes)
  return 'browser'
}
