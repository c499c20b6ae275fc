import { skipToken, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { ArrowRight } from 'lucide-react'
import { useCallback, useEffect, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Consignment } from '../../../contract/consignments.ts'
import type { Order } from '../../../contract/orders.ts'
import { formatConsignmentDate } from '../../../domain/calendar/nz-calendar.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { counted, nonBlank } from '../../../domain/format/text.ts'
import { shownReference } from '../../../domain/freight/consignment.ts'
import { courierLabel, titusEmbed, trackingLink } from '../../../domain/freight/couriers.ts'
import { isPickup, isShipped, leavesByHand } from '../../../domain/orders/order-status.ts'
import { orderTimeline } from '../../../domain/orders/order-timeline.ts'
import { consignmentQueries } from '../../api/consignments.ts'
import { historyQuery } from '../../api/history.ts'
import { askedShippingAtom } from '../../commands/context.ts'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { useKeys, usePausedSingleKeys } from '../../commands/key-settings.ts'
import { cn } from '../../lib/cn.ts'
import { CodeFact, Fact, Facts, LinkFact } from '../../record/facts.tsx'
import { paths } from '../../routing/paths.ts'
import { closeDialog, openDialog } from '../../state/dialogs.ts'
import { installation } from '../../state/installation.ts'
import { sentHereAtom } from '../../state/last-booking.ts'
import { store } from '../../state/store.ts'
import { ROW_LINK, ROW_LINKS } from '../../table/row-link.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CARD_CELL, CARD_HEAD, CARD_LINK, CARD_ROWS, Card, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { ConsignmentForm } from '../consignment-form/consignment-form.tsx'
import { ConsignmentBadge } from '../consignments/consignment-badge.tsx'
import { SkipAlert, StandingAlert } from './order-details.tsx'

/** Both handlers must be stable; a new one would ask the question again. */
interface OrderFreightProps {
  order: Order
  /** Called by Cancel of the question, to return to the details (ORD-23). */
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

  // What was typed for the form of a sent order is not filled in if the order should get one again.
  const isWithoutForm = isSent && !hasForm
  useEffect(() => {
    if (isWithoutForm) store.set(askedShippingAtom, null)
  }, [isWithoutForm])

  if (mustAsk) return null
  const others = installation.capabilities.has('another-consignment') && <OtherConsignments order={order} />
  if (!isWithoutForm) {
    return (
      <div className="grid gap-4">
        {isSent && <BookedMeanwhile order={order} onSeen={seen} />}
        <StandingAlert order={order} />
        <SkipAlert order={order} />
        {others}
        <ConsignmentForm order={order} onSeen={isSent ? seen : null} />
      </div>
    )
  }
  return (
    <div className="detail-width grid gap-4">
      <StandingAlert order={order} />
      {!leavesByHand(order) && <TrackingDetails order={order} />}
      {others}
      <Timeline events={orderTimeline(order)} />
      <TitusPage order={order} />
    </div>
  )
}

/** Tracking of a shipped order. */
function TrackingDetails({ order }: { order: Order }) {
  const { tracking_company: company, tracking_code } = order.freight
  const code = nonBlank(tracking_code)
  const link = trackingLink(order)
  const { aria } = useKeys('order.view-consignment')
  return (
    <Card>
      <CardHeader>
        <CardTitle>Tracking details</CardTitle>
        {code !== null && (
          <Link to={paths.record('consignment', code)} aria-keyshortcuts={aria} className={CARD_LINK}>
            View Consignment
            <ArrowRight aria-hidden="true" />
            <CommandKeys id="order.view-consignment" className="max-sm:hidden" />
          </Link>
        )}
      </CardHeader>
      <Facts>
        <Fact name="Courier">{courierLabel(company)}</Fact>
        <CodeFact name="Tracking number" value={code} />
        <LinkFact name="Tracking link" link={link} />
      </Facts>
    </Card>
  )
}

/** Embeds the courier's own page. Only for Titus, and only if the URL is certainly Titus's (ORD-25). */
function TitusPage({ order }: { order: Order }) {
  const { tracking_company: company, tracking_url } = order.freight
  const page = company?.toLowerCase() === 'titus' ? titusEmbed(tracking_url, installation.titusHost) : null
  if (page === null) return null
  return (
    <Card>
      <iframe
        src={page}
        title="Titus tracking"
        sandbox="allow-scripts allow-same-origin"
        referrerPolicy="no-referrer"
        className="h-[640px] w-full"
      />
    </Card>
  )
}

/** Says, above the form that stays, that the order was sent from elsewhere: by whom, when, and with which code. */
function BookedMeanwhile({ order, onSeen }: { order: Order; onSeen(): void }) {
  const { code, freight, dates } = order
  usePausedSingleKeys()
  const { data } = useQuery(
    installation.capabilities.has('history')
      ? historyQuery('order', code)
      : { queryKey: ['history', 'order', code], queryFn: skipToken },
  )
  const sent = data?.data.rows.find(({ type }) => type === 'create-consignment' || type === 'add-tracking')
  const by = sent?.staff_name ? ` by ${sent.staff_name}` : ''
  const at = formatDateTime(sent?.at ?? dates.shipped_at)
  return (
    <Alert
      tone="warning"
      title={`Order ${code} was sent${by}, ${at}${freight.tracking_code ? `: ${freight.tracking_code}` : ''}`}
      action={
        <Button onClick={onSeen}>
          Show tracking
          <CommandKeys id="consignment-form.get-options" />
        </Button>
      }
    >
      What is typed here stays. Single keys are off until the tracking is shown.
    </Alert>
  )
}

/** All consignments of an order except the one whose tracking it shows. Not rendered if there are none. */
function OtherConsignments({ order }: { order: Order }) {
  const headingId = useId()
  const { data } = useQuery(consignmentQueries.ofOrder(order.code))
  const others = (data?.consignments.rows ?? []).filter(
    ({ tracking_code }) => tracking_code !== order.freight.tracking_code,
  )
  if (others.length === 0) return null
  return (
    <Card className="@container">
      <CardHeader>
        <CardTitle id={headingId}>Other consignments</CardTitle>
        <span className="text-fg-3 tabular">{counted(others.length, 'consignment')}</span>
      </CardHeader>
      <table aria-labelledby={headingId} className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr>
            <th scope="col" className={cn(CARD_HEAD, 'text-left')}>
              Code/Reference
            </th>
            <th scope="col" className={cn(CARD_HEAD, 'w-40 text-left @max-[560px]:hidden')}>
              Courier
            </th>
            <th scope="col" className={cn(CARD_HEAD, 'w-44 text-left @max-[560px]:hidden')}>
              Created
            </th>
            <th scope="col" className={cn(CARD_HEAD, 'w-44 text-left')}>
              Status
            </th>
          </tr>
        </thead>
        <tbody {...ROW_LINKS} className={CARD_ROWS}>
          {others.map((consignment) => (
            <OtherRow key={consignment.tracking_code} consignment={consignment} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function OtherRow({ consignment }: { consignment: Consignment }) {
  const { tracking_code, shipping_company, dates } = consignment
  return (
    <tr className="relative cursor-pointer hover:bg-hover">
      <td className={CARD_CELL}>
        <Link
          to={paths.record('consignment', tracking_code)}
          data-row-link=""
          draggable={false}
          className={cn(ROW_LINK, 'flex min-w-0 flex-wrap gap-x-3')}
        >
          <code className="min-w-28">{tracking_code}</code>
          <code className="text-fg-3">{shownReference(consignment)}</code>
        </Link>
      </td>
      <td className={cn(CARD_CELL, 'truncate @max-[560px]:hidden')}>{courierLabel(shipping_company)}</td>
      <td className={cn(CARD_CELL, 'tabular @max-[560px]:hidden')}>
        {formatConsignmentDate(dates.created_at)}
      </td>
      <td className={CARD_CELL}>
        <ConsignmentBadge consignment={consignment} />
      </td>
    </tr>
  )
}
