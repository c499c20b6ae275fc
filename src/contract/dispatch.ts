import * as z from 'zod/mini'
import { dataCall } from './call.ts'
import { PACKAGE_TYPES } from './consignments.ts'
import { OrderListQuery } from './orders.ts'
import { flag, group, listOf, measure, StepOutcome, text } from './wire.ts'

/** The calls of the capability `dispatch`, with which staff ship one order after another. */

/** A piece of an earlier consignment, in centimetres and kilograms. */
const PackedPiece = group({
  /** Null is `custom`. */
  package_type: z.nullish(z.enum(PACKAGE_TYPES)),
  height: measure,
  length: measure,
  width: measure,
  weight: measure,
})
export type PackedPiece = z.output<typeof PackedPiece>

/** The data about an order's parcels before it is packed. */
export const Packing = z.object({
  /** Kilograms of all items; null if the weight of any item is unknown. */
  weight: measure,
  /** The pieces of the customer's last consignment; none if there is no such consignment. */
  last: listOf(PackedPiece),
})
export type Packing = z.output<typeof Packing>

export const getPacking = dataCall({ method: 'GET', path: '/orders/:code/packing', answer: Packing })

/**
 * `after` is the code of the order before; blank or unknown if there is none. With `from=list`, the other parameters
 * are those of a list of orders.
 */
export const NextToShipQuery = z.extend(z.omit(OrderListQuery, { page: true }), {
  after: z.string(),
  from: z.optional(z.literal('list')),
})
export type NextToShipQuery = z.output<typeof NextToShipQuery>

/**
 * The next order to ship: packed, neither stopped nor held, not shipped, not skipped, and no click & collect. If the order before is in the list,
 * whatever its status is now, the list is followed: the next such order below it, then from the top. A list of paid
 * orders is followed among those, which are packed first. Without a list, outside of it, and from a list of unpaid or
 * shipped orders, the order is the one that has been ready for longest at the branch of the order before; if none is
 * ready, the first to be packed there. `code` is null if there is none.
 */
export const getNextToShip = dataCall({
  method: 'GET',
  path: '/next-to-ship',
  query: NextToShipQuery,
  answer: group({ code: text, followed: flag }),
})

/** `reason` is required. */
export const SkipBody = z.object({ reason: z.string() })
export type SkipBody = z.output<typeof SkipBody>

/** Sets an order aside until tomorrow in Auckland: it is not the next to ship before then. */
export const skipOrder = dataCall({
  method: 'POST',
  path: '/orders/:code/skip',
  body: SkipBody,
  answer: StepOutcome,
})

/** Ends the skip of an order. */
export const unskipOrder = dataCall({ method: 'DELETE', path: '/orders/:code/skip', answer: StepOutcome })
