import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ConsignmentPayload } from '../../contract/consignments.ts'
import { present } from '../../domain/absent.ts'
import type { Clock } from '../../domain/clock.ts'
import { orderCan } from '../../domain/order-can.ts'
import type { ClaimRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import { presentOrder } from '../orders/present.ts'
import { findOrder } from '../orders/store.ts'
import type { Staff } from '../sign-in/staff.ts'

/** Longer than a request works on a claim (see `PATIENCE`): one that is held past it was left by a dead process. */
export const LEASE_MS = 15_000

type Deps = { db: Kysely<Database>; clock: Clock }

/**
 * Claims a quote, and its order with it, before the courier is asked. Null where the quote or the order is claimed
 * already, or the quote has been booked.
 * @throws Refusal 409 where the order is not to be sent
 */
export async function claimQuote(
  { db, clock }: Deps,
  { quoteId, payload, staff }: { quoteId: string; payload: ConsignmentPayload; staff: Staff },
): Promise<ClaimRow | null> {
  const now = clock()
  const claim: ClaimRow = {
    quote_id: quoteId,
    order_code: present(payload.order_id),
    payload: JSON.stringify(payload),
    holder: randomUUID(),
    leased_until: timestamp(now + LEASE_MS),
    claimed_at: timestamp(now),
    staff_id: staff.id,
    staff_name: staff.name,
  }
  return db.transaction().execute(async (within) => {
    const { numInsertedOrUpdatedRows } = await within
      .insertInto('claims')
      .values(claim)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return null
    // Only now: whoever had the quote or the order claimed has committed what became of it.
    const booked = await within
      .selectFrom('consignments')
      .select('id')
      .where('quote_id', '=', quoteId)
      .executeTakeFirst()
    if (booked) {
      await within.deleteFrom('claims').where('quote_id', '=', quoteId).execute()
      return null
    }
    if (claim.order_code !== null) await refuseSentOrder(within, claim.order_code, now)
    return claim
  })
}

async function refuseSentOrder(db: Kysely<Database>, orderCode: string, now: number): Promise<void> {
  const live = await db
    .selectFrom('consignments')
    .select('tracking_code')
    .where('order_code', '=', orderCode)
    .where('deleted_at', 'is', null)
    .where('delivered_at', 'is', null)
    .executeTakeFirst()
  if (live) throw new Refusal(409, `Order ${orderCode} already has consignment ${live.tracking_code}.`)
  const found = await findOrder(db, orderCode)
  const reason = found && orderCan('create-consignment', presentOrder(found, now)).reason
  if (reason !== null) throw new Refusal(409, `${reason}.`)
}

/** The claim that stands in the way of booking a quote: on itself or on its order. */
export async function claimInTheWay(
  db: Kysely<Database>,
  quoteId: string,
  orderCode: string | null,
): Promise<ClaimRow | null> {
  const row = await db
    .selectFrom('claims')
    .selectAll()
    .where((where) => where.or([where('quote_id', '=', quoteId), where('order_code', '=', orderCode)]))
    .executeTakeFirst()
  return row ?? null
}

/** Claims that nobody works on: left by a dead process, or given up with an outcome that nobody knows. */
export async function abandonedClaims({ db, clock }: Deps): Promise<ClaimRow[]> {
  return db.selectFrom('claims').selectAll().where('leased_until', '<=', timestamp(clock())).execute()
}

export function isHeld(claim: ClaimRow, now: number): boolean {
  return claim.leased_until > timestamp(now)
}

/** Takes an abandoned claim over; null where somebody else was first. */
export async function takeOver({ db, clock }: Deps, claim: ClaimRow): Promise<ClaimRow | null> {
  const mine = { holder: randomUUID(), leased_until: timestamp(clock() + LEASE_MS) }
  const { numUpdatedRows } = await db
    .updateTable('claims')
    .set(mine)
    .where('quote_id', '=', claim.quote_id)
    .where('holder', '=', claim.holder)
    .where('leased_until', '=', claim.leased_until)
    .executeTakeFirst()
  return numUpdatedRows === 0n ? null : { ...claim, ...mine }
}

/** Nothing was booked, for certain: the quote can be claimed again. */
export async function release({ db }: Deps, claim: ClaimRow): Promise<void> {
  await db
    .deleteFrom('claims')
    .where('quote_id', '=', claim.quote_id)
    .where('holder', '=', claim.holder)
    .execute()
}

/** What became of it is not known: whoever wants the quote or the order next looks it up first. */
export async function giveUp({ db, clock }: Deps, claim: ClaimRow): Promise<void> {
  await db
    .updateTable('claims')
    .set({ leased_until: timestamp(clock()) })
    .where('quote_id', '=', claim.quote_id)
    .where('holder', '=', claim.holder)
    .execute()
}
