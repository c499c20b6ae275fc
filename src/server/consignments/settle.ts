import { shownReference } from '../../domain/freight/consignment.ts'
import type { Booking, Courier } from '../couriers/courier.ts'
import type { ClaimRow, QuoteRow } from '../db/consignment-tables.ts'
import { DatabaseFailure } from '../db/failure.ts'
import { onceReachable } from '../db/held-writes.ts'
import { Refusal, RetryLater } from '../http/refusal.ts'
import { withTimeOut } from '../platform/limits.ts'
import { log } from '../platform/log.ts'
import {
  abandonClaim,
  abandonedClaims,
  endClaim,
  LEASE_MS,
  noteNotFound,
  releaseClaim,
  remember,
  takeOver,
} from './claims.ts'
import type { ConsignmentDeps } from './deps.ts'
import { recordBooking } from './record.ts'

/** A claim is released if the courier still reports no booking this many milliseconds after it first reported none. */
export const SETTLED_AFTER_MS = 60_000

/**
 * Settles a claim that was taken over, without booking anything: records it if the courier has booked it,
 * releases it if the courier has not and will not.
 * @throws Refusal if that is still unknown
 */
export async function settleClaim(deps: ConsignmentDeps, claim: ClaimRow): Promise<void> {
  if (claim.is_check === 1) return void (await endClaim(deps.db, claim))
  await holding(deps, claim, async () => {
    const quote = await quoteOfClaim(deps, claim)
    const courier = courierNamed(deps, quote.courier)
    if (courier === undefined) throw goneWithItsBooking(quote)
    const found = await lookUpBooking(deps, courier, claim)
    if ('booking' in found) {
      // Nothing else tells that the same consignment with another price is a repetition.
      if (claim.order_code === null) await remember(deps.db, claim, deps.clock())
      await recordBooking(deps, claim, quote, found.booking)
    } else if (courier.booksInDatabase || found.missingFor >= SETTLED_AFTER_MS) {
      await releaseClaim(deps, claim)
    } else throw unknownOutcome(courier)
  })
}

/** Settles abandoned claims whose outcome can be found out: at startup and every minute. */
export async function settleAbandoned(deps: ConsignmentDeps): Promise<void> {
  for (const abandoned of await abandonedClaims(deps)) {
    const claim = await takeOver(deps, abandoned)
    if (claim === null) continue
    try {
      await settleClaim(deps, claim)
    } catch (error) {
      if (!(error instanceof Refusal))
        log.error({ err: error, quote: claim.quote_id }, 'Booking could not be settled')
    }
  }
}

/** On any error, the claim is abandoned at once instead of when its lease ends, or as soon as the database is back. */
export async function holding<T>(deps: ConsignmentDeps, claim: ClaimRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await abandonClaim(deps, claim).catch(() => onceReachable(() => abandonClaim(deps, claim), LEASE_MS))
    throw error
  }
}

/** The booking of a claim; otherwise the milliseconds since the courier first reported none. */
export async function lookUpBooking(
  deps: ConsignmentDeps,
  courier: Courier,
  claim: ClaimRow,
): Promise<{ booking: Booking } | { missingFor: number }> {
  try {
    const [booking, ...others] = await findBookings(deps, courier, claim)
    if (booking === undefined) return { missingFor: await noteNotFound(deps, claim) }
    if (others.length > 0) await remember(deps.db, claim, deps.clock())
    return { booking }
  } catch (error) {
    log.error({ err: error, courier: courier.name, quote: claim.quote_id }, 'Booking could not be looked up')
    throw unknownOutcome(courier, error)
  }
}

/** All live bookings of a claim. */
export function findBookings(
  { timeOuts }: ConsignmentDeps,
  courier: Courier,
  claim: Pick<ClaimRow, 'quote_id' | 'order_code' | 'reference'>,
): Promise<Booking[]> {
  const booking = { bookingReference: claim.quote_id, orderCode: shownReference(claim) ?? '' }
  return withTimeOut(timeOuts.ask, (signal) => courier.find(booking, signal))
}

/** @throws Refusal if the courier of a price is no longer configured */
export function courierOf(deps: ConsignmentDeps, quote: QuoteRow): Courier {
  const courier = courierNamed(deps, quote.courier)
  if (courier === undefined) throw new Refusal(409, `${quote.provider_name} is not set up any more.`)
  return courier
}

/** The quote of a claim. */
export function quoteOfClaim(
  { db }: ConsignmentDeps,
  { quote_id }: Pick<ClaimRow, 'quote_id'>,
): Promise<QuoteRow> {
  return db.selectFrom('quotes').selectAll().where('id', '=', quote_id).executeTakeFirstOrThrow()
}

export function courierNamed({ couriers }: ConsignmentDeps, slug: string): Courier | undefined {
  return couriers.find((courier) => courier.slug === slug)
}

/** The courier is no longer configured, so the outcome cannot be looked up: docs/operations.md. */
function goneWithItsBooking({ provider_name }: QuoteRow): Refusal {
  return new Refusal(
    503,
    `${provider_name} may have booked the order and is not set up any more: ask your administrator.`,
  )
}

/** @param cause the failed call. A courier in our database has not failed: the database has, so its error is reported. */
export function unknownOutcome(courier: Courier, cause?: unknown): unknown {
  if (courier.booksInDatabase && cause instanceof DatabaseFailure) return cause
  return new RetryLater(
    503,
    `${courier.name} has not said whether it booked the order. Nothing is booked twice: try again in a minute.`,
    60,
  )
}
