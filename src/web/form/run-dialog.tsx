import { type ReactNode, useId, useRef, useState } from 'react'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { CommandKeys } from '../commands/key-caps.tsx'
import { useDialogTarget } from '../commands/targets.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../ui/dialog.tsx'
import { Input } from '../ui/input.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'

interface RunDialogProps {
  title: string
  /** The effect on each record. */
  description: string
  /** Accessible name of the records. */
  label: string
  confirmLabel: string
  cancelLabel: string
  /** Whether the run is under way. */
  busy: boolean
  /** The number that the user types to confirm, because the run is large; null if typing is not required. */
  numberToType?: number | null
  /** Why it cannot be started; null if it can. */
  blocked: string | null
  onConfirm(): void
  onCancel(): void
  children: ReactNode
}

/**
 * Confirms a run over several records, then shows its progress and outcomes. The confirm button has the focus; of a
 * large run it is the field for its number.
 */
export function RunDialog(props: RunDialogProps) {
  const { title, description, label, confirmLabel, cancelLabel, busy, numberToType = null, children } = props
  const { onConfirm, onCancel } = props
  const [typed, setTyped] = useState('')
  const toType = numberToType === null ? null : `Type ${numberToType} to confirm`
  const isTyped = toType === null || typed.trim() === String(numberToType)
  const blocked = props.blocked ?? (isTyped ? null : toType)
  const confirm = () => {
    if (blocked === null) onConfirm()
  }
  useDialogTarget({ title, confirmLabel, blocked, confirm, cancel: onCancel })
  const confirmButton = useRef<HTMLButtonElement>(null)
  const numberField = useRef<HTMLInputElement>(null)
  const numberId = useId()
  return (
    <Dialog open onOpenChange={onCancel}>
      <DialogContent
        className="w-[600px]"
        onInteractOutside={(event) => event.preventDefault()}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          const first = numberField.current ?? confirmButton.current
          first?.focus()
        }}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <DialogBody
          className="grid grid-cols-[minmax(0,1fr)] content-start gap-3"
          role="region"
          aria-label={label}
          tabIndex={0}
        >
          {children}
        </DialogBody>
        <DialogFooter className="max-sm:flex-wrap">
          {toType !== null && (
            <div className="mr-auto flex items-center gap-2">
              <label htmlFor={numberId} className="text-small text-fg-2">
                {toType}
              </label>
              <Input
                ref={numberField}
                id={numberId}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && confirm()}
                inputMode="numeric"
                autoComplete="off"
                className="w-16 tabular"
              />
            </div>
          )}
          <Button onClick={onCancel}>
            {cancelLabel}
            <CommandKeys id="dialog.cancel" />
          </Button>
          <Button
            ref={confirmButton}
            variant="primary"
            busy={busy}
            aria-disabled={blocked !== null || undefined}
            onClick={confirm}
          >
            {confirmLabel}
            <CommandKeys id="dialog.confirm" />
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

interface RunProgressProps {
  /** The progress in words. */
  label: string
  total: number
  done: number
  failed: number
  /** The consequences of the failures for the user; null while the run is in progress. */
  failure: string | null
  /** Further notices. */
  children?: ReactNode
}

/** The progress of a run, in words and as a bar, and its failures once it has ended. */
export function RunProgress({ label, total, done, failed, failure, children }: RunProgressProps) {
  return (
    <div className="grid gap-1.5">
      <ProgressBar label={label} total={total} done={done} failed={failed} />
      <p role="status" className="text-small text-fg-2 tabular">
        {label}
      </p>
      {failure !== null && failed > 0 && (
        <Alert tone="error" title={MESSAGES.somethingWrong}>
          {failure}
        </Alert>
      )}
      {children}
    </div>
  )
}
