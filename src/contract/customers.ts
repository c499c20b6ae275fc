import * as z from 'zod/mini'
import { dataCall, pageNumber, rowsOf } from './call.ts'
import { Address, id, text } from './wire.ts'

const activity = {
  created_at: text,
  updated_at: text,
  last_login_at: text,
  last_active_at: text,
  last_ordered_at: text,
}

/** A customer in the list. The response may have `code`, `id` or both. */
export const CustomerRow = z.pipe(
  z.object({
    code: text,
    id: text,
    name: text,
    phone: text,
    /** Beyond the specification, and null elsewhere: they find the customer in the palette. */
    mobile: text,
    email: text,
    pricing: text,
    address: Address,
    ...activity,
  }),
  z.transform(({ id: own, code, ...rest }, context) => {
    const known = code || own
    if (!known) {
      context.issues.push({ code: 'custom', message: 'code or id is required', input: rest, path: ['code'] })
      return z.NEVER
    }
    return { ...rest, code: known }
  }),
)
export type CustomerRow = z.output<typeof CustomerRow>

export const Customer = z.object({
  code: id,
  infusion_key: text,
  name: text,
  company: text,
  phone: text,
  mobile: text,
  email: text,
  address: Address,
  delivery_address: z.nullish(Address),
  ...activity,
})
export type Customer = z.output<typeof Customer>

export const CustomerListQuery = z.object({ page: pageNumber, query: z.optional(z.string()) })
export type CustomerListQuery = z.output<typeof CustomerListQuery>

export const listCustomers = dataCall({
  method: 'GET',
  path: '/customers',
  query: CustomerListQuery,
  answer: rowsOf(CustomerRow),
})

export const getCustomer = dataCall({ method: 'GET', path: '/customers/:code', answer: Customer })
