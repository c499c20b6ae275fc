import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Order } from '../../../contract/orders.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { orderQueries } from '../../api/orders.ts'
import { defineRecordScreen, type RecordProps } from '../../record/define-record-screen.tsx'
import { RecordTabs } from '../../record/record-tabs.tsx'
import { lastAddress } from '../../routing/came-from.ts'
import { paths } from '../../routing/paths.ts'
import { useReopenedDialog } from '../order-dialogs/dialog-memory.ts'
import { customerOrdersList } from './customer-orders-list.tsx'
import { OrderDetails } from './order-details.tsx'
import { OrderFreight } from './order-freight.tsx'
import { OrderHead } from './order-head.tsx'
import { ordersList } from './orders-list-screen.tsx'

/** The two tabs of an order. */
function OrderBody({ id, record: order }: RecordProps<Order>) {
  useReopenedDialog(useMemo(() => [order], [order]))
  const navigate = useNavigate()
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

const OF_CUSTOMER = { ...customerOrdersList.navigation, all: ordersList.navigation }

/** One order (section 2). */
export const { Component, View } = defineRecordScreen({
  kind: 'order',
  list() {
    return lastAddress('orders')?.startsWith('/customers/') ? OF_CUSTOMER : ordersList.navigation
  },
  query: orderQueries.detail,
  heading: (id, order) => ({ noun: 'Order', code: `#${order?.code ?? id}` }),
  Head: OrderHead,
  Body: OrderBody,
  missing: MESSAGES.orderNotFound,
})
