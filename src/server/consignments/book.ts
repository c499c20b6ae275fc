import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { ConsignmentPayload } from '../../contract/consignments.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { BEING_DELETED, shownReference } from '../../domain/freight/consignment.ts'
import { type Booking, type Courier, CourierRefused } from '../couriers/courier.ts'
import type { ClaimRow, ConsignmentRow, QuoteRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal, RetryLater } from '../http/refusal.ts'
import { withTimeOut } from '../platform/limits.ts'
import { log } from '../platform/log.ts'
import { bookings } from '../platform/metrics.ts'
import {
  type BookingWish,
  claimInTheWay,
  claimQuote,
  endClaim,
  isClaimHeld,
  refuseUnlessSendable,
  releaseClaim,
  stillHolds,
  takeOver,
} from './claims.ts'
import { judgeByRules } from './courier-rules.ts'
import { settleDeletionOf } from './delete.ts'
import type { ConsignmentDeps } from './deps.ts'
import { checkPayload, freightRequest, payloadHash } from './payload.ts'
import { recordBooking } from './record.ts'
import { courierOf, holding, lookUpBooking, settleClaim, unknownOutcome } from './settle.ts'

/** Milliseconds between checks for the outcome of another request that is booking the same quote. */
const LOOK_EVERY_MS = 50

/** `Retry-After`, in seconds, once those checks are over: what is left of a lease. */
const RETRY_AFTER_S = 10

/**
 * Books a quote: one consignment, however often it is requested, by whichever process and after any crash.
 * See docs/booking.md.
 * @returns the tracking code
 * @throws Refusal with the reason if it cannot be booked, or its outcome is still unknown
 */
export async function bookQuote(deps: ConsignmentDeps, wish: BookingWish): Promise<string> {
  checkPayload(wish.payload)
  const hash = payloadHash(wish.payload)
  const orderCode = nonBlank(wish.payload.order_id)
  if (orderCode !== null) await settleDeletionOf(deps, orderCode)
  for (let waited = 0; ; ) {
    const made = await consignmentOf(deps.db, wish.quoteId)
    if (made) return trackingCodeOf(made, hash, wish.reference ?? null)
    const quote = await bookableQuote(deps.db, wish.quoteId, hash)
    const inTheWay = await claimInTheWay(deps.db, wish)
    if (inTheWay === null) {
      if (isExpired(quote, deps.clock())) throw expired()
      courierOf(deps, quote)
      await refuseByRules(deps, wish, quote)
      const claim = await claimQuote(deps, wish)
      if (claim) return bookClaim(deps, claim, quote)
    } else if (!isClaimHeld(inTheWay, deps.clock())) {
      const claim = await takeOver(deps, inTheWay)
      if (claim) await settleClaim(deps, claim)
    } else {
      if (waited >= deps.timeOuts.others) throw beingBooked()
      waited += LOOK_EVERY_MS
      await pause(LOOK_EVERY_MS)
    }
  }
}

/**
 * Books a claim whose courier has no booking for it.
 * @returns the tracking code
 */
export async function bookClaim(deps: ConsignmentDeps, claim: ClaimRow, quote: QuoteRow): Promise<string> {
  return holding(deps, claim, async () => {
    const courier = courierOf(deps, quote)
    return recordBooking(deps, claim, quote, await book(deps, courier, claim, quote))
  })
}

/** The only call of a courier that books. Its outcome is looked up after any failure. */
async function book(
  deps: ConsignmentDeps,
  courier: Courier,
  claim: ClaimRow,
  quote: QuoteRow,
): Promise<Booking> {
  const payload = ConsignmentPayload.parse(JSON.parse(claim.payload))
  const request = {
    ...(await freightRequest(deps.db, payload)),
    isSignatureRequired:
      quote.is_signature_required === null
        ? (await judgeByRules(deps, payload)).isSignatureRequired
        : quote.is_signature_required === 1,
    courierQuote: quote.courier_quote,
    bookingReference: quote.id,
    orderCode: shownReference(claim) ?? '',
  }
  if (!(await stillHolds(deps, claim))) throw unknownOutcome(courier)
  try {
    // The order may have been stopped since it was claimed. No courier has been called yet.
    await refuseUnlessSendable(deps.db, claim, { now: deps.clock(), creditStop: deps.creditStop })
  } catch (error) {
    await endClaim(deps.db, claim)
    throw error
  }
  try {
    return await withTimeOut(deps.timeOuts.book, (signal) => courier.book(request, signal))
  } catch (error) {
    const isRefused = error instanceof CourierRefused
    if (!isRefused) {
      bookings.inc({ outcome: 'unknown' })
      log.error({ err: error, courier: courier.name, quote: quote.id }, 'Outcome of a booking is unknown')
    }
    // A refusal is looked up too: a gateway can respond 429 or 404 and still have booked.
    const found = await lookUpBooking(deps, courier, claim)
    if ('booking' in found) return found.booking
    if (!isRefused) throw unknownOutcome(courier, error)
    bookings.inc({ outcome: 'refused' })
    await releaseClaim(deps, claim)
    throw new Refusal(409, error.message)
  }
}

async function consignmentOf(db: Kysely<Database>, quoteId: string): Promise<ConsignmentRow | undefined> {
  return db.selectFrom('consignments').selectAll().where('quote_id', '=', quoteId).executeTakeFirst()
}

function trackingCodeOf(made: ConsignmentRow, hash: string, reference: string | null): string {
  if (made.payload_hash !== hash || made.reference !== reference) throw otherPayload()
  if (made.deleted_at !== null) {
    throw new Refusal(409, 'The consignment of this price was deleted. Get the freight options again.')
  }
  if (made.deleting_since !== null) throw new Refusal(409, `${BEING_DELETED}.`)
  return made.tracking_code
}

async function bookableQuote(db: Kysely<Database>, quoteId: string, hash: string): Promise<QuoteRow> {
  const quote = await db.selectFrom('quotes').selectAll().where('id', '=', quoteId).executeTakeFirst()
  if (quote === undefined) throw expired()
  if (quote.payload_hash !== hash) throw otherPayload()
  return quote
}

/**
 * @throws Refusal 409 if a courier rule refuses the courier (FRT-21) or the signature is not required as it was priced, for
 * example since a rule was changed (FRT-22)
 */
async function refuseByRules(
  deps: ConsignmentDeps,
  { payload }: BookingWish,
  quote: QuoteRow,
): Promise<void> {
  const { isSignatureRequired, refusalOf } = await judgeByRules(deps, payload)
  const reason = refusalOf(quote.provider_slug)
  if (reason !== null) throw new Refusal(409, reason)
  const priced = quote.is_signature_required
  if (priced !== null && (priced === 1) !== isSignatureRequired) throw expired()
}

/** Not a 409, which says that nothing was booked: the courier may have been called. */
function beingBooked(): Refusal {
  return new RetryLater(503, 'The order is being booked already. Try again shortly.', RETRY_AFTER_S)
}

function isExpired(quote: QuoteRow, now: number): boolean {
  return quote.expires_at <= timestamp(now)
}

function expired(): Refusal {
  return new Refusal(409, 'The price has expired. Get the freight options again.')
}

function otherPayload(): Refusal {
  return new Refusal(409, 'The price is for another consignment. Get the freight options again.')
}
