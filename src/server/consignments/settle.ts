import { ConsignmentPayload } from '../../contract/consignments.ts'
import { type Booking, type Courier, CourierRefused } from '../couriers/courier.ts'
import { orAborted } from '../couriers/or-aborted.ts'
import type { ClaimRow, QuoteRow } from '../db/consignment-tables.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import { writeLog } from '../log.ts'
import { abandonedClaims, giveUp, isHeld, release, takeOver } from './claims.ts'
import type { ConsignmentDeps } from './deps.ts'
import { freightRequest } from './payload.ts'
import { originOf } from './price.ts'
import { recordBooking } from './record.ts'

/** A courier that was asked to book and does not know the booking this long after will not make it any more. */
export const SETTLED_AFTER_MS = 60_000

/** Books a fresh claim: the courier has never heard of it, or is known not to have booked it. @returns the tracking code */
export async function bookClaim(deps: ConsignmentDeps, claim: ClaimRow, quote: QuoteRow): Promise<string> {
  return holding(deps, claim, async () => {
    const courier = courierOf(deps, quote)
    return recordBooking(deps, claim, quote, await book(deps, courier, claim, quote))
  })
}

/**
 * Brings a claim that was taken over to its end without booking anything: recorded where the courier has booked it,
 * released where it has not and will not any more.
 * @throws Refusal where that cannot be said yet
 */
export async function settleClaim(deps: ConsignmentDeps, claim: ClaimRow): Promise<void> {
  await holding(deps, claim, async () => {
    const quote = await deps.db
      .selectFrom('quotes')
      .selectAll()
      .where('id', '=', claim.quote_id)
      .executeTakeFirstOrThrow()
    const courier = courierNamed(deps, quote.courier)
    if (courier === undefined) throw goneWithItsBooking(quote)
    const found = await lookUp(deps, courier, claim)
    if (found) await recordBooking(deps, claim, quote, found)
    else if (claim.claimed_at <= timestamp(deps.clock() - SETTLED_AFTER_MS)) await release(deps, claim)
    else throw unknownOutcome(courier)
  })
}

/** Settles what was left behind, as far as it can be said: at the start and every now and then. */
export async function settleAbandoned(deps: ConsignmentDeps): Promise<void> {
  for (const abandoned of await abandonedClaims(deps)) {
    const claim = await takeOver(deps, abandoned)
    if (claim === null) continue
    try {
      await settleClaim(deps, claim)
    } catch (error) {
      if (!(error instanceof Refusal)) logFailure(`Booking ${claim.quote_id} could not be settled`, error)
    }
  }
}

/** Whatever goes wrong, the claim is given up at once instead of when its lease ends. */
async function holding<T>(deps: ConsignmentDeps, claim: ClaimRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await giveUp(deps, claim)
    throw error
  }
}

async function book(
  deps: ConsignmentDeps,
  courier: Courier,
  claim: ClaimRow,
  quote: QuoteRow,
): Promise<Booking> {
  const payload = ConsignmentPayload.parse(JSON.parse(claim.payload))
  const request = {
    ...freightRequest(payload, await originOf(deps.db, payload.order_id)),
    courierQuote: quote.courier_quote,
    bookingReference: quote.id,
    orderCode: payload.order_id.trim(),
  }
  // A process that was paused may have lost the claim: then nobody may ask the courier for it.
  if (!isHeld(claim, deps.clock())) throw unknownOutcome(courier)
  try {
    return await orAborted(AbortSignal.timeout(deps.patience.book), (signal) => courier.book(request, signal))
  } catch (error) {
    if (error instanceof CourierRefused) {
      await release(deps, claim)
      throw new Refusal(409, error.message)
    }
    logFailure(`${courier.name} did not say whether it booked ${quote.id}`, error)
    const found = await lookUp(deps, courier, claim)
    if (found === null) throw unknownOutcome(courier)
    return found
  }
}

async function lookUp(deps: ConsignmentDeps, courier: Courier, claim: ClaimRow): Promise<Booking | null> {
  try {
    return await orAborted(AbortSignal.timeout(deps.patience.ask), (signal) =>
      courier.find(claim.quote_id, signal),
    )
  } catch (error) {
    logFailure(`${courier.name} could not look ${claim.quote_id} up`, error)
    throw unknownOutcome(courier)
  }
}

/** @throws Refusal where the courier of a price is gone from the settings */
export function courierOf(deps: ConsignmentDeps, quote: QuoteRow): Courier {
  const courier = courierNamed(deps, quote.courier)
  if (courier === undefined) throw new Refusal(409, `${quote.provider_name} is not set up any more.`)
  return courier
}

function courierNamed({ couriers }: ConsignmentDeps, slug: string): Courier | undefined {
  return couriers.find((courier) => courier.slug === slug)
}

/** What to do then stands in docs/decisions/0008-booking.md. */
function goneWithItsBooking({ provider_name }: QuoteRow): Refusal {
  return new Refusal(
    409,
    `${provider_name} may have booked the order and is not set up any more: ask whoever runs this server.`,
  )
}

function unknownOutcome(courier: Courier): Refusal {
  return new Refusal(
    503,
    `${courier.name} has not said whether it booked the order. Nothing is booked twice: try again in a minute.`,
  )
}

function logFailure(what: string, error: unknown): void {
  writeLog(`${what}: ${error}`)
}
