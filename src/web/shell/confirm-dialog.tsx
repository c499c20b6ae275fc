import { useAtomValue } from 'jotai'
import { useRef } from 'react'
import type { DialogRequest } from '../../../commands/engine/context.ts'
import { CommandKeys } from '../commands/key-caps.tsx'
import { useKeys } from '../commands/key-settings.ts'
import { useDialogTarget } from '../commands/targets.ts'
import { cancelDialog, closeDialog, dialogAtom } from '../state/dialogs.ts'
import { Button } from '../ui/button.tsx'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../ui/dialog.tsx'

/** Renders the question of the open dialog, if it is a question. */
export function ConfirmDialog() {
  const dialog = useAtomValue(dialogAtom)
  return dialog?.name === 'confirm' ? <Question question={dialog} /> : null
}

/** The question. Cancel has the focus if the action is irreversible. */
function Question({ question }: { question: Extract<DialogRequest, { name: 'confirm' }> }) {
  const { title, text, subject, confirmLabel, dangerous } = question
  const cancelButton = useRef<HTMLButtonElement>(null)
  const confirmButton = useRef<HTMLButtonElement>(null)
  const confirm = () => {
    closeDialog()
    question.onConfirm()
  }
  const { aria } = useKeys('dialog.confirm')
  useDialogTarget({ title, confirmLabel, blocked: null, confirm, cancel: cancelDialog })
  return (
    <Dialog open onOpenChange={cancelDialog}>
      <DialogContent
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          const first = dangerous ? cancelButton : confirmButton
          first.current?.focus()
        }}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription asChild>
            <div>
              <p>{text}</p>
              {subject && <p className="mt-2 font-medium text-fg">{subject}</p>}
            </div>
          </DialogDescription>
        </DialogHeader>
        <DialogFooter>
          <Button ref={cancelButton} aria-keyshortcuts="Escape" onClick={cancelDialog}>
            Cancel
            <CommandKeys id="dialog.cancel" className="max-sm:hidden" />
          </Button>
          <Button
            ref={confirmButton}
            variant={dangerous ? 'danger' : 'primary'}
            aria-keyshortcuts={aria}
            onClick={confirm}
          >
            {confirmLabel}
            <CommandKeys id="dialog.confirm" className="max-sm:hidden" />
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
