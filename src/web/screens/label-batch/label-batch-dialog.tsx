import { useAtomValue } from 'jotai'
import type { Consignment } from '../../../contract/consignments.ts'
import { counted } from '../../../domain/format/text.ts'
import { RunDialog, RunProgress } from '../../form/run-dialog.tsx'
import { closeDialog, dialogAtom } from '../../state/dialogs.ts'
import { Alert } from '../../ui/alert.tsx'
import { BatchList } from './batch-list.tsx'
import { codesIn } from './batch-state.ts'
import { type ShownBatch, useLabelBatch } from './use-label-batch.ts'

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
