import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { counted } from '../../../domain/format/counted.ts'
import type { OrderFilter } from '../../../domain/lists/order-filter.ts'
import { orderQueries } from '../../api/orders.ts'
import type { ToolsProps } from '../../list/define-list.tsx'
import { paths } from '../../routing/paths.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonVariants } from '../../ui/button.tsx'
import { OrderFilters } from './order-filters.tsx'

/** Search and filters of the orders. For a list of codes, also shows the codes that were not found. */
export function OrdersTools(props: ToolsProps<OrderFilter>) {
  const { filter, onApply, form } = props
  return (
    <>
      <OrderFilters filter={filter} onApply={onApply} form={form} />
      {filter.codes && <CodesShown filter={filter} />}
    </>
  )
}

function CodesShown({ filter }: { filter: OrderFilter }) {
  const { data } = useQuery(orderQueries.list(filter))
  if (!data) return null
  const { unknown = [] } = data
  return (
    <Alert
      tone={unknown.length > 0 ? 'warning' : 'info'}
      action={
        <Link to={paths.list('order')} className={buttonVariants()}>
          Show all orders
        </Link>
      }
      className="mx-4 mb-3 max-sm:mx-3"
    >
      <p>{`Showing ${counted(data.rows.length, 'order')} by code.`}</p>
      {unknown.length > 0 && <p className="max-h-24 overflow-y-auto">{`Not found: ${unknown.join(', ')}`}</p>}
    </Alert>
  )
}
