import { useQuery } from '@tanstack/react-query'
import type { CommandId } from '../../../../commands/index.ts'
import type { SupplierOrder } from '../../../contract/suppliers.ts'
import { formatDate } from '../../../domain/calendar/nz-time.ts'
import { ABSENT, nonBlank } from '../../../domain/format/absent.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { supplierOrderCode } from '../../../domain/records/record-code.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { useListRows } from '../../list/use-list-rows.ts'
import { paths } from '../../routing/paths.ts'
import { PhoneRow } from '../../table/phone-row.tsx'
import { supplierOrderColumns } from './supplier-columns.tsx'
import { SupplierOrderBadge } from './supplier-order-badge.tsx'
import { foundSupplierOrders } from './supplier-search.ts'
import { useWholeList } from './use-whole-list.ts'
import { WholeList } from './whole-list.tsx'

const BARE = paths.suppliers('orders')
const OPTIONS: readonly CommandId[] = ['supplier-order.open', 'supplier-order.copy-code']
/** What the head offers for this list. */
const COMMANDS: readonly CommandId[] = ['supplier-order.new']
const idOf = (order: SupplierOrder) => order.id
const recordPath = (id: string) => paths.record('supplier-order', id)
const linkOf = (order: SupplierOrder) => paths.record('supplier-order', order.id)
const searchPath = (query: string) => paths.suppliers('orders', query)

const phoneRow = (order: SupplierOrder) => (
  <PhoneRow
    code={supplierOrderCode(order)}
    state={<SupplierOrderBadge order={order} />}
    second={nonBlank(order.supplier.name_legal) ?? ABSENT}
    figure={formatDate(order.expected_at)}
  />
)

const menuOf = (order: SupplierOrder) => ({
  label: `Actions for supplier order ${supplierOrderCode(order)}`,
  ids: OPTIONS,
})

/** The list of supplier orders. */
export function SupplierOrdersTab() {
  const orders = useQuery(supplierQueries.orders())
  const { query, answer } = useWholeList(orders, foundSupplierOrders, BARE)
  const list = useListRows({ noun: 'supplier orders', address: searchPath(query), answer, rowId: idOf })
  useCommandTarget('supplier-order', list.active)
  return (
    <WholeList
      list={list}
      query={query}
      searchPath={searchPath}
      recordPath={recordPath}
      commands={COMMANDS}
      failure={MESSAGES.supplierOrdersLoad}
      label="Supplier orders"
      columns={supplierOrderColumns}
      rowId={idOf}
      phoneRow={phoneRow}
      rowLink={linkOf}
      menu={menuOf}
    />
  )
}
