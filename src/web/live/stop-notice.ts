import type { Order } from '../../contract/orders.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { isShipped } from '../../domain/orders/order-status.ts'
import { standingOf } from '../../domain/orders/standing.ts'
import { targetsAtom } from '../commands/targets.ts'
import { playSound } from '../lib/sound.ts'
import { dialogAtom } from '../state/dialogs.ts'
import { sentHereAtom } from '../state/last-booking.ts'
import { notifyStopped } from '../state/stopped-parcel.ts'
import { store } from '../state/store.ts'
import { workstation } from '../state/workstation.ts'

/** Says at once, and with a sound, that an order that is open here or was sent from here has been stopped (ORD-45). */
export function noticeStop(before: Order, order: Order): void {
  const standing = standingOf(order)
  if (standing.is !== 'stopped' || standingOf(before).is === 'stopped') return
  if (!isOpenHere(order.code)) return
  if (workstation().sound) playSound('wrong')
  const consignment = isShipped(order) ? nonBlank(order.freight.tracking_code) : null
  notifyStopped(order.code, standing.reason, consignment)
}

function isOpenHere(code: string): boolean {
  const { record, order, station, consignment } = store.get(targetsAtom)
  const dialog = store.get(dialogAtom)
  return (
    (record?.kind === 'order' && record.code === code) ||
    order?.code === code ||
    station?.orderCode === code ||
    consignment?.order_code === code ||
    (dialog !== null && 'order' in dialog && dialog.order.code === code) ||
    store.get(sentHereAtom).has(code)
  )
}
