import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ConsignmentPayload, ParcelContent } from '../../contract/consignments.ts'
import { type Clock, parseInstant } from '../../domain/calendar/nz-time.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { nextReference } from '../../domain/freight/consignment.ts'
import { orderCan } from '../../domain/orders/order-actions.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import type { ClaimRow, ReleasedClaimRow } from '../db/consignment-tables.ts'
import { releasedIfUnconfirmed } from '../db/held-writes.ts'
import type { Database } from '../db/schema.ts'
import { CLOCKS_APART_MS, timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import type { Staff } from '../http/session.ts'
import { presentOrder } from '../orders/present.ts'
import { findOrder } from '../orders/store.ts'
import type { ConsignmentDeps, Judging } from './deps.ts'

/**
 * Longer by 10 s than a request handles a claim (see `TIME_OUTS`), because the clock of another process may be ahead. An
 * older claim was left by a dead process.
 */
export const LEASE_MS = 25_000

/** How long staff are told of a consignment that was recorded after they were told that its booking is uncertain. */
const TOLD_MS = 5 * 60_000

/** The end of the lease of an abandoned claim: past by the clock of every process. */
const ENDED = timestamp(0)

type Deps = { db: Kysely<Database>; clock: Clock }
type ClaimDeps = Deps & Pick<ConsignmentDeps, 'creditStop'>

/** A request to book a quote. */
export interface BookingWish {
  quoteId: string
  payload: ConsignmentPayload
  /** The reference of another consignment of a shipped order. Absent for an order's own, or without an order. */
  reference?: string
  /** What is in each piece; absent if that is not known. */
  contents?: readonly (readonly ParcelContent[])[]
  staff: Staff
}

/**
 * Claims a quote and its order before the courier is called. Null if the quote or the order is claimed
 * already, or the quote has been booked.
 * @throws Refusal 409 if the order must not be sent
 */
export async function claimQuote(
  { db, clock, creditStop }: ClaimDeps,
  { quoteId, payload, reference, contents, staff }: BookingWish,
): Promise<ClaimRow | null> {
  const now = clock()
  const claim: ClaimRow = {
    quote_id: quoteId,
    order_code: nonBlank(payload.order_id),
    reference: reference ?? null,
    payload: JSON.stringify(payload),
    contents: contents === undefined ? null : JSON.stringify(contents),
    ...newLease(now),
    claimed_at: timestamp(now),
    not_found_at: null,
    is_check: 0,
    staff_id: staff.id,
    staff_name: staff.name,
  }
  const claiming = db.transaction().execute(async (within) => {
    const { numInsertedOrUpdatedRows } = await within
      .insertInto('claims')
      .values(claim)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return null
    // Read only now, after an earlier holder of the quote or the order has committed its outcome.
    const booked = await within
      .selectFrom('consignments')
      .select('id')
      .where('quote_id', '=', quoteId)
      .executeTakeFirst()
    if (booked) {
      await within.deleteFrom('claims').where('quote_id', '=', quoteId).execute()
      return null
    }
    if (claim.order_code === null) await refuseBookedLate(within, claim, now)
    else if (reference === undefined) await refuseSentOrder(within, claim.order_code, { now, creditStop })
    else await refuseOtherReference(within, claim.order_code, reference, { now, creditStop })
    return claim
  })
  // No courier has been called.
  return releasedIfUnconfirmed(claiming, () => endClaim(db, claim), LEASE_MS)
}

/**
 * Prevents bookings of a released quote while it is looked up again. Its order can be booked meanwhile. Null if
 * the quote is being booked.
 */
export async function claimForCheck(
  { db, clock }: Deps,
  released: ReleasedClaimRow,
): Promise<ClaimRow | null> {
  const { quote_id, payload, contents, staff_id, staff_name } = released
  const now = clock()
  const claim: ClaimRow = {
    quote_id,
    payload,
    contents,
    staff_id,
    staff_name,
    order_code: null,
    reference: null,
    not_found_at: null,
    ...newLease(now),
    claimed_at: timestamp(now),
    is_check: 1,
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('claims')
    .values(claim)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 0n ? null : claim
}

/** An invoice that the system does not know may get another consignment once the first is delivered. */
async function refuseSentOrder(db: Kysely<Database>, orderCode: string, judging: Judging): Promise<void> {
  const live = await db
    .selectFrom('consignments')
    .select('tracking_code')
    .where('order_code', '=', orderCode)
    .where('reference', 'is', null)
    .where('deleted_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('delivered_at', 'is', null),
        exists(selectFrom('orders').select('id').where('code', '=', orderCode)),
      ]),
    )
    .executeTakeFirst()
  if (live) throw new Refusal(409, `Order ${orderCode} already has consignment ${live.tracking_code}.`)
  await refuseUnlessSendable(db, { order_code: orderCode, reference: null }, judging)
}

/** @throws Refusal 409 with the reason if the order of a claim may not be sent, for example because it was stopped */
export async function refuseUnlessSendable(
  db: Kysely<Database>,
  { order_code, reference }: Pick<ClaimRow, 'order_code' | 'reference'>,
  { now, creditStop }: Judging,
): Promise<void> {
  const found = order_code === null ? null : await findOrder(db, order_code)
  const action = reference === null ? 'create-consignment' : 'another-consignment'
  const reason = found && orderCan(action, presentOrder(found, now, creditStop)).reason
  if (reason !== null) throw new Refusal(409, `${reason}.`)
}

/**
 * Staff who were told that a booking without an order is uncertain may have priced it again.
 * @throws Refusal 409 if the same consignment has just been recorded from such a booking
 */
async function refuseBookedLate(
  db: Kysely<Database>,
  { payload }: Pick<ClaimRow, 'payload'>,
  now: number,
): Promise<void> {
  const late = await db
    .selectFrom('released_claims as late')
    .innerJoin('consignments', 'consignments.quote_id', 'late.quote_id')
    .select('tracking_code')
    .where('late.order_code', 'is', null)
    .where('late.payload', '=', payload)
    .where('late.released_at', '>', timestamp(now - TOLD_MS))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (late === undefined) return
  throw new Refusal(
    409,
    `The same consignment was booked as ${late.tracking_code}. To send another like it, wait five minutes.`,
  )
}

/** The claim that prevents booking a quote: on the quote, on its order, or on the same consignment without an order. */
export async function claimInTheWay(
  db: Kysely<Database>,
  { quoteId, payload }: Pick<BookingWish, 'quoteId' | 'payload'>,
): Promise<ClaimRow | null> {
  const orderCode = nonBlank(payload.order_id)
  const rows = await db
    .selectFrom('claims')
    .selectAll()
    .where(({ or, and, eb }) =>
      or([
        eb('quote_id', '=', quoteId),
        orderCode === null
          ? and({ order_code: null, is_check: 0, payload: JSON.stringify(payload) })
          : eb('order_code', '=', orderCode),
      ]),
    )
    .execute()
  return rows.find(({ quote_id }) => quote_id === quoteId) ?? rows[0] ?? null
}

/** Abandoned claims: those of dead processes, and those whose outcome is unknown. */
export async function abandonedClaims({ db, clock }: Deps): Promise<ClaimRow[]> {
  const now = clock()
  const claims = await db.selectFrom('claims').selectAll().execute()
  return claims.filter((claim) => !isClaimHeld(claim, now))
}

/** Whether a claim is being handled. A lease that ends too far ahead dates from before the clock was set back. */
export function isClaimHeld({ leased_until }: ClaimRow, now: number): boolean {
  return leased_until > timestamp(now) && leased_until <= timestamp(now + LEASE_MS + CLOCKS_APART_MS)
}

function newLease(now: number): Pick<ClaimRow, 'holder' | 'leased_until'> {
  return { holder: randomUUID(), leased_until: timestamp(now + LEASE_MS) }
}

/**
 * Whether the claim is still ours, by its row and not by a clock, because a paused process may have lost it. Renews its
 * lease.
 */
export async function stillHolds({ db, clock }: Deps, claim: ClaimRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('claims')
    .set({ leased_until: timestamp(clock() + LEASE_MS) })
    .where('quote_id', '=', claim.quote_id)
    .where('holder', '=', claim.holder)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Records that the courier does not have the booking of a claim.
 * @returns milliseconds since this was first found: 0 the first time, and if the clock was set back
 */
export async function noteNotFound(
  { db, clock }: Deps,
  { quote_id, not_found_at }: ClaimRow,
): Promise<number> {
  const now = clock()
  const since = parseInstant(not_found_at)
  if (since !== null && since <= now) return now - since
  await db
    .updateTable('claims')
    .set({ not_found_at: timestamp(now) })
    .where('quote_id', '=', quote_id)
    .execute()
  return 0
}

/** Takes over an abandoned claim; null if another request was first. */
export async function takeOver({ db, clock }: Deps, claim: ClaimRow): Promise<ClaimRow | null> {
  const mine = newLease(clock())
  const { numUpdatedRows } = await db
    .updateTable('claims')
    .set(mine)
    .where('quote_id', '=', claim.quote_id)
    .where('holder', '=', claim.holder)
    .where('leased_until', '=', claim.leased_until)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? null : { ...claim, ...mine }
}

/** Releases a claim whose booking the courier refused or does not have. It will be looked up a few more times. */
export async function releaseClaim({ db, clock }: Deps, claim: ClaimRow): Promise<void> {
  await db.transaction().execute(async (within) => {
    if (await endClaim(within, claim)) await remember(within, claim, clock())
  })
}

/** @returns false if the claim was no longer ours */
export async function endClaim(db: Kysely<Database>, claim: ClaimRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('claims')
    .where('quote_id', '=', claim.quote_id)
    .where('holder', '=', claim.holder)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Schedules look-ups for bookings with the reference of a claim, other than the recorded one. */
export async function remember(db: Kysely<Database>, claim: ClaimRow, now: number): Promise<void> {
  const { quote_id, order_code, reference, payload, contents, staff_id, staff_name } = claim
  const begun = { released_at: timestamp(now), looks: 0 }
  await db
    .insertInto('released_claims')
    .values({ quote_id, order_code, reference, payload, contents, staff_id, staff_name, ...begun })
    .onConflict((conflict) => conflict.column('quote_id').doUpdateSet(begun))
    .execute()
}

/** The outcome is unknown, so the next request for the quote or the order looks it up first. */
export async function abandonClaim({ db }: Pick<Deps, 'db'>, claim: ClaimRow): Promise<void> {
  await db
    .updateTable('claims')
    .set({ leased_until: ENDED })
    .where('quote_id', '=', claim.quote_id)
    .where('holder', '=', claim.holder)
    .execute()
}

/**
 * The reference that another consignment of an order would get now. Deleted consignments count, and a reference that is
 * the code of an order is left out.
 */
export async function nextReferenceOf(db: Kysely<Database>, orderCode: string): Promise<string> {
  const rows = await db
    .selectFrom('consignments')
    .select('reference')
    .where('order_code', '=', orderCode)
    .where('reference', 'is not', null)
    .execute()
  const taken = rows.flatMap(({ reference }) => reference ?? [])
  for (;;) {
    const next = nextReference(orderCode, taken)
    const order = await db.selectFrom('orders').select('id').where('code', '=', next).executeTakeFirst()
    if (order === undefined) return next
    taken.push(next)
  }
}

/**
 * Checks that an order may get another consignment with this reference. The caller holds the claim on the order.
 * @throws Refusal 404 without such an order, 409 if it is not shipped or another request has taken the reference
 */
async function refuseOtherReference(
  db: Kysely<Database>,
  orderCode: string,
  reference: string,
  { now, creditStop }: Judging,
): Promise<void> {
  const found = await findOrder(db, orderCode)
  if (found === null) throw new Refusal(404, MESSAGES.orderNotFound)
  const { reason } = orderCan('another-consignment', presentOrder(found, now, creditStop))
  if (reason !== null) throw new Refusal(409, `${reason}.`)
  const next = await nextReferenceOf(db, orderCode)
  if (next === reference) return
  throw new Refusal(
    409,
    `${reference} is not the next consignment of order ${orderCode}. Look at its Freight tab, and start again.`,
  )
}
