import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CustomerRow } from '../../../contract/customers.ts'
import { customerQueries } from '../../api/customers.ts'
import { CommandButton } from '../../command-ui/command-button.tsx'
import { RowMenu } from '../../command-ui/row-menu.tsx'
import { useCommandTarget } from '../../command-ui/targets.ts'
import { paths } from '../../paths.ts'
import { ListBody } from '../../table/list-body.tsx'
import { ListFrame } from '../../table/list-frame.tsx'
import { SearchTools } from '../../table/search-tools.tsx'
import { TextEmpty } from '../../table/text-empty.tsx'
import { useListCommands } from '../../table/use-list-commands.ts'
import { pagesKnown, useListRows } from '../../table/use-list-rows.ts'
import { useTextFilter } from '../../table/use-text-filter.ts'
import { customerColumns } from './customer-columns.tsx'
import { CUSTOMER_ROW_OPTIONS } from './customer-options.ts'
import { CustomerPhoneRow } from './customer-phone-row.tsx'

const codeOf = (customer: CustomerRow) => customer.code
const recordPath = (code: string) => paths.customer(code)
const linkOf = (customer: CustomerRow) => paths.customer(customer.code)
const phoneRow = (customer: CustomerRow) => <CustomerPhoneRow customer={customer} />

/** What the head offers. */
const COMMANDS = ['customer.new']

/** The customers list (section 2). */
export function CustomersListScreen() {
  const { filter, address, pathOf, searchPath } = useTextFilter(paths.customers)

  const customers = useQuery(customerQueries.list(filter))
  const list = useListRows({ noun: 'customers', address, answer: customers, rowId: codeOf })
  const { active, goTo } = list
  const { control } = list.cursor
  const paging = { page: filter.page, pages: pagesKnown(filter.page, customers.data), pathOf }

  const tools = useListCommands(list, { recordPath, paging })
  useCommandTarget('customer', active)
  const search = useCallback((query: string) => goTo(searchPath(query)), [goTo, searchPath])

  return (
    <ListFrame
      title="Customers"
      count={list.count}
      busy={list.waiting}
      actions={COMMANDS.map((id) => <CommandButton key={id} id={id} />)}
    >
      <SearchTools
        label="Search customers"
        query={filter.query}
        onApply={search}
        form={tools}
        commands={COMMANDS}
      />
      <ListBody
        list={list}
        failure="Failed to load customers, please try again."
        empty={<TextEmpty noun="customers" filter={filter} searchPath={searchPath} />}
        paging={paging}
        label="Customers"
        columns={customerColumns}
        rowId={codeOf}
        phoneRow={phoneRow}
        rowLink={linkOf}
        dense
      >
        {active && (
          <RowMenu
            label={`Actions of customer ${active.code}`}
            ids={CUSTOMER_ROW_OPTIONS}
            place={control.place}
            onClosed={control.focus}
          />
        )}
      </ListBody>
    </ListFrame>
  )
}
