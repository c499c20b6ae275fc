import { useDeferredValue } from 'react'
import { Link } from 'react-router-dom'
import type { Order } from '../../../contract/orders.ts'
import { CommandKeys } from '../../command-ui/command-keys.tsx'
import { paths } from '../../paths.ts'
import { Button, buttonVariants } from '../../ui/button.tsx'
import { OrderStatusBadge } from './order-badges.tsx'
import { OrderDetails } from './order-details.tsx'

interface OrderPeekProps {
  /** As the list has it. */
  order: Order
  onClose(): void
}

/**
 * A look at the active row beside the list: what its own screen shows, and nothing to do there. The rows keep the focus
 * and the keys; while one is held, the row moves first and the look follows.
 */
export function OrderPeek({ order: active, onClose }: OrderPeekProps) {
  const order = useDeferredValue(active)
  return (
    <section
      aria-label={`Order ${order.code}`}
      className="absolute inset-y-0 right-0 z-3 flex w-[480px] max-w-full flex-col border-t border-l border-line bg-raised shadow-3 max-sm:hidden"
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="text-panel whitespace-nowrap">
          Order <code className="font-semibold">#{order.code}</code>
        </h2>
        <OrderStatusBadge order={order} />
        <span className="ml-auto flex items-center gap-1">
          <Link to={paths.order(order.code)} className={buttonVariants({ variant: 'quiet' })}>
            Open
            <CommandKeys id="list.open" />
          </Link>
          <Button variant="quiet" onClick={onClose}>
            Close
            <CommandKeys id="peek.close" />
          </Button>
        </span>
      </header>
      <div key={order.code} className="min-h-0 flex-1 overflow-y-auto p-4">
        <OrderDetails order={order} />
      </div>
    </section>
  )
}
