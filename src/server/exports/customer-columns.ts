import type { Customer, CustomerRow } from '../../contract/customers.ts'
import { shownPricing } from '../../domain/records/customer-pricing.ts'
import { address, type Column, code, text, time } from './columns.ts'

/** A customer with the fields of the list and of its own screen. */
export type ExportedCustomer = Customer & Pick<CustomerRow, 'pricing'>

/** The columns of exported customers. */
export const CUSTOMER_COLUMNS: readonly Column<ExportedCustomer>[] = [
  code('Customer ID', (customer) => customer.code),
  code('Sort key', (customer) => customer.infusion_key),
  text('Pricing', (customer) => shownPricing(customer.pricing).label),
  text('Name', (customer) => customer.name),
  text('Company', (customer) => customer.company),
  code('Phone', (customer) => customer.phone),
  code('Mobile', (customer) => customer.mobile),
  text('Email', (customer) => customer.email),
  ...address<ExportedCustomer>('', (customer) => customer.address),
  ...address<ExportedCustomer>('Delivery', (customer) => customer.delivery_address ?? customer.address),
  time('Created', (customer) => customer.created_at),
  time('Last order', (customer) => customer.last_ordered_at),
  time('Last login', (customer) => customer.last_login_at),
]
