import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Order } from '../../../contract/orders.ts'
import { isReady, isShipped } from '../../../domain/order-stage.ts'
import { CommandButton } from '../../command-ui/command-button.tsx'
import { CommandKeys } from '../../command-ui/command-keys.tsx'
import { CommandMenu } from '../../command-ui/command-menu.tsx'
import { useKeys } from '../../command-ui/key-settings.ts'
import { Badge } from '../../ui/badge.tsx'
import { AgeBadge, OrderStatusBadge } from './order-badges.tsx'
import { ORDER_OPTIONS } from './order-options.ts'
import type { Trail } from './use-trail.ts'

/** The way back to the list, and where in it the order stands. */
export function OrderCrumb({ trail }: { trail: Trail }) {
  const { aria } = useKeys('record.back')
  return (
    <div className="flex h-8 shrink-0 items-center gap-2 pt-1.5 pr-4 pl-3.5 text-small text-fg-2">
      <Link
        to={trail.back}
        aria-keyshortcuts={aria}
        className="inline-flex items-center gap-1 rounded-s font-medium hover:text-fg max-sm:min-h-11"
      >
        <ArrowLeft className="icon-14" aria-hidden="true" />
        Orders
      </Link>
      <CommandKeys id="record.back" className="max-sm:hidden" />
      {trail.position !== null && (
        <span className="ml-auto flex items-center gap-2 text-fg-3 tabular">
          <span>
            {trail.position} of {trail.count}
            {trail.page !== null && ` on page ${trail.page}`}
          </span>
          <CommandKeys id="record.previous" className="max-sm:hidden" />
          <CommandKeys id="record.next" className="max-sm:hidden" />
        </span>
      )}
    </div>
  )
}

/** Title, status and age, and what can be done; the title alone while there is no order to show. */
export function OrderTitle({ code, order }: { code: string; order: Order | null }) {
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-2 px-4">
      <h1 className="mr-1 text-title">
        Order <code className="text-[16.5px] font-semibold tracking-[-0.03em]">#{code}</code>
      </h1>
      {order && <OrderState order={order} />}
    </div>
  )
}

function OrderState({ order }: { order: Order }) {
  return (
    <>
      <OrderStatusBadge order={order} />
      {isReady(order) && !isShipped(order) && <Badge tone="green">Packed</Badge>}
      <span className="ml-1 flex">
        <AgeBadge order={order} />
      </span>
      <span className="ml-auto flex items-center gap-2">
        <CommandButton id="order.pack" label="Pack order" variant="primary" />
        <CommandMenu label="Options" ids={ORDER_OPTIONS} />
      </span>
    </>
  )
}
