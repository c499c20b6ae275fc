import { Circle, CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { Order } from '../../contract/orders.ts'
import { ABSENT } from '../../domain/format/text.ts'
import { orderedBy } from '../../domain/orders/order-words.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { CommandKeys } from '../commands/key-caps.tsx'
import { useDialogTarget } from '../commands/targets.ts'
import { cn } from '../lib/cn.ts'
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
import { ProgressBar, Spinner } from '../ui/progress.tsx'
import type { Run, RunOutcome } from './run.ts'
import { WAITING } from './use-submission.ts'

/** Runs over more records are confirmed by typing their number. */
export const MOST_UNTYPED = 20

interface RunDialogProps {
  run: Run
  title: string
  /** The effect on each record. */
  description: string
  /** Accessible name of the records. */
  label: string
  /** The name of its start. Afterwards the button is for another try. */
  confirmLabel: string
  /** The number that the user types to confirm, because the run is large; null if typing is not required. */
  numberToType?: number | null
  /** Why it cannot be started; null if it can. */
  blocked: string | null
  /** What it waits for while it is running. */
  waiting?: string
  /** Whether its records are a wide table. Then they have the focus: Enter alone does not start it. */
  isTable?: boolean
  /** Whether it starts as soon as it is open, because the user has confirmed it already. */
  startsAtOnce?: boolean
  onConfirm(): void
  /** Null while it is running and cannot be stopped. */
  onStop: (() => void) | null
  onClose(): void
  children: ReactNode
}

/**
 * Confirms a run over several records, then shows its progress and outcomes. The confirm button has the focus; of a
 * large run it is the field for its number. A run that has begun earlier asks nothing: Close has the focus.
 */
export function RunDialog(props: RunDialogProps) {
  const { run, title, description, label, numberToType = null, waiting = WAITING, children } = props
  const isRunning = run.phase === 'running'
  const confirmLabel = retryLabel(run) ?? props.confirmLabel
  const onCancel = (isRunning && props.onStop) || props.onClose
  const cancelLabel = { asking: 'Cancel', running: props.onStop ? 'Stop' : 'Close', ended: 'Close' }[
    run.phase
  ]
  const [typed, setTyped] = useState('')
  const toType = numberToType === null ? null : `Type ${numberToType} to confirm`
  const isTyped = toType === null || typed.trim() === String(numberToType)
  const blocked = isRunning ? waiting : (props.blocked ?? (isTyped ? null : toType))
  const confirm = () => {
    if (blocked === null) props.onConfirm()
  }
  useDialogTarget({ title, confirmLabel, blocked, confirm, cancel: onCancel })
  const [isBegun] = useState(run.phase !== 'asking')
  const closeButton = useRef<HTMLButtonElement>(null)
  const confirmButton = useRef<HTMLButtonElement>(null)
  const table = useRef<HTMLDivElement>(null)
  const numberField = useRef<HTMLInputElement>(null)
  const button = isBegun ? closeButton : confirmButton
  const first = () => table.current ?? numberField.current ?? button.current
  const numberId = useId()
  return (
    <Dialog open onOpenChange={onCancel}>
      <DialogContent
        className={props.isTable ? 'w-[980px]' : 'w-[600px]'}
        onInteractOutside={(event) => event.preventDefault()}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          first()?.focus()
          if (props.startsAtOnce) confirm()
        }}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <DialogBody
          className="grid grid-cols-[minmax(0,1fr)] content-start gap-3"
          ref={props.isTable ? table : undefined}
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
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                  event.preventDefault()
                  confirm()
                }}
                inputMode="numeric"
                autoComplete="off"
                className="w-16! tabular"
              />
            </div>
          )}
          <Button ref={closeButton} onClick={onCancel}>
            {cancelLabel}
            <CommandKeys id="dialog.cancel" />
          </Button>
          <Button
            ref={confirmButton}
            variant="primary"
            busy={isRunning}
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

/** The name of another try; null if there is nothing to try again. */
function retryLabel({ phase, entries }: Run): string | null {
  const left = entries.filter(({ state }) => state !== 'done').length
  return phase === 'ended' && left > 0 ? `Try ${left} again` : null
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

/** The records of a run with their outcome so far. */
export function RunList({ children }: { children: ReactNode }) {
  return (
    <ul className="rounded-l border border-line [&>li+li]:border-t [&>li]:border-line-soft">{children}</ul>
  )
}

export const ENTRY_ICONS: Record<RunOutcome['state'], ReactNode> = {
  waiting: <Circle className="icon-14 text-fg-off" aria-hidden="true" />,
  pending: <Spinner />,
  done: <CircleCheck className="icon-14 text-dot-green" aria-hidden="true" />,
  failed: <CircleAlert className="icon-14 text-danger-ink" aria-hidden="true" />,
  stopped: <CircleMinus className="icon-14 text-fg-3" aria-hidden="true" />,
}

interface RunLineProps {
  icon: ReactNode
  code: string
  /** Whose record it is. */
  name: string
  /** Whether the name is a sentence, which is shown whole. */
  isSentence?: boolean
  /** What the user must read before the start; null if there is nothing. */
  notes?: string | null
  /** Its outcome, in words. */
  children: string
}

export function RunLine({ icon, code, name, isSentence = false, notes = null, children }: RunLineProps) {
  return (
    <li>
      <div className="flex min-h-8 items-center gap-2.5 px-3 py-1">
        {icon}
        <code className="code-block min-w-14 shrink-0">{code}</code>
        <span className={cn('min-w-0 flex-1', isSentence ? 'wrap-anywhere' : 'truncate')}>{name}</span>
        <span className="max-w-[55%] text-right text-small tabular">{children}</span>
      </div>
      {notes !== null && (
        <p className="mx-3 mb-2 ml-9 rounded-m bg-amber-bg px-2 py-1 text-small wrap-anywhere whitespace-pre-line inset-ring inset-ring-amber-line">
          <span className="font-semibold text-amber-ink">Notes</span> <span>{notes}</span>
        </p>
      )}
    </li>
  )
}

/** The orders that a run leaves out, each with the reason. */
export function LeftOutOrders({ leftOut }: { leftOut: readonly { order: Order; reason: string }[] }) {
  return (
    <RunList>
      {leftOut.map(({ order, reason }) => (
        <RunLine
          key={order.code}
          icon={ENTRY_ICONS.stopped}
          code={order.code}
          name={orderedBy(order) ?? ABSENT}
        >
          {reason}
        </RunLine>
      ))}
    </RunList>
  )
}
