import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Order } from '../../../contract/orders.ts'
import { withNumberSign } from '../../../domain/format/text.ts'
import { ordersMeant } from '../../../domain/orders/order-code.ts'
import { isPacked, isShipped } from '../../../domain/orders/order-status.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { orderQueries } from '../../api/orders.ts'
import { queryClient } from '../../api/query-client.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { CommandMenu } from '../../commands/command-menu.tsx'
import { targetsAtom } from '../../commands/targets.ts'
import { defineRecordScreen, type RecordProps } from '../../record/define-record-screen.tsx'
import { RecordTabs } from '../../record/record-tabs.tsx'
import { lastAddress } from '../../routing/came-from.ts'
import { paths } from '../../routing/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { useReopenedDialog } from '../order-dialogs/dialog-memory.ts'
import { AgeBadge } from './age-badge.tsx'
import { customerOrdersList } from './customer-orders-list.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderFreight } from './order-freight.tsx'
import { OrderMark, OrderStatusBadge, SourceMark } from './order-row.tsx'
import { ORDER_OPTIONS, ordersList } from './orders-list.tsx'

const OF_CUSTOMER = { ...customerOrdersList.navigation, all: ordersList.navigation }

/** One order (ORD-20). */
export const { Component, View } = defineRecordScreen({
  kind: 'order',
  list() {
    return lastAddress('orders')?.startsWith('/customers/') ? OF_CUSTOMER : ordersList.navigation
  },
  query: orderQueries.detail,
  heading: (id, order) => ({ noun: 'Order', code: withNumberSign(order?.code ?? id) }),
  Head: OrderHead,
  Body: OrderBody,
  missing: MESSAGES.orderNotFound,
})

/** Status, age and actions of an order. */
export function OrderHead({ record: order }: { record: Order | null }) {
  // Each screen has one primary button, and the consignment form has its own.
  const hasForm = useAtomValue(targetsAtom).consignmentForm !== undefined
  if (!order) return null
  return (
    <>
      <OrderStatusBadge order={order} />
      <OrderMark order={order} />
      {isPacked(order) && !isShipped(order) && <Badge tone="green">Packed</Badge>}
      <SourceMark order={order} />
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

/** Leads from an address with the number alone to that of the order (ORD-70), by which lists and live changes know it. */
function useOwnAddress(id: string, order: Order): void {
  const navigate = useNavigate()
  const { search } = useLocation()
  const isOther = order.code !== id && ordersMeant(id, [order]).length > 0
  useEffect(() => {
    if (!isOther) return
    const { queryKey } = orderQueries.detail(order.code)
    const readAt = (key: typeof queryKey) => queryClient.getQueryState(key)?.dataUpdatedAt ?? 0
    const updatedAt = readAt(orderQueries.detail(id).queryKey)
    // Live changes update only the copy under the order's own code, which may be the newer one.
    if (readAt(queryKey) <= updatedAt) queryClient.setQueryData(queryKey, order, { updatedAt })
    void navigate(paths.record('order', order.code) + search, { replace: true })
  }, [isOther, id, order, search, navigate])
}

/** The two tabs of an order. */
function OrderBody({ id, record: order }: RecordProps<Order>) {
  useReopenedDialog(useMemo(() => [order], [order]))
  const navigate = useNavigate()
  useOwnAddress(id, order)
  const [agreed, setAgreed] = useState(false)
  const agree = useCallback(() => setAgreed(true), [])
  const leave = useCallback(() => void navigate(paths.record('order', id)), [navigate, id])
  const freight = <OrderFreight order={order} agreed={agreed} onAgree={agree} onLeave={leave} />
  return (
    <RecordTabs
      kind="order"
      id={id}
      tabs={[
        {
          name: 'details',
          title: 'Details',
          command: 'order.details',
          content: <OrderDetails order={order} />,
        },
        { name: 'freight', title: 'Freight', command: 'order.freight', content: freight },
      ]}
    />
  )
}
