import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { Order } from '../../../contract/orders.ts'
import { MESSAGES } from '../../../domain/catalogue.ts'
import { CallError } from '../../api/client.ts'
import { orderQueries } from '../../api/orders.ts'
import { useCommandTarget } from '../../command-ui/targets.ts'
import { useOpened } from '../../command-ui/use-opened.ts'
import { paths } from '../../paths.ts'
import { RecordCrumb } from '../../table/record-crumb.tsx'
import { RecordFailure, RecordSkeleton } from '../../table/record-states.tsx'
import { RecordTab } from '../../table/record-tab.tsx'
import { useRecordTarget } from '../../table/use-record-target.ts'
import { useTrail } from '../../table/use-trail.ts'
import { Tabs, TabsContent, TabsList } from '../../ui/tabs.tsx'
import { useReopenedDialog } from './dialog-memory.ts'
import { OrderDetails } from './order-details.tsx'
import { OrderFreight } from './order-freight.tsx'
import { OrderTitle } from './order-header.tsx'
import { ordersTrail } from './order-trail.ts'

const orderPath = (code: string, tab?: string) => paths.order(code, tab === 'freight' ? 'freight' : undefined)

/** One order (section 2), painted at once with what a list has of it. */
export function OrderScreen() {
  const { code = '' } = useParams()
  const { data: order, error, refetch } = useQuery(orderQueries.detail(code))
  const trail = useTrail(ordersTrail, code)
  const missing = error instanceof CallError && error.notFound

  const loading = !order && !error
  useRecordTarget({ kind: 'order', code, loading, trail, path: orderPath })
  useCommandTarget('order', missing ? null : (order ?? null))
  useReopenedDialog(useMemo(() => (order ? [order] : []), [order]))
  useOpened('order', order?.code)

  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <RecordCrumb title="Orders" trail={trail} />
      <OrderTitle code={code} order={missing ? null : (order ?? null)} />
      {missing && <RecordFailure message={MESSAGES.orderNotFound} />}
      {error && !missing && <RecordFailure message={MESSAGES.orderDetails} onRetry={() => void refetch()} />}
      {order && !missing && <OrderTabs key={code} order={order} />}
      {loading && <RecordSkeleton />}
    </div>
  )
}

/** The order in two tabs; which one is open is in the address. */
function OrderTabs({ order }: { order: Order }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [agreed, setAgreed] = useState(false)
  const tab = search.get('tab') === 'freight' ? 'freight' : 'details'
  const openTab = useCallback(
    (name: string) => void navigate(orderPath(order.code, name)),
    [navigate, order.code],
  )
  const agree = useCallback(() => setAgreed(true), [])
  const leave = useCallback(() => openTab('details'), [openTab])
  return (
    <Tabs value={tab} onValueChange={openTab} className="flex-1">
      <TabsList>
        <RecordTab name="details" title="Details" command="order.details" />
        <RecordTab name="freight" title="Freight" command="order.freight" />
      </TabsList>
      <TabsContent value="details" className="p-4 max-sm:p-3">
        <OrderDetails order={order} />
      </TabsContent>
      <TabsContent value="freight" className="p-4 max-sm:p-3">
        <OrderFreight order={order} agreed={agreed} onAgree={agree} onLeave={leave} />
      </TabsContent>
    </Tabs>
  )
}
