import { atom } from 'jotai'
import type { Dialog } from '../../../commands/engine/context.ts'
import { store } from './store.ts'

/** The open dialog, at most one. */
export const dialogAtom = atom<Dialog | null>(null)

export function openDialog(dialog: Dialog): void {
  store.set(dialogAtom, dialog)
}

export function closeDialog(): void {
  store.set(dialogAtom, null)
}

/** Closes the open dialog without acting. A question is answered with Cancel, because its caller is waiting. */
export function cancelDialog(): void {
  const dialog = store.get(dialogAtom)
  closeDialog()
  if (dialog?.name === 'confirm') dialog.onCancel()
}
