import { type Kysely, type Selectable, sql } from 'kysely'
import { MOST_ENTRIES } from '../../contract/history.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { findConsignmentRow } from '../consignments/store.ts'
import type { ConsignmentRow } from '../db/consignment-tables.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import type { Database, EmailEventRow } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { Staff } from '../http/session.ts'

/** One more than are shown, to know whether there are older ones. */
const LIMIT = MOST_ENTRIES + 1

/** What is recorded about an order or a consignment: the newest rows of each source, oldest first. */
export interface HistoryRows {
  actions: Selectable<Database['order_events']>[]
  consignments: BookedConsignment[]
  prints: LabelPrint[]
  emails: EmailEventRow[]
  events: SentEvent[]
}

type BookedConsignment = Pick<
  ConsignmentRow,
  | 'id'
  | 'tracking_code'
  | 'reference'
  | 'provider_slug'
  | 'staff_name'
  | 'created_at'
  | 'deleting_since'
  | 'deleted_at'
  | 'deleted_by_name'
>

type LabelPrint = Pick<Selectable<Database['label_prints']>, 'id' | 'staff_name' | 'at'> &
  Pick<ConsignmentRow, 'tracking_code'>

/** An event for other systems, with the number of receivers in each state. */
interface SentEvent extends Selectable<Database['webhook_events']> {
  delivered: number
  pending: number
  failed: number
}

/** Records that a member of staff printed the labels of consignments. */
export async function notePrinted(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  consignments: readonly Pick<ConsignmentRow, 'id'>[],
  staff: Staff,
): Promise<void> {
  const by = { staff_id: staff.id, staff_name: staff.name, at: timestamp(clock()) }
  const rows = consignments.map(({ id }) => ({ consignment_id: id, ...by }))
  if (rows.length > 0) await db.insertInto('label_prints').values(rows).execute()
}

/** Null if there is no such order. */
export async function historyOfOrder(db: Kysely<Database>, code: string): Promise<HistoryRows | null> {
  const order = await db.selectFrom('orders').select('id').where('code', '=', code).executeTakeFirst()
  if (order === undefined) return null
  const consignments = await db
    .selectFrom('consignments')
    .select(['id', 'tracking_code', 'reference', 'provider_slug', 'staff_name', 'created_at'])
    .select(['deleting_since', 'deleted_at', 'deleted_by_name'])
    .where('order_code', '=', code)
    .orderBy('id', 'desc')
    .limit(LIMIT)
    .execute()
  return {
    actions: await actionsOn(db, order.id),
    consignments: consignments.reverse(),
    prints: await printsOf(
      db,
      consignments.map(({ id }) => id),
    ),
    emails: await emailsAbout(db, order.id),
    events: await eventsOf(db, code, '%'),
  }
}

/** The history of a consignment, even if it is deleted. Null if there is none. */
export async function historyOfConsignment(
  db: Kysely<Database>,
  trackingCode: string,
): Promise<HistoryRows | null> {
  const row = await findConsignmentRow(db, trackingCode)
  if (row === null) return null
  const events = await eventsOf(db, row.order_code ?? row.tracking_code, 'consignment.%')
  return {
    actions: [],
    consignments: [row],
    prints: await printsOf(db, [row.id]),
    emails: [],
    events: events.filter((event) => trackingCodeOf(event) === row.tracking_code),
  }
}

/** The consignment that an event is about; null for an event of an order. */
export function trackingCodeOf({ type, body }: Pick<SentEvent, 'type' | 'body'>): string | null {
  if (!type.startsWith('consignment.')) return null
  const { data }: { data: { tracking_code: string } } = JSON.parse(body)
  return data.tracking_code
}

/** Bookings and deletions are left out, because the consignments themselves tell them. */
async function actionsOn(db: Kysely<Database>, orderId: number): Promise<HistoryRows['actions']> {
  const rows = await db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('action', 'not in', ['create-consignment', 'delete-consignment'])
    .orderBy('id', 'desc')
    .limit(LIMIT)
    .execute()
  return rows.reverse()
}

async function printsOf(db: Kysely<Database>, consignmentIds: readonly number[]): Promise<LabelPrint[]> {
  const rows = await db
    .selectFrom('label_prints as print')
    .innerJoin('consignments', 'consignments.id', 'print.consignment_id')
    .select(['print.id', 'print.staff_name', 'print.at', 'consignments.tracking_code'])
    .where(isAmong(db, 'print.consignment_id', consignmentIds))
    .orderBy('print.id', 'desc')
    .limit(LIMIT)
    .execute()
  return rows.reverse()
}

async function emailsAbout(db: Kysely<Database>, orderId: number): Promise<EmailEventRow[]> {
  const mails = await db
    .selectFrom('outbox')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(LIMIT)
    .execute()
  const rows = await db
    .selectFrom('email_events')
    .selectAll()
    .where(
      isAmong(
        db,
        'email_id',
        mails.map(({ id }) => String(id)),
      ),
    )
    .orderBy('id', 'desc')
    .limit(LIMIT)
    .execute()
  return rows.reverse()
}

/** A receiver that is not configured any more counts only if it has the event. */
async function eventsOf(db: Kysely<Database>, subject: string, types: string): Promise<SentEvent[]> {
  const events = await db
    .selectFrom('webhook_events')
    .selectAll()
    .where('subject', '=', subject)
    .where('type', 'like', types)
    .orderBy('id', 'desc')
    .limit(LIMIT)
    .execute()
  const deliveries = await db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .select(['delivery.event_id', 'delivery.delivered_at', 'delivery.failed_at'])
    .where(
      isAmong(
        db,
        'delivery.event_id',
        events.map(({ id }) => id),
      ),
    )
    .where(sql<boolean>`(endpoint.removed_at is null or delivery.delivered_at is not null)`)
    .execute()
  const count = (id: number, isMeant: (delivery: (typeof deliveries)[number]) => boolean) =>
    deliveries.filter((delivery) => delivery.event_id === id && isMeant(delivery)).length
  return events.reverse().map((event) => ({
    ...event,
    delivered: count(event.id, ({ delivered_at }) => delivered_at !== null),
    failed: count(event.id, ({ delivered_at, failed_at }) => delivered_at === null && failed_at !== null),
    pending: count(event.id, ({ delivered_at, failed_at }) => delivered_at === null && failed_at === null),
  }))
}
