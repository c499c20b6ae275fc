import { Link } from 'react-router-dom'
import type { PickedOrder, PickRun } from '../../../contract/pick-runs.ts'
import { nonBlank } from '../../../domain/format/text.ts'
import { foundByOrder } from '../../../domain/orders/pick-run.ts'
import { paths } from '../../routing/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'

/** The orders of the run, in its order, each with how much of it is found. */
export function OrdersCard({ run }: { run: PickRun }) {
  const counts = foundByOrder(run)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Orders</CardTitle>
      </CardHeader>
      <ul>
        {run.orders.map((order) => (
          <li
            key={order.code}
            className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line-soft px-3 py-1.5 first:border-0"
          >
            <span className="min-w-0">
              <Link to={paths.record('order', order.code)} className="font-mono font-medium">
                {order.code}
              </Link>{' '}
              <span className="text-fg-2">{order.receiver}</span>
              {nonBlank(order.reason) !== null && (
                <span className="block text-small text-fg-2">{order.reason}</span>
              )}
            </span>
            <OrderState state={order.state} {...(counts.get(order.code) ?? NONE)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const NONE = { lines: 0, found: 0 }

interface OrderStateProps {
  state: PickedOrder['state']
  lines: number
  found: number
}

function OrderState({ state, lines, found }: OrderStateProps) {
  if (state === 'stopped') return <Badge tone="red">Stopped</Badge>
  if (state === 'held') return <Badge tone="amber">On hold</Badge>
  if (state === 'sent') return <Badge tone="lime">Sent</Badge>
  if (found === lines) return <Badge tone="green">Complete</Badge>
  return <span className="text-fg-3 tabular">{`${found} of ${lines} found`}</span>
}

/** The orders that were asked for and are not in the run, by the reason. */
export function LeftOutCard({ run: { left_out, is_partial } }: { run: PickRun }) {
  if (left_out.length === 0 && !is_partial) return null
  const reasons = new Map<string, string[]>()
  for (const { code, reason } of left_out) reasons.set(reason, [...(reasons.get(reason) ?? []), code])
  return (
    <Card>
      <CardHeader>
        <CardTitle>Left out</CardTitle>
      </CardHeader>
      <dl className="grid gap-2 p-3">
        {[...reasons].map(([reason, codes]) => (
          <div key={reason}>
            <dt className="text-fg-2">{reason}</dt>
            <dd className="font-mono text-small break-words">{codes.join(', ')}</dd>
          </div>
        ))}
        {is_partial && <p className="text-fg-2">Further pages of the list were not looked at.</p>}
      </dl>
    </Card>
  )
}
