import { installation } from './installation.ts'
import { notifyAbout } from './toasts.ts'

/** Says that an order with a consignment was stopped, and offers to delete the consignment (ORD-45). */
export function notifyStopped(order: string, reason: string, consignment: string | null): void {
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
