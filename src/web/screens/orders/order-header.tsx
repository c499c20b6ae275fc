import { useAtomValue } from 'jotai'
import type { Order } from '../../../contract/orders.ts'
import { isReady, isShipped } from '../../../domain/orders/order-stage.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { CommandMenu } from '../../commands/command-menu.tsx'
import { targetsAtom } from '../../commands/targets.ts'
import { RecordTitle } from '../../record/record-frame.tsx'
import { Badge } from '../../ui/badge.tsx'
import { AgeBadge, OrderStatusBadge } from './order-badges.tsx'
import { ORDER_OPTIONS } from './order-options.ts'

/** Title, status and age, and what can be done; the title alone while there is no order to show. */
export function OrderTitle({ code, order }: { code: string; order: Order | null }) {
  return (
    <RecordTitle noun="Order" code={`#${code}`}>
      {order && <OrderState order={order} />}
    </RecordTitle>
  )
}

function OrderState({ order }: { order: Order }) {
  // One filled button a screen: the consignment form has its own.
  const fillsIn = useAtomValue(targetsAtom).consignmentForm !== undefined
  return (
    <>
      <OrderStatusBadge order={order} />
      {isReady(order) && !isShipped(order) && <Badge tone="green">Packed</Badge>}
      <span className="ml-1 flex">
        <AgeBadge order={order} />
      </span>
      <span className="ml-auto flex items-center gap-2">
        <CommandButton id="order.pack" label="Pack order" variant={fillsIn ? 'default' : 'primary'} />
        <CommandMenu label="Options" ids={ORDER_OPTIONS} />
      </span>
    </>
  )
}
