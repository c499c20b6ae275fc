import { EmptyState } from '../../list/list-states.tsx'
import { EmptyTable } from '../../table/empty-table.tsx'

const COLUMNS = [
  { title: 'Supplier' },
  { title: 'Product code', width: 180 },
  { title: 'Location', width: 220 },
  { title: 'Price', width: 120, align: 'right' },
  { title: 'Status', width: 160 },
] as const

/** The Suppliers tab. No call returns the suppliers of a product. */
export function ProductSuppliers() {
  return (
    <EmptyTable label="Suppliers" columns={COLUMNS}>
      <EmptyState title="No suppliers found" why="Suppliers of a product aren’t recorded here yet." />
    </EmptyTable>
  )
}
