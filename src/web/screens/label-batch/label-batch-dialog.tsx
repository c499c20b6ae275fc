import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import type { Consignment } from '../../../contract/consignments.ts'
import { counted } from '../../../domain/format/counted.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { CommandKeys } from '../../commands/command-keys.tsx'
import { useDialogTarget } from '../../commands/use-dialog-target.ts'
import { closeDialog, dialogAtom } from '../../state/dialogs.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../ui/dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
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
  const title = `Print labels of ${counted(rows.length, 'consignment')}`
  const confirmLabel = phase === 'ended' ? `Try ${failed} again` : 'Print labels'
  const cancel = phase === 'collecting' ? stop : closeDialog
  const cancelLabel = { asking: 'Cancel', collecting: 'Stop', printing: 'Close', ended: 'Close' }[phase]
  const isBusy = phase === 'collecting' || phase === 'printing'
  const blocked = isBusy ? WAITING[phase] : phase === 'ended' && failed === 0 ? NOTHING_LEFT : null
  useDialogTarget({ title, confirmLabel, blocked, confirm: start, cancel })
  const confirmButton = useRef<HTMLButtonElement>(null)

  return (
    <Dialog open onOpenChange={cancel}>
      <DialogContent
        className="w-[600px]"
        onInteractOutside={(event) => event.preventDefault()}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          confirmButton.current?.focus()
        }}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>As one job, in the order of the list.</DialogDescription>
        </DialogHeader>
        <DialogBody
          className="grid grid-cols-[minmax(0,1fr)] content-start gap-3"
          role="region"
          aria-label="Consignments"
          tabIndex={0}
        >
          <Progress batch={batch} />
          <BatchList rows={rows} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={cancel}>
            {cancelLabel}
            <CommandKeys id="dialog.cancel" />
          </Button>
          <Button
            ref={confirmButton}
            variant="primary"
            busy={isBusy}
            aria-disabled={blocked !== null || undefined}
            onClick={() => blocked === null && start()}
          >
            {confirmLabel}
            <CommandKeys id="dialog.confirm" />
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

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
  const label = failed > 0 ? `${words}, ${failed} failed` : words
  return (
    <div className="grid gap-1.5">
      <ProgressBar label={label} total={rows.length} done={ready} failed={failed} />
      <p role="status" className="text-small text-fg-2 tabular">
        {label}
      </p>
      {phase === 'ended' && failed > 0 && (
        <Alert tone="error" title={MESSAGES.somethingWrong}>
          {`${counted(failed, 'consignment')} without printed labels. The others are not printed again.`}
        </Alert>
      )}
      {unsure > 0 && (
        <Alert tone="warning" title="The printer did not confirm the job">
          It may still print. Look there before printing again.
        </Alert>
      )}
    </div>
  )
}
