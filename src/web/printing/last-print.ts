import { atom } from 'jotai'
import type { LastPrint } from '../../../commands/engine/targets.ts'
import { onSignOut } from '../state/session.ts'
import { store } from '../state/store.ts'

/** The last document that was printed or failed to print in this tab; null before the first. */
export const lastPrintAtom = atom<LastPrint | null>(null)

onSignOut(() => store.set(lastPrintAtom, null))
