import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { PACKAGE_TYPES } from './consignments.ts'
import { BRANCHES, OrderListQuery } from './orders.ts'
import { flag, group, id, listOf, measure, StepOutcome, text } from './wire.ts'

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

/** An item of an order that is still to be sent: its product's weight in kilograms and its sides in centimetres. */
const PackingItem = z.object({
  /** The id of the order's line. */
  line: id,
  code: text,
  quantity: measure,
  weight: measure,
  height: measure,
  depth: measure,
  width: measure,
})
export type PackingItem = z.output<typeof PackingItem>

/** The data about an order's parcels before it is packed. */
export const Packing = z.object({
  /** Kilograms of all items; null if the weight of any item is unknown. */
  weight: measure,
  /** The pieces of the customer's last consignment; none if there is no such consignment. */
  last: listOf(PackedPiece),
  items: listOf(PackingItem),
  /** What was booked last for an order of the same items, of any customer; `order_code` is null if nothing was. */
  again: group({ order_code: text, pieces: listOf(PackedPiece) }),
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
 * shipped orders, the order is the oldest packed one at the branch of the order before; if none is
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

/** The call of the capability `cartons`: the cartons and bags that the business packs in, instead of the presets. */

const side = z.number('must be a number of centimetres').check(z.gt(0, 'must be more than 0'))
const kilograms = z.number('must be a number of kilograms')
const line = z.string('must be a text').check(z.trim(), z.minLength(1, 'must not be blank'))

/** A carton or bag. Strict, because a misspelt limit would have no effect. */
export const Carton = z
  .strictObject({
    /** Unique at its branch. */
    name: line.check(z.maxLength(40, 'must have at most 40 characters')),
    /** The branch that has it; absent means every branch. */
    branch: z.optional(z.enum(BRANCHES, `must be ${BRANCHES.join(' or ')}`)),
    /** Absent means `custom`. */
    package_type: z.optional(z.enum(PACKAGE_TYPES, `must be one of ${PACKAGE_TYPES.join(', ')}`)),
    height_cm: side,
    length_cm: side,
    width_cm: side,
    /** What it weighs empty; absent means nothing. */
    tare_kg: z.optional(kilograms.check(z.gte(0, 'must not be less than 0'))),
    /** The most that it may weigh, filled. */
    most_kg: z.optional(kilograms.check(z.gt(0, 'must be more than 0'))),
    /** The slugs of the only couriers that take it; absent means all. */
    couriers: z.optional(z.array(line, 'must be a list').check(z.minLength(1, 'must not be empty'))),
  })
  .check(
    z.refine(({ tare_kg = 0, most_kg = Number.POSITIVE_INFINITY }) => tare_kg < most_kg, {
      message: 'must be more than tare_kg',
      path: ['most_kg'],
    }),
  )
export type Carton = z.output<typeof Carton>

/** The cartons of both branches. The first nine of a branch have the keys Alt+1 to Alt+9, in this order. */
export const listCartons = dataCall({ method: 'GET', path: '/cartons', answer: rowsOf(Carton) })
