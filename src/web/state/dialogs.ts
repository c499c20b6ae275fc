import { atom } from 'jotai'
import type { Dialog } from '../../../commands/context.ts'
import { store } from './store.ts'

/** The dialog that is open, if any: one at a time. */
export const dialogAtom = atom<Dialog | null>(null)

export function openDialog(dialog: Dialog): void {
  store.set(dialogAtom, dialog)
}

export function closeDialog(): void {
  store.set(dialogAtom, null)
}
