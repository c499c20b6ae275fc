import type { LastPrint } from '../../../commands/engine/targets.ts'
import { UNDO_MS } from '../../domain/orders/taking-back.ts'
import { now } from './clock.ts'
import { privateAtom } from './session.ts'
import { store } from './store.ts'
import { dismissToastsOf } from './toasts.ts'

/** The consignment that was booked last in this tab. */
interface LastBooking {
  code: string
  /** When it can no longer be undone, in ms; and whether that time has come. */
  until: number
  isOver: boolean
  /** Whether its label was printed in this tab. */
  printed: boolean
  /** Path of its form. */
  formPath: string
  /** Restores the typed text of the form, unless the form was edited since. */
  restoreForm(): void
}

/** The codes of the orders that this tab has sent, so that it need not say so of another desk. */
export const sentHereAtom = privateAtom<ReadonlySet<string>>(new Set<string>())

export function noteSent(code: string): void {
  store.set(sentHereAtom, (codes) => new Set([...codes, code]))
}

export const lastBookingAtom = privateAtom<LastBooking | null>(null)

/** Remembers a booking. Returns when it can no longer be undone, in ms. */
export function noteBooking(booking: Pick<LastBooking, 'code' | 'formPath' | 'restoreForm'>): number {
  const until = now() + UNDO_MS
  store.set(lastBookingAtom, { ...booking, until, isOver: false, printed: false })
  setTimeout(() => {
    store.set(lastBookingAtom, (last) => (last?.until === until ? { ...last, isOver: true } : last))
  }, UNDO_MS)
  return until
}

/** Notes that labels were, or may have been, printed. */
export function noteLabelsPrinted(codes: readonly string[]): void {
  store.set(lastBookingAtom, (last) =>
    last && codes.includes(last.code) ? { ...last, printed: true } : last,
  )
}

/** Forgets a booking whose consignment was deleted, and restores its form. */
export function forgetBooking(code: string): void {
  const last = store.get(lastBookingAtom)
  if (last?.code !== code) return
  last.restoreForm()
  store.set(lastBookingAtom, null)
  dismissToastsOf('booking.undo')
}

/** The last document that was printed or failed to print in this tab; null before the first. */
export const lastPrintAtom = privateAtom<LastPrint | null>(null)
