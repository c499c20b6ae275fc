import { textQuery } from '../../../domain/lists/list-address.ts'
import { customerQueries } from '../../api/customers.ts'
import { defineRecordList } from '../../list/define-record-list.ts'
import { rowsOf } from '../../list/row-source.ts'
import { textList } from '../../list/text-list.tsx'
import { paths } from '../../routing/paths.ts'
import { customerColumns } from './customer-columns.tsx'
import { CustomerPhoneRow } from './customer-phone-row.tsx'

/** The customers list (section 2). */
export const customersList = defineRecordList({
  ...textList((search) => paths.list('customer', search)),
  kind: 'customer',
  noun: 'customers',
  title: 'Customers',
  rows: rowsOf(customerQueries.list),
  exported: ({ query }) => ({ list: 'customers', filter: textQuery({ page: 1, query }) }),
  columns: customerColumns,
  phoneRow: (customer) => <CustomerPhoneRow customer={customer} />,
  menu: ['customer.open', 'customer.orders', 'customer.copy-code', 'customer.edit'],
  commands: ['customer.new'],
})

export const { Component, loader } = customersList
