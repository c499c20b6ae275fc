import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { ShownStatus } from '../../domain/format/badge.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { CommandKeys } from '../commands/key-caps.tsx'
import { useDialogTarget } from '../commands/targets.ts'
import { reasonBeside } from '../lib/reason-beside.ts'
import { Alert, FailureText } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
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
import { type Failure, type Submission, WAITING } from './use-submission.ts'

export interface FormDialogProps {
  title: string
  /** Subject of the form: 'Order 104823, McAllister Bros Stockwater'. */
  description: string
  /** Status of the subject. After a refusal it is the status that the server has now. Absent if it has none. */
  status?: ShownStatus
  /** Why the form can no longer be submitted, for example because another user has recorded the payment; null if it can. */
  blocked?: string | null
  /** What the user must confirm once more before the form is sent, and whether that was asked; null if nothing. */
  caution?: { reason: string; isAsked: boolean } | null
  confirmLabel: string
  /** Message of the catalogue on failure; null if the error of a field says enough. */
  failureMessage: string | null
  submission: Submission
  /** Whether it is submitted as soon as it is open, because the user has confirmed it already. */
  submitsAtOnce?: boolean
  onCancel(): void
  /** Renders the fields. `errorOf` returns the fault of a field, by its name in the call. */
  children(errorOf: (field: string) => string | null): ReactNode
}

/**
 * A form in a dialog. The first field has the focus, unless another asks for it. Enter submits from one-line fields
 * and mod+Enter from anywhere; Esc cancels. While a response is pending, the form can neither be submitted again nor
 * closed.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, description, status, confirmLabel, failureMessage, submission, onCancel, children } = props
  const { busy, failure, submit } = submission
  // While submitting, the record may already have the submitted change, which must not block the dialog.
  const blocked = busy ? null : (props.blocked ?? null)
  const form = useRef<HTMLFormElement>(null)
  useDialogTarget({
    title,
    confirmLabel,
    blocked: busy ? WAITING : blocked,
    confirm: () => form.current?.requestSubmit(),
    cancel: onCancel,
  })

  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onCancel()}>
      <DialogContent
        onInteractOutside={(event) => event.preventDefault()}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          const dialog = event.currentTarget instanceof HTMLElement ? event.currentTarget : null
          ;(firstField(form.current) ?? dialog)?.focus()
          if (props.submitsAtOnce) form.current?.requestSubmit()
        }}
      >
        <form
          ref={form}
          noValidate
          className="flex min-h-0 flex-col"
          onSubmit={(event) => {
            event.preventDefault()
            if (blocked !== null) return
            // Rendered at once, so that the focus moves to a field in which the console has found a fault.
            flushSync(submit)
            form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
          }}
        >
          <DialogHeader>
            <DialogTitle>{title}</DialogTitle>
            <DialogDescription className="flex items-center gap-2">
              <span className="min-w-0 truncate">{description}</span>
              {status && <Badge tone={status.tone}>{status.label}</Badge>}
            </DialogDescription>
          </DialogHeader>
          <DialogBody className="grid content-start gap-2.5">
            {blocked !== null && !failure && <Alert tone="warning" title={`${blocked}.`} />}
            {props.caution && blocked === null && (
              <Alert tone="error" title={`${props.caution.reason}.`}>
                {props.caution.isAsked && <p>Confirm once more to go on.</p>}
              </Alert>
            )}
            {failure && !failure.unsent && failureMessage !== null && (
              <FailureAlert message={failureMessage} failure={failure} />
            )}
            {children((field) =>
              failure?.field === field ? reasonBeside(failureMessage ?? '', failure.reason) : null,
            )}
          </DialogBody>
          <DialogFooter>
            <Button onClick={onCancel} aria-disabled={busy || undefined}>
              Cancel
              <CommandKeys id="dialog.cancel" className="max-sm:hidden" />
            </Button>
            <Button type="submit" variant="primary" busy={busy} aria-disabled={blocked !== null || undefined}>
              {confirmLabel}
              <CommandKeys id="dialog.confirm" className="max-sm:hidden" />
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

/** The field that asks for the focus, or the first one that can be edited; of radio buttons the chosen one. */
function firstField(form: HTMLFormElement | null): HTMLElement | null {
  const chosen = form?.querySelector<HTMLElement>('[data-initial-focus="true"], input[type="radio"]:checked')
  return (
    chosen ??
    form?.querySelector<HTMLElement>(':is(input, select, textarea):not([readonly], :disabled)') ??
    null
  )
}

function FailureAlert({ message, failure }: { message: string; failure: Failure }) {
  return (
    <Alert tone="error" title={MESSAGES.somethingWrong}>
      <FailureText message={message} reason={failure.field === null ? failure.reason : null} />
    </Alert>
  )
}
