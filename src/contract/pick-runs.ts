import * as z from 'zod/mini'
import { dataCall, pageNumber, rowsOf } from './call.ts'
import { OrderListQuery } from './orders.ts'
import { OrderBarcode } from './products.ts'
import { clientId, flag, id, listOf, reason, text } from './wire.ts'

/** The calls of the capability `pick-runs`: what is fetched for several orders in one walk (RUN-1). */

/** The maximum number of orders of a run. */
export const MOST_PICKED = 50

const RUN_STATES = ['open', 'finished', 'given-up'] as const
export type PickRunState = (typeof RUN_STATES)[number]

/** How a line is counted, as `CheckedItem` has it. */
export const COUNTED_BY = ['pieces', 'measure', 'key', 'either'] as const

/** What is fetched together: a product, or an item that is counted on its own. */
export const PickLine = z.object({
  id,
  /** The product's code; null if it has none. */
  code: text,
  name: text,
  /** Where the product is stored, as it was when the run was made; null if that is not known. */
  location: text,
  by: z.enum(COUNTED_BY),
  /** What each order needs of it, in the order of the run. */
  parts: listOf(z.object({ order: id, quantity: z.number() })),
  found: z.number(),
  /** Whether staff have noted that no more can be found. */
  is_short: flag,
  /** Counts the changes of `found` and `is_short`. */
  revision: z.int(),
  /** Who changed it last. */
  changed_by: text,
})
export type PickLine = z.output<typeof PickLine>

/** What has become of an order of a run: a stopped one is no longer picked. */
const PICKED_ORDER_STATES = ['open', 'held', 'sent', 'stopped'] as const

const PickedOrder = z.object({
  code: id,
  receiver: text,
  is_pickup: flag,
  state: z.enum(PICKED_ORDER_STATES),
  /** Why it is not open. */
  reason: text,
  /** Whether it was sent before the run ended: nothing is fetched for it any more. */
  is_sent_before: flag,
})
export type PickedOrder = z.output<typeof PickedOrder>

const RunHead = {
  id,
  state: z.enum(RUN_STATES),
  created_at: text,
  created_by: text,
  ended_at: text,
  ended_by: text,
}

/** An order that was asked for and is not in the run, and why. */
const LeftOutOrder = z.object({ code: id, reason: z.string() })
export type LeftOutOrder = z.output<typeof LeftOutOrder>

export const PickRun = z.object({
  ...RunHead,
  orders: listOf(PickedOrder),
  /** In the order of fetching. */
  lines: listOf(PickLine),
  /** The bar codes of its products, and who else has them (PRD-8). */
  barcodes: listOf(OrderBarcode),
  left_out: listOf(LeftOutOrder),
  /** Whether the list may have more orders, which were not looked at. */
  is_partial: flag,
})
export type PickRun = z.output<typeof PickRun>

/** A run as it is listed, with how many of its lines are found or noted as short. */
export const ListedPickRun = z.object({
  ...RunHead,
  orders: z.int(),
  lines: z.int(),
  settled: z.int(),
})
export type ListedPickRun = z.output<typeof ListedPickRun>

/** All runs, newest first. */
export const listPickRuns = dataCall({
  method: 'GET',
  path: '/pick-runs',
  query: z.object({ page: pageNumber }),
  answer: rowsOf(ListedPickRun),
})

export const getPickRun = dataCall({ method: 'GET', path: '/pick-runs/:id', answer: PickRun })

/**
 * Makes a run of the orders of a list, in its order: of those with the `codes`, or of the filter's first page. Sent again
 * with the same `request`, it is the same run.
 */
export const createPickRun = dataCall({
  method: 'POST',
  path: '/pick-runs',
  body: z.object({ request: clientId, filter: z.omit(OrderListQuery, { page: true }) }),
  answer: PickRun,
})

/** The run on paper: a PDF in base64. */
export const getPickSheet = dataCall({ method: 'GET', path: '/pick-runs/:id/sheet', answer: z.string() })

const OfLine = { tick: clientId, line: z.string() }

/**
 * A change of a line, carried out once however often it is sent. `add` counts more or less. `set` sets what was found, and
 * is refused if the line has changed since its `revision`, unless it is so already.
 */
export const PickTick = z.discriminatedUnion('kind', [
  z.object({ ...OfLine, kind: z.literal('add'), amount: z.number() }),
  z.object({
    ...OfLine,
    kind: z.literal('set'),
    found: z.number().check(z.minimum(0, 'must not be negative')),
    is_short: z.boolean(),
    revision: z.int(),
  }),
])
export type PickTick = z.output<typeof PickTick>

/**
 * An order that a shortage concerns: put on hold, or released because all is found after all, with the step by which that
 * is undone; or why it is not.
 */
const ShortageHold = z.object({ order: id, step: reason, reason, is_released: flag })
export type ShortageHold = z.output<typeof ShortageHold>

export const tickPickLine = dataCall({
  method: 'POST',
  path: '/pick-runs/:id/ticks',
  body: PickTick,
  answer: z.object({ line: PickLine, holds: listOf(ShortageHold) }),
})

/** Ends a run. A run with open lines can only be given up. */
export const endPickRun = dataCall({
  method: 'POST',
  path: '/pick-runs/:id/end',
  body: z.object({ as: z.enum(['finished', 'given-up']) }),
  answer: PickRun,
})
