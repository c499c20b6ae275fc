import { installation } from './installation.ts'
import { privateAtom } from './session.ts'
import { store } from './store.ts'
import { notifyAbout } from './toasts.ts'

/** The orders whose stop this tab has reported, so that a later change of one does not report it again. */
const knownStopsAtom = privateAtom<ReadonlySet<string>>(new Set<string>())

export function isStopKnown(order: string): boolean {
  return store.get(knownStopsAtom).has(order)
}

/** To be called when an order is no longer stopped. */
export function forgetStop(order: string): void {
  if (isStopKnown(order)) store.set(knownStopsAtom, (all) => new Set([...all].filter((one) => one !== order)))
}

/** Says that an order with a consignment was stopped, and offers to delete the consignment (ORD-45). */
export function notifyStopped(order: string, reason: string, consignment: string | null): void {
  store.set(knownStopsAtom, (all) => new Set([...all, order]))
  const text = `Order ${order}: ${reason}.`
  if (consignment === null) {
    notifyAbout([order], 'error', text)
    return
  }
  const stopped = { order, code: consignment }
  const words = `${text} Its consignment ${consignment} must not leave.`
  notifyAbout([order, consignment], 'error', words, { commands: ['stopped.delete'], stopped })
}

/** Reports a booking whose order was stopped while the courier was called. Other back ends send no such reason. */
export function notifyBookedStopped(order: string, reason: string | null, consignment: string | null): void {
  if (reason !== null && installation.capabilities.has('holds')) notifyStopped(order, reason, consignment)
}
