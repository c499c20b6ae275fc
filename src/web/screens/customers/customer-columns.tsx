import { createColumnHelper } from '@tanstack/react-table'
import type { CustomerRow } from '../../../contract/customers.ts'
import { locationLine } from '../../../domain/freight/address.ts'
import { shownPricing } from '../../../domain/records/customer-pricing.ts'
import { badgeColumn, dateTimeColumn, textColumn } from '../../table/column-kinds.tsx'
import type { Features } from '../../table/features.ts'
import { CustomerCode } from './customer-code.tsx'

const column = createColumnHelper<Features, CustomerRow>()

/**
 * The columns of the customers list (section 2). The name contains the row's link, because a click on the code
 * copies it.
 */
export const customerColumns = column.columns([
  column.display({
    header: 'Customer ID',
    meta: { width: 124 },
    cell: ({ row: { original: customer } }) => <CustomerCode customer={customer} />,
  }),
  column.accessor('pricing', { header: 'Pricing', ...badgeColumn(120, shownPricing) }),
  column.accessor('name', { header: 'Name', ...textColumn(), meta: { link: true } }),
  column.accessor('phone', { header: 'Phone', ...textColumn(148) }),
  column.accessor('last_ordered_at', { header: 'Last order', ...dateTimeColumn(158) }),
  column.display({
    header: 'Location',
    meta: {},
    cell: ({ row: { original: customer } }) => (
      <span className="truncate">{locationLine(customer.address)}</span>
    ),
  }),
])
