import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { SupplierOrder } from '../../../contract/suppliers.ts'
import { ABSENT, present } from '../../../domain/absent.ts'
import { MESSAGES } from '../../../domain/catalogue.ts'
import { formatDate } from '../../../domain/nz-time.ts'
import { supplierOrderCode } from '../../../domain/record-code.ts'
import { supplierQueries } from '../../api/suppliers.ts'
import { RowMenu } from '../../command-ui/row-menu.tsx'
import { useCommandTarget } from '../../command-ui/targets.ts'
import { paths } from '../../paths.ts'
import { ListBody } from '../../table/list-body.tsx'
import { ListCount } from '../../table/list-count.tsx'
import { PhoneRow } from '../../table/phone-row.tsx'
import { SearchTools } from '../../table/search-tools.tsx'
import { TextEmpty } from '../../table/text-empty.tsx'
import { useListCommands } from '../../table/use-list-commands.ts'
import { useListRows } from '../../table/use-list-rows.ts'
import { supplierOrderColumns } from './supplier-columns.tsx'
import { SupplierOrderBadge } from './supplier-order-badge.tsx'
import { foundSupplierOrders } from './supplier-search.ts'
import { useWholeList } from './use-whole-list.ts'

const BARE = paths.suppliers('orders')
const OPTIONS = ['supplier-order.open', 'supplier-order.copy-code']
/** What the head offers for this list. */
const COMMANDS = ['supplier-order.new']
const idOf = (order: SupplierOrder) => order.id
const recordPath = (id: string) => paths.supplierOrder(id)
const linkOf = (order: SupplierOrder) => paths.supplierOrder(order.id)
const searchPath = (query: string) => paths.suppliers('orders', query)

const phoneRow = (order: SupplierOrder) => (
  <PhoneRow
    code={supplierOrderCode(order)}
    state={<SupplierOrderBadge order={order} />}
    second={present(order.supplier.name_legal) ?? ABSENT}
    figure={formatDate(order.expected_at)}
  />
)

/** The list of supplier orders. */
export function SupplierOrdersTab() {
  const orders = useQuery(supplierQueries.orders())
  const { query, answer } = useWholeList(orders, foundSupplierOrders, BARE)
  const list = useListRows({ noun: 'supplier orders', address: searchPath(query), answer, rowId: idOf })
  const { active, goTo } = list
  const { control } = list.cursor
  const tools = useListCommands(list, { recordPath })
  useCommandTarget('supplier-order', active)
  const search = useCallback((text: string) => goTo(searchPath(text)), [goTo])
  return (
    <>
      <SearchTools
        label="Search supplier orders"
        query={query}
        onApply={search}
        form={tools}
        commands={COMMANDS}
        button={false}
      />
      <ListBody
        list={list}
        failure={MESSAGES.supplierOrdersLoad}
        empty={<TextEmpty noun="supplier orders" filter={{ page: 1, query }} searchPath={searchPath} />}
        label="Supplier orders"
        columns={supplierOrderColumns}
        rowId={idOf}
        phoneRow={phoneRow}
        rowLink={linkOf}
        dense
      >
        {active && (
          <RowMenu
            label={`Actions of supplier order ${supplierOrderCode(active)}`}
            ids={OPTIONS}
            place={control.place}
            onClosed={control.focus}
          />
        )}
      </ListBody>
      <ListCount count={list.state === 'rows' || list.state === 'empty' ? list.rows.length : null} />
    </>
  )
}
