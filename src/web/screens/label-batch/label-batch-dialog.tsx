import { useAtomValue } from 'jotai'
import { Circle, CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Consignment } from '../../../contract/consignments.ts'
import { ABSENT, counted, nonBlank } from '../../../domain/format/text.ts'
import { RunDialog, RunProgress } from '../../form/run-dialog.tsx'
import { closeDialog, dialogAtom } from '../../state/dialogs.ts'
import { Alert } from '../../ui/alert.tsx'
import {
  type BatchRow,
  type BatchRowState,
  codesIn,
  type ShownBatch,
  useLabelBatch,
} from './use-label-batch.ts'

/** Prints the labels of several consignments, with the progress and the outcome of each. */
export function LabelBatchDialog() {
  const dialog = useAtomValue(dialogAtom)
  if (dialog?.name !== 'print-labels') return null
  return <BatchDialog consignments={dialog.consignments} isAsked={dialog.isAsked} />
}

function BatchDialog(props: { consignments: readonly Consignment[]; isAsked: boolean }) {
  const batch = useLabelBatch(props.consignments, props.isAsked)
  const { phase, rows, start, stop } = batch
  const failed = codesIn(batch, 'failed').length
  const isBusy = phase === 'collecting' || phase === 'printing'
  return (
    <RunDialog
      title={`Print labels of ${counted(rows.length, 'consignment')}`}
      description="As one job, in the order of the list."
      label="Consignments"
      confirmLabel={phase === 'ended' ? `Try ${failed} again` : 'Print labels'}
      cancelLabel={CANCEL_LABELS[phase]}
      busy={isBusy}
      blocked={isBusy ? WAITING[phase] : phase === 'ended' && failed === 0 ? NOTHING_LEFT : null}
      onConfirm={start}
      onCancel={phase === 'collecting' ? stop : closeDialog}
    >
      <Progress batch={batch} />
      <BatchList rows={rows} />
    </RunDialog>
  )
}

const CANCEL_LABELS = { asking: 'Cancel', collecting: 'Stop', printing: 'Close', ended: 'Close' }
const WAITING = { collecting: 'The labels are being collected', printing: 'The labels are being printed' }
const NOTHING_LEFT = 'There is nothing left to print'

function Progress({ batch }: { batch: ShownBatch }) {
  const { phase, rows, drawn } = batch
  if (phase === 'asking') return null
  const count = (state: Parameters<typeof codesIn>[1]) => codesIn(batch, state).length
  const [failed, unsure, printed] = [count('failed'), count('unsure'), count('printed')]
  const ready = count('ready') + unsure + printed
  const words = {
    collecting: `${ready} of ${rows.length} collected`,
    printing: drawn > 0 ? `Page ${drawn} prepared` : `Printing ${counted(ready, 'consignment')}`,
    ended: `${printed} of ${rows.length} printed`,
  }[phase]
  const failure = `${counted(failed, 'consignment')} without printed labels. The others are not printed again.`
  return (
    <RunProgress
      label={failed > 0 ? `${words}, ${failed} failed` : words}
      total={rows.length}
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

const ICONS: Record<BatchRowState, ReactNode> = {
  waiting: <Circle className="icon-14 text-fg-off" aria-hidden="true" />,
  ready: <CircleCheck className="icon-14 text-fg-3" aria-hidden="true" />,
  printed: <CircleCheck className="icon-14 text-dot-green" aria-hidden="true" />,
  failed: <CircleAlert className="icon-14 text-danger-ink" aria-hidden="true" />,
  unsure: <CircleHelp className="icon-14 text-amber-ink" aria-hidden="true" />,
}

const WORDS: Record<BatchRowState, string> = {
  waiting: 'Waiting',
  ready: 'Ready',
  printed: 'Printed',
  failed: 'Failed',
  unsure: 'Not confirmed',
}

/** The consignments of a batch with their outcome so far. */
function BatchList({ rows }: { rows: readonly BatchRow[] }) {
  return (
    <ul className="rounded-l border border-line [&>li+li]:border-t [&>li]:border-line-soft">
      {rows.map(({ consignment: { tracking_code, destination }, state, reason }) => (
        <li key={tracking_code} className="flex min-h-8 items-center gap-2.5 px-3 py-1">
          {ICONS[state]}
          <code className="code-block min-w-26 shrink-0">{tracking_code}</code>
          <span className="min-w-0 flex-1 truncate">
            {nonBlank(destination.building) ?? nonBlank(destination.contact_name) ?? ABSENT}
          </span>
          <span className="max-w-[55%] text-right text-small tabular">{reason ?? WORDS[state]}</span>
        </li>
      ))}
    </ul>
  )
}
