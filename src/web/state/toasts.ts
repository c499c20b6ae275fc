import { atom } from 'jotai'
import type { NoticeLink, NoticeTone } from '../../../commands/engine/context.ts'
import { onSignOut } from './session.ts'
import { store } from './store.ts'

export interface Toast {
  id: number
  tone: NoticeTone
  text: string
  link: NoticeLink | null
}

/** At most this many at once. */
const MOST = 3

let lastId = 0

/** Oldest first. */
export const toastsAtom = atom<Toast[]>([])

/** Says something that needs no answer, possibly with a link. The same words again replace the earlier ones. */
export function notify(tone: NoticeTone, text: string, link: NoticeLink | null = null): void {
  lastId += 1
  const toast = { id: lastId, tone, text, link }
  store.set(toastsAtom, (toasts) => fitting([...toasts.filter((one) => one.text !== text), toast]))
}

/** One too many: the oldest that would go by itself makes room, else the oldest error. */
function fitting(toasts: Toast[]): Toast[] {
  if (toasts.length <= MOST) return toasts
  const leaving = toasts.slice(0, -1).find(({ tone }) => tone !== 'error') ?? toasts[0]
  return toasts.filter((toast) => toast !== leaving)
}

export function dismissToast(id: number): void {
  store.set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id))
}

onSignOut(() => store.set(toastsAtom, []))
