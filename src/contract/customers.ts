import * as z from 'zod/mini'
import { dataCall, pageNumber, rowsOf } from './call.ts'
import { Address, flag, id, text, withCode } from './wire.ts'

const activity = {
  created_at: text,
  updated_at: text,
  last_login_at: text,
  last_active_at: text,
  last_ordered_at: text,
}

/** A customer in the list. The response may have `code`, `id` or both. */
export const ListedCustomer = withCode(
  'code',
  z.object({
    code: id,
    name: text,
    phone: text,
    /** Beyond the specification, and null elsewhere: the company is shown before the name, the others find the customer. */
    company: text,
    mobile: text,
    email: text,
    pricing: text,
    /** Beyond the specification: 'cash' or 'account', and whether the credit is stopped. */
    terms: text,
    credit_stop: flag,
    address: Address,
    ...activity,
  }),
)
export type ListedCustomer = z.output<typeof ListedCustomer>

export const Customer = withCode(
  'code',
  z.object({
    code: id,
    infusion_key: text,
    name: text,
    company: text,
    phone: text,
    mobile: text,
    email: text,
    /** Beyond the specification, and null elsewhere: it shows that the customer's credit is stopped. */
    pricing: z.optional(text),
    terms: text,
    credit_stop: flag,
    address: Address,
    delivery_address: z.nullish(Address),
    ...activity,
  }),
)
export type Customer = z.output<typeof Customer>

export const CustomerListQuery = z.object({ page: pageNumber, query: z.optional(z.string()) })
export type CustomerListQuery = z.output<typeof CustomerListQuery>

export const listCustomers = dataCall({
  method: 'GET',
  path: '/customers',
  query: CustomerListQuery,
  answer: rowsOf(ListedCustomer),
})

export const getCustomer = dataCall({ method: 'GET', path: '/customers/:code', answer: Customer })
