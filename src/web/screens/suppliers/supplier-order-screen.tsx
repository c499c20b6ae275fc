import type { SupplierOrder } from '../../../contract/suppliers.ts'
import { formatDateTime } from '../../../domain/calendar/nz-time.ts'
import { ABSENT, counted, nonBlank } from '../../../domain/format/text.ts'
import { branchLabel } from '../../../domain/freight/address.ts'
import { supplierOrderTimeline } from '../../../domain/orders/supplier-order.ts'
import { supplierOrderCode } from '../../../domain/records/record-kind.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { CommandMenu } from '../../commands/command-menu.tsx'
import { defineRecordScreen, type RecordProps } from '../../record/define-record-screen.tsx'
import { CodeFact, Fact, FactsCard, TextFact } from '../../record/facts.tsx'
import { ItemsCard } from '../../record/items-card.tsx'
import { LeftOutAlert } from '../../record/record-states.tsx'
import { RecordColumns } from '../../record/record-tabs.tsx'
import { lastAddress } from '../../routing/came-from.ts'
import { paths } from '../../routing/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { ordersOfSupplierList, SupplierOrderBadge, supplierOrdersList } from './supplier-lists.tsx'

const OF_SUPPLIER = { ...ordersOfSupplierList.navigation, all: supplierOrdersList.navigation }

/** One supplier order (SUP-3). */
export const { Component } = defineRecordScreen({
  kind: 'supplier-order',
  list() {
    const isOfSupplier = lastAddress('supplier orders')?.startsWith(`${paths.list('supplier')}/`)
    return isOfSupplier ? OF_SUPPLIER : supplierOrdersList.navigation
  },
  query: supplierQueries.order,
  heading: (id, order) => ({ noun: 'PO #', code: order ? supplierOrderCode(order) : id }),
  Head: SupplierOrderHead,
  Body: SupplierOrderBody,
})

function SupplierOrderHead({ record: order }: { record: SupplierOrder | null }) {
  if (!order) return null
  return (
    <>
      <SupplierOrderBadge order={order} />
      {nonBlank(order.branch) && <Badge>{branchLabel(order.branch)}</Badge>}
      <span className="ml-auto">
        <CommandMenu label="Options" ids={['supplier-order.copy-code']} />
      </span>
    </>
  )
}

function SupplierOrderBody({ record: order }: RecordProps<SupplierOrder>) {
  return (
    <div className="scroll-pane mt-1.5 border-t border-line p-4 max-sm:p-3">
      <SupplierOrderDetails order={order} />
    </div>
  )
}

/** Items and progress of a supplier order at the left, its supplier at the right. */
function SupplierOrderDetails({ order }: { order: SupplierOrder }) {
  return (
    <RecordColumns beside={<StatusCard order={order} />}>
      <LeftOutAlert unreadable={order.unreadable} />
      <Items order={order} />
      <Timeline events={supplierOrderTimeline(order)} />
    </RecordColumns>
  )
}

function StatusCard({ order }: { order: SupplierOrder }) {
  return (
    <FactsCard title="Order status">
      <Fact name="Status">
        <SupplierOrderBadge order={order} />
      </Fact>
      <TextFact name="Supplier" value={order.supplier.name_legal} />
      <CodeFact name="Order ID" value={order.external_id} />
      <TextFact name="Branch" value={branchLabel(order.branch)} />
      <Fact name="Created">
        <span className="tabular">{formatDateTime(order.created_at)}</span>
      </Fact>
      <Fact name="Ordered">
        <span className="tabular">{formatDateTime(order.ordered_at)}</span>
      </Fact>
      <Fact name="Estimated delivery">
        <span className="tabular">{formatDateTime(order.expected_at)}</span>
      </Fact>
    </FactsCard>
  )
}

type Item = SupplierOrder['items'][number]

const FIGURES = [
  {
    title: 'Quantity',
    width: 'w-[100px] @max-[560px]:w-[70px]',
    of: ({ unit_quantity }: Item) => unit_quantity ?? ABSENT,
  },
  {
    title: 'Cartons',
    width: 'w-[100px] @max-[560px]:w-[66px]',
    of: ({ carton_quantity }: Item) => carton_quantity ?? ABSENT,
  },
  {
    title: 'Units per carton',
    width: 'w-[140px] @max-[560px]:w-[80px]',
    of: ({ quantity_per_carton }: Item) => quantity_per_carton ?? ABSENT,
  },
]

function Items({ order: { items } }: { order: SupplierOrder }) {
  return (
    <ItemsCard
      items={items}
      count={counted(items.length, 'line')}
      productOf={({ product_code }) => nonBlank(product_code)}
      besideOf={({ supplier_code }) =>
        nonBlank(supplier_code) && (
          <code className="truncate text-fg-3 @max-[560px]:hidden">{supplier_code}</code>
        )
      }
      figures={FIGURES}
    />
  )
}
