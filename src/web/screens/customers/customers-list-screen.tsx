import { useQuery } from '@tanstack/react-query'
import type { CommandId } from '../../../../commands/index.ts'
import type { CustomerRow } from '../../../contract/customers.ts'
import { customerQueries } from '../../api/customers.ts'
import { useCommandTarget } from '../../commands/targets.ts'
import { TextList } from '../../list/text-list.tsx'
import { pagesKnown, useListRows } from '../../list/use-list-rows.ts'
import { useTextFilter } from '../../list/use-text-filter.ts'
import { paths } from '../../routing/paths.ts'
import { customerColumns } from './customer-columns.tsx'
import { CUSTOMER_ROW_OPTIONS } from './customer-options.ts'
import { CustomerPhoneRow } from './customer-phone-row.tsx'

const codeOf = (customer: CustomerRow) => customer.code
const recordPath = (code: string) => paths.record('customer', code)
const linkOf = (customer: CustomerRow) => paths.record('customer', customer.code)
const phoneRow = (customer: CustomerRow) => <CustomerPhoneRow customer={customer} />

/** What the head offers. */
const COMMANDS: readonly CommandId[] = ['customer.new']

const menuOf = ({ code }: CustomerRow) => ({
  label: `Actions for customer ${code}`,
  ids: CUSTOMER_ROW_OPTIONS,
})

/** The customers list (section 2). */
export function CustomersListScreen() {
  const control = useTextFilter(paths.customers)
  const { filter, address } = control
  const answer = useQuery(customerQueries.list(filter))
  const list = useListRows({ noun: 'customers', address, answer, rowId: codeOf })
  useCommandTarget('customer', list.active)
  return (
    <TextList
      title="Customers"
      list={list}
      control={control}
      pages={pagesKnown(filter.page, answer.data)}
      recordPath={recordPath}
      commands={COMMANDS}
      columns={customerColumns}
      rowId={codeOf}
      phoneRow={phoneRow}
      rowLink={linkOf}
      menu={menuOf}
    />
  )
}
