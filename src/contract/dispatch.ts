import * as z from 'zod/mini'
import { dataCall } from './call.ts'
import { PACKAGE_TYPES } from './consignments.ts'
import { group, listOf, measure, text } from './wire.ts'

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

/** `after` is the code of the order shipped before; blank or unknown if there is none. */
export const NextToShipQuery = z.object({ after: z.string() })

/**
 * The order that has been ready to ship for longest: packed, not shipped, no click & collect, and of the same branch
 * as the previous order. Its code is null if there is none.
 */
export const getNextToShip = dataCall({
  method: 'GET',
  path: '/next-to-ship',
  query: NextToShipQuery,
  answer: group({ code: text }),
})
