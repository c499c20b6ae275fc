import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import type { Order } from '../../../contract/orders.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { orderQueries } from '../../api/orders.ts'
import { recordAnswer } from '../../api/record-answer.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { RecordFrame } from '../../record/record-frame.tsx'
import { RecordTabs } from '../../record/record-tabs.tsx'
import { useOpened } from '../../record/use-opened.ts'
import { useTrail } from '../../record/use-record-navigation.ts'
import { useRecordTarget } from '../../record/use-record-target.ts'
import { paths } from '../../routing/paths.ts'
import { useReopenedDialog } from '../order-dialogs/dialog-memory.ts'
import { OrderDetails } from './order-details.tsx'
import { OrderFreight } from './order-freight.tsx'
import { OrderTitle } from './order-header.tsx'
import { lastOrders } from './order-trail.ts'

const orderPath = (code: string, tab?: string) =>
  paths.record('order', code, tab === 'freight' ? 'freight' : undefined)

/** The order of the address. */
export function OrderScreen() {
  const { code = '' } = useParams()
  return <OrderView code={code} />
}

/** One order (section 2), painted at once with what a list has of it. */
export function OrderView({ code }: { code: string }) {
  const answer = recordAnswer(useQuery(orderQueries.detail(code)))
  const { record: order, state } = answer
  const [{ title, list }] = useState(lastOrders)
  const trail = useTrail(list, code)

  useRecordTarget({ kind: 'order', code, loading: state === 'loading', trail, path: orderPath })
  useCommandTarget('order', order)
  useReopenedDialog(useMemo(() => (order ? [order] : []), [order]))
  useOpened('order', order?.code)

  return (
    <RecordFrame
      list={title}
      trail={trail}
      title={<OrderTitle code={code} order={order} />}
      answer={answer}
      missing={MESSAGES.orderNotFound}
      failed={MESSAGES.orderDetails}
    >
      {order && <OrderTabs key={code} order={order} />}
    </RecordFrame>
  )
}

/** The order in two tabs. */
function OrderTabs({ order }: { order: Order }) {
  const navigate = useNavigate()
  const [agreed, setAgreed] = useState(false)
  const { code } = order
  const path = useCallback((name: string) => orderPath(code, name), [code])
  const agree = useCallback(() => setAgreed(true), [])
  const leave = useCallback(() => void navigate(path('details')), [navigate, path])
  const freight = <OrderFreight order={order} agreed={agreed} onAgree={agree} onLeave={leave} />
  return (
    <RecordTabs
      path={path}
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
