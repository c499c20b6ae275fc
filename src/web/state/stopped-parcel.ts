import { installation } from './installation.ts'
import { privateAtom } from './session.ts'
import { store } from './store.ts'
import { notifyAbout } from './toasts.ts'

/** The consignment of an order that was stopped: its label must not leave. */
interface StoppedParcel {
  order: string
  code: string
}

/** The last one that a notice offers to delete. */
export const stoppedParcelAtom = privateAtom<StoppedParcel | null>(null)

/** Says that an order with a consignment was stopped, and offers to delete the consignment (ORD-45). */
export function notifyStopped(order: string, reason: string, consignment: string | null): void {
  const text = `Order ${order}: ${reason}.`
  if (consignment === null) {
    notifyAbout([order], 'error', text)
    return
  }
  store.set(stoppedParcelAtom, { order, code: consignment })
  const words = `${text} Its consignment ${consignment} must not leave.`
  notifyAbout([order, consignment], 'error', words, { commands: ['stopped.delete'] })
}

/** Reports a booking whose order was stopped while the courier was called. Other back ends send no such reason. */
export function notifyBookedStopped(order: string, reason: string | null, consignment: string | null): void {
  if (reason !== null && installation.capabilities.has('holds')) notifyStopped(order, reason, consignment)
}
