import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Sent } from '../../contract/call.ts'
import {
  getConsignmentHistory,
  getOrderHistory,
  type History,
  HistoryDetails,
  type HistoryEntry,
  type HistoryType,
  MOST_ENTRIES,
  recordPrinting,
  STEP_TYPES,
} from '../../contract/history.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { findConsignmentRow } from '../consignments/store.ts'
import type { Database } from '../db/schema.ts'
import { serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { meantCode } from '../orders/store.ts'
import {
  type HistoryRows,
  historyOfConsignment,
  historyOfOrder,
  notePrinted,
  trackingCodeOf,
} from './store.ts'

/** Serves the calls of the capability `history`. */
export function historyRoutes(
  app: Hono<SessionEnv>,
  { db, clock }: { db: Kysely<Database>; clock: Clock },
): void {
  serveCall(app, getOrderHistory, async ({ parameter }) => {
    const rows = await historyOfOrder(db, await meantCode(db, parameter('code')))
    if (rows === null) throw new Refusal(404, MESSAGES.orderNotFound)
    return presentHistory(rows)
  })

  serveCall(app, getConsignmentHistory, async ({ parameter }) => {
    const rows = await historyOfConsignment(db, parameter('trackingCode'))
    if (rows === null) throw new Refusal(404, MESSAGES.consignmentNotFound)
    return presentHistory(rows)
  })

  serveCall(app, recordPrinting, async ({ parameter, staff }) => {
    const row = await findConsignmentRow(db, parameter('trackingCode'))
    if (row === null || row.deleted_at !== null) throw new Refusal(404, MESSAGES.consignmentNotFound)
    await notePrinted({ db, clock }, [row], staff)
    return { success: true, message: null }
  })
}

type Entry = HistoryEntry & { type: HistoryType; at: string }

const NO_DETAILS = HistoryDetails.parse(null)

/**
 * A history in the form of the contract, newest first, at most `MOST_ENTRIES` long. Of simultaneous entries, an action
 * is older than the e-mail and the event that it caused.
 */
function presentHistory(rows: HistoryRows): Sent<History> {
  const { actions, consignments, prints, emails, events } = rows
  const entries = [
    ...actions.flatMap(presentAction),
    ...consignments.flatMap(presentConsignment),
    ...prints.map(presentPrint),
    ...emails.map(presentEmail),
    ...events.map(presentEvent),
  ]
  const newestFirst = entries.sort(byTime).reverse()
  return {
    data: newestFirst.slice(0, MOST_ENTRIES),
    metadata: { has_more: newestFirst.length > MOST_ENTRIES },
  }
}

/** Keeps the order of simultaneous entries, because sorting is stable. */
function byTime(one: Entry, other: Entry): number {
  return one.at < other.at ? -1 : one.at > other.at ? 1 : 0
}

/** Only the values of the contract are sent, not the whole request. */
function presentAction(row: HistoryRows['actions'][number]): Entry[] {
  const type = STEP_TYPES.find((step) => step === row.action)
  if (type === undefined) return []
  const details = HistoryDetails.parse(JSON.parse(row.details))
  return [{ id: `action-${row.id}`, type, at: row.at, staff_name: row.staff_name || null, details }]
}

function presentConsignment(row: HistoryRows['consignments'][number]): Entry[] {
  const { tracking_code, reference, provider_slug: shipping_company } = row
  const details = { ...NO_DETAILS, tracking_code, reference, shipping_company }
  const booked: Entry = {
    id: `booking-${row.id}`,
    type: 'create-consignment',
    at: row.created_at,
    staff_name: row.staff_name,
    details,
  }
  const at = row.deleted_at ?? row.deleting_since
  if (at === null) return [booked]
  const type = row.deleted_at === null ? 'request-deletion' : 'delete-consignment'
  return [booked, { id: `deletion-${row.id}`, type, at, staff_name: row.deleted_by_name, details }]
}

function presentPrint({ id, at, staff_name, tracking_code }: HistoryRows['prints'][number]): Entry {
  return {
    id: `print-${id}`,
    type: 'print-labels',
    at,
    staff_name,
    details: { ...NO_DETAILS, tracking_code },
  }
}

function presentEmail({ id, date, event, recipient, subject }: HistoryRows['emails'][number]): Entry {
  return {
    id: `email-${id}`,
    type: 'email',
    at: date,
    staff_name: null,
    details: { ...NO_DETAILS, status: event, recipient, subject },
  }
}

function presentEvent(event: HistoryRows['events'][number]): Entry {
  const { delivered, pending, failed } = event
  return {
    id: `event-${event.id}`,
    type: 'event',
    at: event.created_at,
    staff_name: null,
    details: {
      ...NO_DETAILS,
      status: event.type,
      tracking_code: trackingCodeOf(event),
      delivered,
      pending,
      failed,
    },
  }
}
