import { Circle, CircleAlert, CircleCheck, CircleMinus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from '../../../contract/orders.ts'
import { formatCents } from '../../../domain/format/money.ts'
import { ABSENT, nonBlank } from '../../../domain/format/text.ts'
import { orderedBy } from '../../../domain/orders/order-words.ts'
import { reasonBeside } from '../../lib/reason-beside.ts'
import { Spinner } from '../../ui/spinner.tsx'
import type { BulkStep } from './bulk-state.ts'
import type { Bulk } from './use-bulk-run.ts'

const ICONS: Record<BulkStep['state'], ReactNode> = {
  waiting: <Circle className="icon-14 text-fg-off" aria-hidden="true" />,
  sent: <Spinner />,
  done: <CircleCheck className="icon-14 text-dot-green" aria-hidden="true" />,
  failed: <CircleAlert className="icon-14 text-danger-ink" aria-hidden="true" />,
  stopped: <CircleMinus className="icon-14 text-fg-3" aria-hidden="true" />,
}

/** All selected orders with their outcome so far, and the skipped ones grouped by reason. */
export function BulkList({ bulk: { action, kind, phase, steps, leftOut } }: { bulk: Bulk }) {
  return (
    <>
      <ul className="rounded-l border border-line [&>li+li]:border-t [&>li]:border-line-soft">
        {steps.map((step) => (
          <Line
            key={step.order.code}
            order={step.order}
            icon={ICONS[step.state]}
            notes={action === 'pack' ? nonBlank(step.order.notes) : null}
          >
            {phase === 'asking' ? formatCents(step.order.costs.total) : outcome(step, kind)}
          </Line>
        ))}
      </ul>
      {leftOut.length > 0 && (
        <section>
          <h3 className="pb-1 text-micro text-fg-3">Left out</h3>
          <ul className="rounded-l border border-line text-fg-2 [&>li+li]:border-t [&>li]:border-line-soft">
            {leftOut.map(({ order, reason }) => (
              <Line key={order.code} order={order} icon={ICONS.stopped}>
                {reason}
              </Line>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

interface LineProps {
  order: Order
  icon: ReactNode
  /** The notes of an order that is to be packed; null if it has none. */
  notes?: string | null
  children: string
}

function Line({ order, icon, notes = null, children }: LineProps) {
  return (
    <li>
      <div className="flex min-h-8 items-center gap-2.5 px-3">
        {icon}
        <code className="code-block min-w-14 shrink-0">{order.code}</code>
        <span className="min-w-0 flex-1 truncate">{orderedBy(order) ?? ABSENT}</span>
        <span className="shrink-0 text-small tabular">{children}</span>
      </div>
      {notes !== null && (
        <p className="mx-3 mb-2 ml-9 rounded-m bg-amber-bg px-2 py-1 text-small wrap-anywhere whitespace-pre-line inset-ring inset-ring-amber-line">
          <span className="font-semibold text-amber-ink">Notes</span> <span>{notes}</span>
        </p>
      )}
    </li>
  )
}

function outcome({ state, reason, unsure }: BulkStep, { done, failure }: Bulk['kind']): string {
  switch (state) {
    case 'waiting':
      return 'Waiting'
    case 'sent':
      return 'In progress'
    case 'done':
      return `${done.charAt(0).toUpperCase()}${done.slice(1)}`
    case 'stopped':
      return 'Not started'
    case 'failed':
      return reasonBeside(failure, reason) ?? (unsure ? 'No answer from the server' : 'Failed')
  }
}
