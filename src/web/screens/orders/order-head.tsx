import { useAtomValue } from 'jotai'
import type { Order } from '../../../contract/orders.ts'
import { isReady, isShipped } from '../../../domain/orders/order-stage.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { CommandMenu } from '../../commands/command-menu.tsx'
import { targetsAtom } from '../../commands/targets.ts'
import { Badge } from '../../ui/badge.tsx'
import { AgeBadge, OrderStatusBadge } from './order-badges.tsx'
import { ORDER_OPTIONS } from './order-options.ts'

/** Status, age and actions of an order. */
export function OrderHead({ record: order }: { record: Order | null }) {
  // Each screen has one primary button, and the consignment form has its own.
  const hasForm = useAtomValue(targetsAtom).consignmentForm !== undefined
  if (!order) return null
  return (
    <>
      <OrderStatusBadge order={order} />
      {isReady(order) && !isShipped(order) && <Badge tone="green">Packed</Badge>}
      {order.skipped && <Badge tone="amber">Skipped</Badge>}
      <span className="ml-1 flex">
        <AgeBadge order={order} />
      </span>
      <span className="ml-auto flex items-center gap-2">
        <CommandButton id="order.pack" label="Pack order" variant={hasForm ? 'default' : 'primary'} />
        <CommandMenu label="Options" ids={ORDER_OPTIONS} />
      </span>
    </>
  )
}
