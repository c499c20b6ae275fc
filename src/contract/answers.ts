import * as z from 'zod/mini'
import { dataCall } from './call.ts'
import { OrderListQuery, SHIPPING_COMPANIES } from './orders.ts'

/** The calls of the capability `answers`: exact figures, each with the moment at which they were counted. */

const figures = {
  /** The moment, ISO 8601 (UTC). */
  at: z.string(),
  count: z.int(),
}

/** How many orders a list has on all of its pages, and the sum of their totals in cents including GST. */
export const OrderFigures = z.object({
  ...figures,
  total: z.int(),
  /** By branch, in the order of their names. */
  branches: z.array(z.object({ branch: z.string(), count: z.int(), total: z.int() })),
})
export type OrderFigures = z.output<typeof OrderFigures>

/** Takes the parameters of a list of orders. */
export const getOrderFigures = dataCall({
  method: 'GET',
  path: '/figures/orders',
  query: z.omit(OrderListQuery, { page: true, codes: true }),
  answer: OrderFigures,
})

/** How many consignments were booked, and what they cost in cents excluding GST, without deleted ones. */
export const FreightFigures = z.object({ ...figures, cost: z.int() })
export type FreightFigures = z.output<typeof FreightFigures>

/** `days`: the days of booking, as a list of orders has them. Without `courier`, those of all couriers. */
export const getFreightFigures = dataCall({
  method: 'GET',
  path: '/figures/freight',
  query: z.object({ days: z.string(), courier: z.optional(z.enum(SHIPPING_COMPANIES)) }),
  answer: FreightFigures,
})
