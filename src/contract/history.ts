import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { ORDER_ACTION_NAMES } from './orders.ts'
import { cents, flag, group, id, measure, Outcome, text } from './wire.ts'

/**
 * The calls of the capability `history`: the actions and events of an order or a consignment, with their time and
 * user.
 */

/** The kinds of record that have a history. */
export type HistoryKind = 'order' | 'consignment'

/** The maximum number of entries of a history. Older ones are left out, and `has_more` is true. */
export const MOST_ENTRIES = 200

/** What else happens to an order and is recorded with it: by staff, or by its source. */
const OTHER_STEPS = [
  'skip',
  'unskip',
  'hold',
  'release',
  'cancel',
  'reopen',
  'finish',
  'source-change',
  'take-source-changes',
  'keep-source-changes',
  'undo',
  'take-back',
] as const

/** What is recorded with consignments and messages. */
const OTHER_RECORDS = [
  'create-consignment',
  'request-deletion',
  'delete-consignment',
  'print-labels',
  'email',
  'event',
] as const

/** The types of entries that are steps of an order. */
export const STEP_TYPES = [...ORDER_ACTION_NAMES, ...OTHER_STEPS] as const

/** The types of entries. Newer servers may have others. */
export type HistoryType = (typeof STEP_TYPES)[number] | (typeof OTHER_RECORDS)[number]
export const HISTORY_TYPES: readonly HistoryType[] = [...STEP_TYPES, ...OTHER_RECORDS]

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
