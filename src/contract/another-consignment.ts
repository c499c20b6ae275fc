import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { Booked, Consignment, ConsignmentBooking } from './consignments.ts'
import { text } from './wire.ts'

/** The calls of the capability `another-consignment`: further consignments of a shipped order. */

export const listOrderConsignments = dataCall({
  method: 'GET',
  path: '/orders/:code/consignments',
  answer: z.object({
    /** The reference that another consignment of the order would get now: '104823-2'. */
    next_reference: text,
    /** The order's own consignment and all others that are not deleted, oldest first. */
    consignments: rowsOf(Consignment),
  }),
})
export type OrderConsignments = z.output<typeof listOrderConsignments.answer>

/**
 * Books another consignment of a shipped order. `reference` must be the order's `next_reference`, so that of two users
 * who do this at the same time one books a consignment and the other is refused.
 */
const AnotherBooking = z.extend(ConsignmentBooking, { reference: z.string() })

export const createAnotherConsignment = dataCall({
  method: 'POST',
  path: '/orders/:code/consignments',
  body: AnotherBooking,
  answer: Booked,
})
