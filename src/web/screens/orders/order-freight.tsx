import { useEffect } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { isPickup, isShipped, leavesByHand } from '../../../domain/orders/order-stage.ts'
import { orderTimeline } from '../../../domain/orders/order-timeline.ts'
import { closeDialog, openDialog } from '../../state/dialogs.ts'
import { Timeline } from '../../ui/timeline.tsx'
import { ConsignmentForm } from '../consignment-form/consignment-form.tsx'
import { TitusPage, TrackingDetails } from './tracking-details.tsx'

/** The two handlers must be stable: the question is put once. */
interface OrderFreightProps {
  order: Order
  /** Cancel of the question: back to the details (reading 26). */
  onLeave(): void
  /** Whether a consignment for this click & collect order was already agreed to in this visit. */
  agreed: boolean
  onAgree(): void
}

/** The Freight tab: the tracking of an order that has left, else the consignment form. */
export function OrderFreight({ order, onLeave, agreed, onAgree }: OrderFreightProps) {
  const gone = isShipped(order)
  const unasked = isPickup(order) && !gone && !agreed

  useEffect(() => {
    if (!unasked) return
    openDialog({
      name: 'confirm',
      title: 'Click & collect order',
      text: 'Are you sure you want to create a consignment for this order?',
      confirmLabel: 'Continue',
      dangerous: false,
      onConfirm: onAgree,
      onCancel: onLeave,
    })
    return closeDialog
  }, [unasked, onAgree, onLeave])

  if (unasked) return null
  if (!gone) return <ConsignmentForm order={order} />
  return (
    <div className="detail-width grid gap-4">
      {!leavesByHand(order) && <TrackingDetails order={order} />}
      <Timeline events={orderTimeline(order)} />
      <TitusPage order={order} />
    </div>
  )
}
