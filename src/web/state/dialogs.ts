import { atom } from 'jotai'
import type { Dialog } from '../../../commands/engine/context.ts'
import { store } from './store.ts'

/** The dialog that is open, if any: one at a time. */
export const dialogAtom = atom<Dialog | null>(null)

export function openDialog(dialog: Dialog): void {
  store.set(dialogAtom, dialog)
}

export function closeDialog(): void {
  store.set(dialogAtom, null)
}

/** Closes the open dialog with nothing done; a question is answered so too, for what asked it waits for an answer. */
export function cancelDialog(): void {
  const dialog = store.get(dialogAtom)
  closeDialog()
  if (dialog?.name === 'confirm') dialog.onCancel()
}
