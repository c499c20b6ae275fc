import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { ORDER_ACTION_NAMES, type OrderAction } from './orders.ts'
import { cents, flag, group, id, measure, Outcome, text } from './wire.ts'

/**
 * The calls of the capability `history`: the actions and events of an order or a consignment, with their time and
 * user.
 */

/** The kinds of record that have a history. */
export type HistoryKind = 'order' | 'consignment'

/** The maximum number of entries of a history. Older ones are left out, and `has_more` is true. */
export const MOST_ENTRIES = 200

/** The types of entries besides the actions on an order. Newer servers may have others. */
const OTHER_TYPES = [
  'skip',
  'unskip',
  'hold',
  'release',
  'cancel',
  'reopen',
  'source-change',
  'take-source-changes',
  'keep-source-changes',
  'undo',
  'take-back',
  'create-consignment',
  'request-deletion',
  'delete-consignment',
  'print-labels',
  'email',
  'event',
] as const
export type HistoryType = OrderAction | (typeof OTHER_TYPES)[number]
export const HISTORY_TYPES: readonly HistoryType[] = [...ORDER_ACTION_NAMES, ...OTHER_TYPES]

/** The values of an entry. Which are present depends on its type. */
export const HistoryDetails = group({
  /** `yyyy-MM-dd`, a day in Auckland. */
  date_paid: text,
  payment_amount: cents,
  payment_method: text,
  reference: text,
  is_pickup: flag,
  send_notification: flag,
  collected_by: text,
  notes: text,
  /** The type of the entry that was undone or taken back. */
  step: text,
  /**
   * Why an order was skipped, held or released, or a step taken back, and the day until which it was skipped,
   * `yyyy-MM-dd` in Auckland.
   */
  reason: text,
  until: text,
  shipping_company: text,
  tracking_code: text,
  recipient: text,
  subject: text,
  /** The status of a stopped order, the delivery status of an e-mail, or the name of an event for other systems. */
  status: text,
  /** The number of receivers that have the event, that are pending, and that were given up. */
  delivered: measure,
  pending: measure,
  failed: measure,
})
export type HistoryDetails = z.output<typeof HistoryDetails>

export const HistoryEntry = z.object({
  /** Unique within a history. */
  id,
  /** One of `HISTORY_TYPES`. */
  type: text,
  /** ISO 8601 (UTC). */
  at: text,
  /** The member of staff; null for the server's own actions. */
  staff_name: text,
  details: HistoryDetails,
})
export type HistoryEntry = z.output<typeof HistoryEntry>

/** Newest first. */
export const History = z.object({
  data: rowsOf(HistoryEntry),
  metadata: group({ has_more: flag }),
})
export type History = z.output<typeof History>

export const getOrderHistory = dataCall({ method: 'GET', path: '/orders/:code/history', answer: History })

export const getConsignmentHistory = dataCall({
  method: 'GET',
  path: '/consignments/:trackingCode/history',
  answer: History,
})

/** Reports printed labels: the server itself cannot know of them. */
export const recordPrinting = dataCall({
  method: 'POST',
  path: '/consignments/:trackingCode/printed',
  answer: Outcome,
})
