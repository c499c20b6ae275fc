import { atom } from 'jotai'
import type { DialogRequest } from '../../../commands/engine/context.ts'
import { ARRIVED, beginWait, CANCELLED, endWait } from './key-queue.ts'
import { store } from './store.ts'

/** The open dialog, at most one. */
export const dialogAtom = atom<DialogRequest | null>(null)

/** The dialog that was last closed without an answer, as a scan closes it. */
export const leftDialogAtom = atom<DialogRequest | null>(null)

/** The wait for the open dialog; null once it is on screen with its focus. */
const openingAtom = atom<number | null>(null)

/** Opens a dialog. Keys pressed before it is on screen wait for it. */
export function openDialog(dialog: DialogRequest): void {
  const before = store.get(openingAtom)
  store.set(openingAtom, beginWait({ label: 'the dialog', record: null, holds: 'all' }))
  store.set(dialogAtom, dialog)
  if (before !== null) endWait(before, CANCELLED)
}

/** To be called when a dialog is on screen and has the focus. */
export function dialogShown(dialog: DialogRequest | null): void {
  if (dialog !== store.get(dialogAtom)) return
  const wait = store.get(openingAtom)
  store.set(openingAtom, null)
  if (wait !== null) endWait(wait, ARRIVED)
}

export function closeDialog(): void {
  store.set(dialogAtom, null)
  const wait = store.get(openingAtom)
  store.set(openingAtom, null)
  if (wait !== null) endWait(wait, CANCELLED)
}

/** Closes the open dialog without acting. A question is answered with Cancel, because its caller is waiting. */
export function cancelDialog(): void {
  const dialog = store.get(dialogAtom)
  closeDialog()
  store.set(leftDialogAtom, dialog)
  if (dialog?.name === 'confirm') dialog.onCancel()
}
