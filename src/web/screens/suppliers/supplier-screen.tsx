import { useQuery } from '@tanstack/react-query'
import type { Supplier } from '../../../contract/suppliers.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { nonBlank, withNumberSign } from '../../../domain/format/text.ts'
import { safeLink } from '../../../domain/freight/couriers.ts'
import { supplierOrdersSummary } from '../../../domain/orders/supplier-orders-summary.ts'
import { supplierCode } from '../../../domain/records/record-kind.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { CommandMenu } from '../../commands/command-menu.tsx'
import { defineRecordScreen, type RecordProps } from '../../record/define-record-screen.tsx'
import { CodeFact, Fact, FactsCard, LinkFact, TextFact } from '../../record/facts.tsx'
import { RecordColumns, RecordTabs } from '../../record/record-tabs.tsx'
import { now } from '../../state/clock.ts'
import { ordersOf, ordersOfSupplierList, suppliersList } from './supplier-lists.tsx'

function SupplierHead({ record: supplier }: { record: Supplier | null }) {
  if (!supplier) return null
  return (
    <>
      <span className="min-w-0 truncate text-fg-2">{nonBlank(supplier.name_legal)}</span>
      <span className="ml-auto">
        <CommandMenu label="Options" ids={['supplier.copy-code']} />
      </span>
    </>
  )
}

function SupplierBody({ id, record: supplier }: RecordProps<Supplier>) {
  return (
    <RecordTabs
      kind="supplier"
      id={id}
      tabs={[
        {
          name: 'details',
          title: 'Details',
          command: 'supplier.details',
          content: <SupplierDetails supplier={supplier} />,
        },
        {
          name: 'orders',
          title: 'Orders',
          command: 'supplier.orders',
          content: <ordersOfSupplierList.Component />,
          fills: true,
        },
      ]}
    />
  )
}

/** One supplier and its purchase orders (NAV-7), from the calls of the two lists. */
export const { Component } = defineRecordScreen({
  kind: 'supplier',
  list: () => suppliersList.navigation,
  query: supplierQueries.supplier,
  heading: (id, supplier) => ({
    noun: 'Supplier',
    code: withNumberSign(supplier ? supplierCode(supplier) : id),
  }),
  Head: SupplierHead,
  Body: SupplierBody,
  missing: 'Failed to find the supplier, check the supplier ID and try again.',
})

/** The Details tab: the supplier at the left, a summary of its purchase orders at the right. */
function SupplierDetails({ supplier }: { supplier: Supplier }) {
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
