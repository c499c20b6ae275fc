import { atom } from 'jotai'
import type { NoticeLink, NoticeTone } from '../../../commands/engine/context.ts'
import type { LastPrint, Targets, Undoable } from '../../../commands/engine/targets.ts'
import type { CommandId } from '../../../commands/index.ts'
import { privateAtom } from './session.ts'
import { store } from './store.ts'

export interface Toast {
  id: number
  tone: NoticeTone
  text: string
  /** The texts of earlier toasts that were folded into it, oldest first. */
  earlier: readonly string[]
  /** The codes of the order and the consignment that it is about; empty for other toasts. */
  about: readonly string[]
  link: NoticeLink | null
  /** Commands that the toast offers. */
  commands: readonly CommandId[]
  /** How long its commands can be used, in ms; null if it has no time limit of its own. */
  until: number | null
  /** What its undo acts on, even if the user has done something else since; null for other toasts. */
  undoable: Undoable | null
  /** The code of the consignment whose booking it undoes, even if another was booked since; null for other toasts. */
  booking: string | null
  /** The consignment of a stopped order that it deletes; null for other toasts. */
  stopped: Targets['stoppedParcel'] | null
  /** What its printing commands print, even if something else was printed since; null for other toasts. */
  print: LastPrint | null
}

/** What a toast offers to do. */
export type NoticeOffer = Pick<
  Toast,
  'link' | 'commands' | 'until' | 'undoable' | 'booking' | 'stopped' | 'print'
>

const NO_OFFER: NoticeOffer = {
  link: null,
  commands: [],
  until: null,
  undoable: null,
  booking: null,
  stopped: null,
  print: null,
}

/** Maximum number of toasts. */
const MOST = 3

/** Oldest first. */
export const toastsAtom = privateAtom<Toast[]>([])

/** The id of the latest toast. */
const latestIdAtom = atom(0)

/** Shows a toast, optionally with what it offers to do. A toast with the same text replaces the earlier one. */
export function notify(tone: NoticeTone, text: string, offer: Partial<NoticeOffer> = {}): void {
  notifyAbout([], tone, text, offer)
}

/** Shows a toast about what the user has done, which offers to undo it, if that is possible. */
export function notifyDone(
  codes: readonly string[],
  tone: NoticeTone,
  text: string,
  undoable: Undoable | null,
): void {
  if (undoable === null) notifyAbout(codes, tone, text)
  else notifyAbout(codes, tone, text, { commands: ['step.undo'], until: undoable.until, undoable })
}

/** The tones of toasts that fold into one, the most serious last. Errors stay until dismissed, and fold apart. */
const SERIOUSNESS: readonly NoticeTone[] = ['info', 'success', 'warning']

/**
 * Shows a toast about an order or its consignment, by their codes; blank ones are ignored. It folds earlier ones about one
 * of the same codes into itself, with their texts and what they offer, so that the steps of one order do not fill the screen.
 */
export function notifyAbout(
  codes: readonly string[],
  tone: NoticeTone,
  text: string,
  offer: Partial<NoticeOffer> = {},
): void {
  const id = store.get(latestIdAtom) + 1
  store.set(latestIdAtom, id)
  const about = codes.filter((code) => code.trim() !== '')
  const toast: Toast = { id, tone, text, earlier: [], about, ...NO_OFFER, ...offer }
  store.set(toastsAtom, (toasts) => {
    const others = toasts.filter((one) => one.text !== text)
    const folded = others.filter(
      (one) => one.about.some((code) => about.includes(code)) && isError(one) === isError(toast),
    )
    return fitting([...others.filter((one) => !folded.includes(one)), folded.reduceRight(withEarlier, toast)])
  })
}

const isError = ({ tone }: Pick<Toast, 'tone'>) => tone === 'error'

function withEarlier(toast: Toast, before: Toast): Toast {
  // Of a step and a booking, the later one is undone: they have one countdown.
  const { undoable, booking } = toast.undoable === null && toast.booking === null ? before : toast
  const seriousness = (tone: NoticeTone) => SERIOUSNESS.indexOf(tone)
  return {
    ...toast,
    tone: seriousness(before.tone) > seriousness(toast.tone) ? before.tone : toast.tone,
    earlier: [...before.earlier, before.text, ...toast.earlier].filter((line) => line !== toast.text),
    about: [...new Set([...before.about, ...toast.about])],
    link: toast.link ?? before.link,
    commands: [...new Set([...before.commands, ...toast.commands])],
    until: toast.until ?? before.until,
    undoable,
    booking,
    stopped: toast.stopped ?? before.stopped,
    print: toast.print ?? before.print,
  }
}

/**
 * If there are too many toasts, drops the oldest one that would disappear anyway, otherwise the oldest error. Those of a
 * stopped parcel stay in any case, because nothing else says that it must not leave.
 */
function fitting(toasts: Toast[]): Toast[] {
  if (toasts.length <= MOST) return toasts
  const earlier = toasts.slice(0, -1)
  const leaving =
    earlier.find(({ tone }) => tone !== 'error') ?? earlier.find(({ stopped }) => stopped === null)
  return toasts.filter((toast) => toast !== leaving)
}

export function dismissToast(id: number): void {
  store.set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id))
}

/** Dismisses the toasts that offer a command. */
export function dismissToastsOf(command: CommandId, isMeant = (_: Toast) => true): void {
  store.set(toastsAtom, (toasts) =>
    toasts.filter((toast) => !(toast.commands.includes(command) && isMeant(toast))),
  )
}
