import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { Consignment } from './consignments.ts'
import { BRANCHES } from './orders.ts'
import { clientId, listOf, measure, text } from './wire.ts'

/** The calls of the capability `end-of-day`: today's consignments by courier, and late consignments. */

/** A courier at a branch: the connection that books, which may be a gateway, and the courier that picks up there. */
const collection = {
  courier: z.string(),
  provider: z.string(),
  branch: z.enum(BRANCHES),
}
export const Collection = z.object(collection)
export type Collection = z.output<typeof Collection>

/**
 * The consignments that a courier picks up at a branch today: booked, and not picked up or handed over before today.
 */
export const CourierDay = z.object({
  ...collection,
  provider_name: text,
  consignments: measure,
  pieces: measure,
  /** Kilograms. */
  weight: measure,
  /** Tracking codes of consignments that are in no manifest yet. */
  open: z.array(z.string()),
  /** Tracking codes of consignments whose manifest the courier has not confirmed. */
  unconfirmed: z.array(z.string()),
  /** When the last of today's manifests was sent, ISO 8601 (UTC); null if none was. */
  closed_at: text,
  /** The outcome of today's request for a pick-up, in a sentence. */
  pickup: text,
  /** Today's cut-off, on other than working days the next one, ISO 8601 (UTC); null if none is set. */
  cut_off: text,
})
export type CourierDay = z.output<typeof CourierDay>

export const listCourierDays = dataCall({
  method: 'GET',
  path: '/end-of-day',
  answer: rowsOf(CourierDay),
})

/** Why a consignment needs attention. `stopped`: its order was cancelled or refunded, and the courier is to give it back. */
export const LATE_REASONS = ['stopped', 'exception', 'not-picked-up', 'no-event'] as const
export type LateReason = (typeof LATE_REASONS)[number]

export const LateConsignment = z.object({
  reason: z.enum(LATE_REASONS),
  /** ISO 8601 (UTC). */
  since: text,
  consignment: Consignment,
})
export type LateConsignment = z.output<typeof LateConsignment>

/** Late consignments, the longest overdue first. */
export const listLate = dataCall({
  method: 'GET',
  path: '/end-of-day/late',
  answer: rowsOf(LateConsignment),
})

/** An order on the board, and since when it has been ready, ISO 8601 (UTC); null for one that is not packed. */
const BoardOrder = z.object({ code: z.string(), since: text })

/**
 * What is to be done at the benches now, of the capability `board`. Counts are of orders, except `late` and `sent`, which are
 * of consignments. `held` are the orders that the search `held` finds, and `sent` the consignments of today in Auckland.
 */
export const Board = z.object({
  to_ship: measure,
  held: measure,
  late: measure,
  sent: measure,
  /**
   * The oldest packed order, and the first one at the branch of the request, in the same order: an unpacked one only if
   * there is no packed one. Null if there is none.
   */
  oldest: z.nullish(BoardOrder),
  next: z.nullish(BoardOrder),
  /**
   * What couriers collect today, the earliest cut-off first, and, with 0 consignments, the other couriers that have a
   * cut-off.
   */
  couriers: listOf(
    z.object({
      ...collection,
      provider_name: text,
      consignments: measure,
      /** As of `CourierDay`. */
      cut_off: text,
    }),
  ),
})
export type Board = z.output<typeof Board>

export const BoardQuery = z.object({ branch: z.optional(z.enum(BRANCHES)) })

export const getBoard = dataCall({ method: 'GET', path: '/board', query: BoardQuery, answer: Board })

/** The run sheet as a PDF in base64. */
export const getRunSheet = dataCall({
  method: 'GET',
  path: '/end-of-day/run-sheet',
  query: Collection,
  answer: z.string(),
})

/** The maximum number of consignments in one manifest. */
export const MOST_MANIFESTED = 500

export const ManifestRequest = z.object({
  ...collection,
  /** A manifest is sent at most once, however often it is requested. */
  id: clientId,
  /** Tracking codes, as the user has seen them. */
  consignments: z
    .array(z.string())
    .check(z.minLength(1, 'must have a consignment'))
    .check(z.maxLength(MOST_MANIFESTED, `may have at most ${MOST_MANIFESTED} consignments`)),
  /** Whether to send consignments again whose manifest the courier has not confirmed. */
  again: z.boolean(),
  /** Whether further manifests of the courier follow. The driver is called with the last one. */
  more_follow: z.optional(z.boolean()),
})
export type ManifestRequest = z.output<typeof ManifestRequest>

/** `unconfirmed`: the courier may or may not have the manifest. It is not sent again unless a user asks for it. */
export const MANIFEST_OUTCOMES = ['closed', 'unconfirmed'] as const
export type ManifestOutcome = (typeof MANIFEST_OUTCOMES)[number]

export const DayClosed = z.object({
  outcome: z.enum(MANIFEST_OUTCOMES),
  /** About the pick-up, in a sentence. */
  pickup: text,
})
export type DayClosed = z.output<typeof DayClosed>

export const closeDay = dataCall({
  method: 'POST',
  path: '/end-of-day/manifests',
  body: ManifestRequest,
  answer: DayClosed,
})
