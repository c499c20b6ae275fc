import * as z from 'zod/mini'
import { Order } from '../../../src/contract/orders.ts'

/** An order as the console parses it from a response with only its code and these fields. */
export function orderOf(code: string, fields: object = {}): Order {
  return z.parse(Order, { code, ...fields })
}

/** A paid order for delivery, with all fields. */
export const PAID = orderOf('104823', {
  reference: 'MCA-2291',
  status: 'Paid',
  notes: 'Leave at the woolshed.',
  payment_method: 'egate3p',
  customer: {
    code: '10482',
    name: 'Hamish McAllister',
    company: 'McAllister Bros Stockwater',
    first_name: 'Hamish',
  },
  delivery_address: {
    street: '118 Pepperill Road',
    suburb: 'Lichfield',
    city: 'Putaruru',
    region: 'Waikato',
  },
  freight: { branch: 'auckland', is_pickup: false, subtotal: 1086 },
  costs: { subtotal: 153306, tax: 22996, total: 176302 },
  dates: {
    created_at: '2026-11-19T20:04:00Z',
    ordered_at: '2026-11-19T20:04:00Z',
    paid_at: '2026-11-19T20:06:00Z',
  },
  items: [
    {
      id: 1,
      quantity: 2,
      costs: { subtotal: 19280 },
      product: { code: 'CLIP-20#100', name: 'Pipe clip', price: 9640 },
    },
  ],
})

/** The same order, before its payment. */
export const UNPAID: Order = { ...PAID, status: 'Ordered', dates: { ...PAID.dates, paid_at: null } }
