import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { Order } from '../../../contract/orders.ts'
import { MESSAGES } from '../../../domain/catalogue.ts'
import { CallError } from '../../api/client.ts'
import { orderQueries } from '../../api/orders.ts'
import { CommandKeys } from '../../command-ui/command-keys.tsx'
import { useKeys } from '../../command-ui/key-settings.ts'
import { useCommandTarget } from '../../command-ui/targets.ts'
import { paths } from '../../paths.ts'
import { recordIndex } from '../../record-index/record-index.ts'
import { now } from '../../state/clock.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { useReopenedDialog } from './dialog-memory.ts'
import { OrderDetails } from './order-details.tsx'
import { OrderFreight } from './order-freight.tsx'
import { OrderCrumb, OrderTitle } from './order-header.tsx'
import { OrderSkeleton } from './order-skeleton.tsx'
import { useTrail } from './use-trail.ts'

/** One order (section 2), painted at once with what a list has of it. */
export function OrderScreen() {
  const { code = '' } = useParams()
  const { data: order, error, refetch } = useQuery(orderQueries.detail(code))
  const trail = useTrail(code)
  const missing = error instanceof CallError && error.notFound

  const { back, next, previous, beyond } = trail
  const loading = !order && !error
  const record = useMemo(
    () => ({
      kind: 'order' as const,
      code,
      loading,
      back,
      next: next === null ? null : paths.order(next),
      previous: previous === null ? null : paths.order(previous),
      beyond,
      tab: (name: string) => paths.order(code, name === 'freight' ? 'freight' : undefined),
    }),
    [code, loading, back, next, previous, beyond],
  )
  useCommandTarget('record', record)
  useCommandTarget('order', missing ? null : (order ?? null))
  useReopenedDialog(useMemo(() => (order ? [order] : []), [order]))
  const seen = order?.code
  useEffect(() => {
    const opened = seen === undefined ? null : recordIndex.byCode(seen)
    if (opened) recordIndex.opened(opened, now())
  }, [seen])

  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <OrderCrumb trail={trail} />
      <OrderTitle code={code} order={missing ? null : (order ?? null)} />
      {missing && <OrderAlert message={MESSAGES.orderNotFound} />}
      {error && !missing && <OrderAlert message={MESSAGES.orderDetails} onRetry={() => void refetch()} />}
      {order && !missing && <OrderTabs key={code} order={order} />}
      {loading && <OrderSkeleton />}
    </div>
  )
}

function OrderAlert({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Alert
      tone="error"
      title={MESSAGES.somethingWrong}
      className="mx-4 my-2 max-sm:mx-3"
      action={onRetry && <Button onClick={onRetry}>Try again</Button>}
    >
      {message}
    </Alert>
  )
}

/** The order in two tabs; which one is open is in the address. */
function OrderTabs({ order }: { order: Order }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [agreed, setAgreed] = useState(false)
  const details = useKeys('order.details')
  const freight = useKeys('order.freight')
  const tab = search.get('tab') === 'freight' ? 'freight' : 'details'
  const openTab = useCallback(
    (name: string) => void navigate(paths.order(order.code, name === 'freight' ? 'freight' : undefined)),
    [navigate, order.code],
  )
  const agree = useCallback(() => setAgreed(true), [])
  const leave = useCallback(() => openTab('details'), [openTab])
  return (
    <Tabs value={tab} onValueChange={openTab} className="flex-1">
      <TabsList>
        <TabsTrigger value="details" aria-keyshortcuts={details.aria}>
          Details
          <CommandKeys id="order.details" className="max-sm:hidden" />
        </TabsTrigger>
        <TabsTrigger value="freight" aria-keyshortcuts={freight.aria}>
          Freight
          <CommandKeys id="order.freight" className="max-sm:hidden" />
        </TabsTrigger>
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
