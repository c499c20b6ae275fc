import { useQuery } from '@tanstack/react-query'
import type { Supplier } from '../../../contract/suppliers.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { safeLink } from '../../../domain/freight/couriers.ts'
import { supplierOrdersSummary } from '../../../domain/orders/supplier-orders-summary.ts'
import { supplierCode } from '../../../domain/records/record-kind.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { CodeFact, Fact, FactsCard, LinkFact, TextFact } from '../../record/facts.tsx'
import { RecordColumns } from '../../record/record-tabs.tsx'
import { now } from '../../state/clock.ts'
import { ordersOf } from './supplier-search.ts'

/** The Details tab: the supplier at the left, a summary of its purchase orders at the right. */
export function SupplierDetails({ supplier }: { supplier: Supplier }) {
  return (
    <RecordColumns beside={<OrdersCard supplier={supplier} />}>
      <FactsCard title="Supplier details">
        <CodeFact name="Infusion ID" value={supplierCode(supplier)} />
        <TextFact name="Name" value={supplier.name_legal} />
        <LinkFact name="Website" link={safeLink(supplier.website)} fallback={supplier.website} />
      </FactsCard>
    </RecordColumns>
  )
}

/** Absent until the orders are loaded. The Orders tab says why if they cannot be. */
function OrdersCard({ supplier }: { supplier: Supplier }) {
  const { data } = useQuery(supplierQueries.orders())
  if (!data) return null
  const { counts, lastOrdered, nextExpected, overdue } = supplierOrdersSummary(
    ordersOf(data, supplier.id).rows,
    now(),
  )
  return (
    <FactsCard title="Purchase orders">
      {counts.map(({ status, count }) => (
        <Fact key={status} name={status}>
          <span className="tabular">{count}</span>
        </Fact>
      ))}
      <Fact name="Last ordered">
        <span className="tabular">{formatDateTime(lastOrdered)}</span>
      </Fact>
      <Fact name="Next delivery">
        <span className="tabular">{formatDateTime(nextExpected)}</span>
      </Fact>
      {overdue > 0 && (
        <Fact name="Overdue">
          <span className="tabular">{overdue}</span>
        </Fact>
      )}
    </FactsCard>
  )
}
