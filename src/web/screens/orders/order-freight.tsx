import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { isPickup, isShipped, leavesByHand } from '../../../domain/orders/order-stage.ts'
import { orderTimeline } from '../../../domain/orders/order-timeline.ts'
import { closeDialog, openDialog } from '../../state/dialogs.ts'
import { installation } from '../../state/installation.ts'
import { sentHereAtom } from '../../state/last-booking.ts'
import { Timeline } from '../../ui/timeline.tsx'
import { ConsignmentForm } from '../consignment-form/consignment-form.tsx'
import { BookedMeanwhile } from './booked-meanwhile.tsx'
import { OtherConsignments } from './other-consignments.tsx'
import { SkipAlert } from './skip-alert.tsx'
import { TitusPage, TrackingDetails } from './tracking-details.tsx'

/** Both handlers must be stable; a new one would ask the question again. */
interface OrderFreightProps {
  order: Order
  /** Called by Cancel of the question, to return to the details (reading 26). */
  onLeave(): void
  /** Whether the user has already agreed, in this visit, to a consignment for this click & collect order. */
  agreed: boolean
  onAgree(): void
}

/** The Freight tab: the tracking of a shipped order, otherwise the consignment form. */
export function OrderFreight({ order, onLeave, agreed, onAgree }: OrderFreightProps) {
  const isSent = isShipped(order)
  // A form on screen stays when the order is sent from elsewhere, until the user has seen that.
  const [hasForm, setHasForm] = useState(!isSent)
  const isOwn = useAtomValue(sentHereAtom).has(order.code)
  if (isSent ? hasForm && isOwn : !hasForm) setHasForm(!isSent)
  const seen = useCallback(() => setHasForm(false), [])
  const mustAsk = isPickup(order) && !isSent && !agreed

  useEffect(() => {
    if (!mustAsk) return
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
  }, [mustAsk, onAgree, onLeave])

  if (mustAsk) return null
  const others = installation.capabilities.has('another-consignment') && <OtherConsignments order={order} />
  if (!isSent || hasForm) {
    return (
      <div className="grid gap-4">
        {isSent && <BookedMeanwhile order={order} onSeen={seen} />}
        <SkipAlert order={order} />
        {others}
        <ConsignmentForm order={order} onSeen={isSent ? seen : null} />
      </div>
    )
  }
  return (
    <div className="detail-width grid gap-4">
      {!leavesByHand(order) && <TrackingDetails order={order} />}
      {others}
      <Timeline events={orderTimeline(order)} />
      <TitusPage order={order} />
    </div>
  )
}
