import { atom } from 'jotai'
import type { NoticeTone } from '../../../commands/context.ts'
import { onSignOut } from './session.ts'
import { store } from './store.ts'

export interface Toast {
  id: number
  tone: NoticeTone
  text: string
}

/** At most this many at once: the oldest goes first. */
const MOST = 3

let lastId = 0

/** Oldest first. */
export const toastsAtom = atom<Toast[]>([])

/** Says something that needs no answer. The same words again replace the earlier ones. */
export function notify(tone: NoticeTone, text: string): void {
  lastId += 1
  const toast = { id: lastId, tone, text }
  store.set(toastsAtom, (toasts) => [...toasts.filter((one) => one.text !== text), toast].slice(-MOST))
}

export function dismissToast(id: number): void {
  store.set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id))
}

onSignOut(() => store.set(toastsAtom, []))
