import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { withNumberSign } from '../../../domain/format/text.ts'
import { orderCan } from '../../../domain/orders/order-actions.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { consignmentQueries } from '../../api/consignments.ts'
import { orderQueries } from '../../api/orders.ts'
import { recordAnswer } from '../../api/record-source.ts'
import { FormCrumb } from '../../record/record-crumb.tsx'
import { RecordFailure, RecordSkeleton } from '../../record/record-states.tsx'
import { paths } from '../../routing/paths.ts'
import { ARRIVED, useWait } from '../../state/key-queue.ts'
import { ConsignmentForm } from './consignment-form.tsx'

const FOR_FORM = { targets: ['consignmentForm', 'parcels'] } as const

/** The form for another consignment of a shipped order, such as for a carton that was left behind. */
export function Component() {
  const { id = '' } = useParams()
  return <AnotherConsignment key={id} code={id} />
}

function AnotherConsignment({ code }: { code: string }) {
  const { record: order, state, reason, retry } = recordAnswer(useQuery(orderQueries.detail(code)))
  const others = useQuery(consignmentQueries.ofOrder(code))
  const [reference, setReference] = useState<string | null>(null)
  // Kept once known: the booking changes the next reference while its form still leads to the label.
  const next = others.isFetching ? null : (others.data?.next_reference ?? null)
  if (reference === null && next !== null) setReference(next)
  const refused = order === null ? null : orderCan('another-consignment', order).reason
  const isAllowed = order !== null && refused === null
  const isUnknown = reference === null && !others.isError
  useWait(
    state === 'loading' || (isAllowed && isUnknown) ? { label: code, record: null, holds: FOR_FORM } : null,
    isAllowed && reference !== null ? ARRIVED : { type: 'failed', reason: MESSAGES.consignmentCreate },
  )
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <FormCrumb title={`Order ${withNumberSign(code)}`} path={paths.record('order', code, 'freight')} />
      <div className="shrink-0 border-b border-line px-4 pb-3">
        <h1 className="text-title">Another consignment{reference !== null && ` ${reference}`}</h1>
        <p className="mt-0.5 text-fg-2">
          For goods of order {withNumberSign(code)} that were left behind. The order keeps its first tracking
          number.
        </p>
      </div>
      {state === 'missing' && <RecordFailure message={MESSAGES.orderNotFound} />}
      {state === 'failed' && (
        <RecordFailure message={MESSAGES.orderDetails} reason={reason} onRetry={retry} />
      )}
      {refused !== null && <RecordFailure message={MESSAGES.consignmentCreate} reason={`${refused}.`} />}
      {isAllowed && reference === null && others.isError && (
        <RecordFailure message={MESSAGES.consignmentSearch} onRetry={() => void others.refetch()} />
      )}
      {isAllowed && reference !== null && (
        <div className="scroll-pane p-4 max-sm:p-3">
          <ConsignmentForm order={order} reference={reference} />
        </div>
      )}
      {(state === 'loading' || (isAllowed && others.isLoading)) && <RecordSkeleton />}
    </div>
  )
}
