import * as z from 'zod/mini'
import { dataCall, pageNumber, rowsOf } from './call.ts'
import { id, listOf, measure, Outcome, text } from './wire.ts'

/** The calls of the capability `arrivals`: what came from outside and waits for a person. */

/**
 * What waits: a refused record, a file that was refused as a whole, an order that its source wants otherwise, or a source
 * that is silent or fails.
 */
export const ARRIVAL_TYPES = ['record', 'file', 'difference', 'source'] as const
export type ArrivalType = (typeof ARRIVAL_TYPES)[number]

/** What has become of a record or a file. `right`: its source has sent it again without faults. */
export const ARRIVAL_STATES = ['waiting', 'taken', 'left-out', 'right'] as const
export type ArrivalState = (typeof ARRIVAL_STATES)[number]

/** A fault: the name of our field, such as 'items.2.quantity', null for the whole record, and the reason. */
const ArrivalFault = z.object({ field: text, reason: text })
export type ArrivalFault = z.output<typeof ArrivalFault>

const listed = {
  /** Digits for a record or a file, which have a screen; otherwise `difference:` with the order's code or `source:` with the name. */
  id,
  type: z.enum(ARRIVAL_TYPES),
  state: z.enum(ARRIVAL_STATES),
  source: text,
  /** The kind of record as the import names it: 'orders'. */
  kind: text,
  code: text,
  /** The customer, or the name of a record of another kind. */
  name: text,
  /** The name of the file, or what sent the record: 'orders/create 4501'. */
  origin: text,
  /** 0 for none. */
  line: measure,
  faults: listOf(ArrivalFault),
  /** ISO 8601 (UTC). */
  since: text,
  /** Changes whenever something else came; 0 for a difference or a source. */
  revision: z.int(),
}

export const ListedArrival = z.object(listed)
export type ListedArrival = z.output<typeof ListedArrival>

/** Without a state, what waits. */
export const ArrivalListQuery = z.object({
  page: pageNumber,
  query: z.optional(z.string()),
  type: z.optional(z.enum(ARRIVAL_TYPES)),
  state: z.optional(z.enum(ARRIVAL_STATES)),
})
export type ArrivalListQuery = z.output<typeof ArrivalListQuery>

export const listArrivals = dataCall({
  method: 'GET',
  path: '/arrivals',
  query: ArrivalListQuery,
  answer: rowsOf(ListedArrival),
})

/** How many rows the list of what waits has. */
export const countArrivals = dataCall({
  method: 'GET',
  path: '/arrivals/count',
  answer: z.object({ waiting: measure }),
})

/** A record or a file. */
export const Arrival = z.object({
  ...listed,
  /** JSON of what came: an object or a list; of a file its list of faults. Null once it was deleted. */
  original: text,
  /** The cells as they would be stored, in our fields; empty if the record could not be translated or was deleted. */
  fields: listOf(z.object({ field: z.string(), value: z.string() })),
  settled_at: text,
  /** The name of the member of staff; null if its source has mended it. */
  settled_by: text,
  /** Why it was left out. */
  reason: text,
})
export type Arrival = z.output<typeof Arrival>

export const getArrival = dataCall({ method: 'GET', path: '/arrivals/:id', answer: Arrival })

/** `fields` has the mended fields alone. Refused with 409 if something else came since the revision, or it was settled. */
export const TakeArrivalBody = z.object({ revision: z.int(), fields: z.record(z.string(), z.string()) })
export type TakeArrivalBody = z.output<typeof TakeArrivalBody>

/** The code under which the record is stored; without success its faults with the mended fields. */
export const TakenArrival = z.extend(Outcome, { code: text, faults: listOf(ArrivalFault) })
export type TakenArrival = z.output<typeof TakenArrival>

/** Loads a record as an import does. */
export const takeArrival = dataCall({
  method: 'POST',
  path: '/arrivals/:id/take',
  body: TakeArrivalBody,
  answer: TakenArrival,
})

/** Applies the stored messages about a refused order again, as after a mend at its source or a new version of the server. */
export const replayArrival = dataCall({ method: 'POST', path: '/arrivals/:id/replay', answer: Outcome })

/** Leaves out a record or a file. It waits again only if something else comes. */
export const leaveOutArrival = dataCall({
  method: 'POST',
  path: '/arrivals/:id/leave-out',
  body: z.object({ revision: z.int(), reason: z.string() }),
  answer: Outcome,
})
