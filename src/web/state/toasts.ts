import { atom } from 'jotai'
import type { NoticeLink, NoticeTone } from '../../../commands/engine/context.ts'
import type { CommandId } from '../../../commands/index.ts'
import { onSignOut } from './session.ts'
import { store } from './store.ts'

export interface Toast {
  id: number
  tone: NoticeTone
  text: string
  link: NoticeLink | null
  /** Commands that the toast offers. */
  commands: readonly CommandId[]
  /** How long its commands can be used, in ms; null if it has no time limit of its own. */
  until: number | null
}

/** Maximum number of toasts. */
const MOST = 3

let lastId = 0

/** Oldest first. */
export const toastsAtom = atom<Toast[]>([])

/**
 * Shows a toast, optionally with a link, or with commands that can be used until a time in ms. A toast with the same
 * text replaces the earlier one.
 */
export function notify(
  tone: NoticeTone,
  text: string,
  link: NoticeLink | null = null,
  commands: readonly CommandId[] = [],
  until: number | null = null,
): void {
  lastId += 1
  const toast = { id: lastId, tone, text, link, commands, until }
  store.set(toastsAtom, (toasts) => fitting([...toasts.filter((one) => one.text !== text), toast]))
}

/** If there are too many toasts, drops the oldest one that would disappear anyway, otherwise the oldest error. */
function fitting(toasts: Toast[]): Toast[] {
  if (toasts.length <= MOST) return toasts
  const leaving = toasts.slice(0, -1).find(({ tone }) => tone !== 'error') ?? toasts[0]
  return toasts.filter((toast) => toast !== leaving)
}

export function dismissToast(id: number): void {
  store.set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id))
}

/** Dismisses the toasts that offer a command. */
export function dismissToastsOf(command: CommandId): void {
  store.set(toastsAtom, (toasts) => toasts.filter(({ commands }) => !commands.includes(command)))
}

onSignOut(() => store.set(toastsAtom, []))
