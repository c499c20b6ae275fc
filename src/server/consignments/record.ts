import type { Insertable } from 'kysely'
import { ConsignmentPayload } from '../../contract/consignments.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { noteChanges } from '../changes/note-changes.ts'
import type { BookedPart, Booking, Piece } from '../couriers/courier.ts'
import type { ClaimRow, ConsignmentPartRow, QuoteRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { searchTextOf } from '../db/search-text.ts'
import { timestamp } from '../db/times.ts'
import { markShipped } from '../orders/change.ts'
import { itemsKeyOf } from '../orders/store.ts'
import { logSecurity } from '../platform/log.ts'
import { bookings } from '../platform/metrics.ts'
import type { ConsignmentDeps } from './deps.ts'
import { freightRequest, payloadHash } from './payload.ts'
import { writeConsignmentEvent } from './present.ts'

type Row<Table extends keyof Database> = Insertable<Database[Table]>

/**
 * Records a booking in one transaction: replaces the claim by the consignment and its parts, marks the
 * order as shipped unless it is another consignment of it, and writes the events of both. Each quote is recorded once, however often this is called.
 * @returns the tracking code
 */
export async function recordBooking(
  { db, clock }: Pick<ConsignmentDeps, 'db' | 'clock'>,
  claim: Pick<ClaimRow, 'payload' | 'contents' | 'order_code' | 'reference' | 'staff_id' | 'staff_name'>,
  quote: QuoteRow,
  booking: Booking,
): Promise<string> {
  const now = clock()
  const payload = ConsignmentPayload.parse(JSON.parse(claim.payload))
  const request = await freightRequest(db, payload)
  const { isRural, ...destination } = request.destination
  const row = {
    ...destination,
    tracking_code: booking.trackingCode,
    quote_id: quote.id,
    payload_hash: payloadHash(payload),
    order_code: claim.order_code,
    reference: claim.reference,
    customer_code: nonBlank(payload.customer_id),
    tracking_url: booking.trackingUrl,
    courier: quote.courier,
    provider_name: quote.provider_name,
    provider_slug: quote.provider_slug,
    type: quote.type,
    branch: request.origin,
    is_rural: isRural ? 1 : 0,
    send_tracking: request.sendTracking ? 1 : 0,
    cost_cents: quote.cost_cents,
    services: JSON.stringify(booking.services),
    staff_id: claim.staff_id,
    staff_name: claim.staff_name,
    created_at: timestamp(now),
  }
  const pieces = singlePieces(request.pieces)
  const recorded = await db.transaction().execute(async (within) => {
    // Another consignment has a part of the items.
    const isOwn = claim.order_code !== null && claim.reference === null
    const items_key = isOwn ? await itemsKeyOf(within, claim.order_code ?? '') : null
    const written = await within
      .insertInto('consignments')
      .values({ ...row, items_key, search_text: consignmentSearchText(row, pieces) })
      .onConflict((conflict) => conflict.column('quote_id').doNothing())
      .returning('id')
      .executeTakeFirst()
    await within.deleteFrom('claims').where('quote_id', '=', quote.id).execute()
    if (written) {
      const parts = partsOf(booking, pieces, claim.contents).map((part) => ({
        ...part,
        consignment_id: written.id,
      }))
      await within.insertInto('consignment_parts').values(parts).execute()
      await noteChanges(within, [{ kind: 'consignment', code: booking.trackingCode, is_new: true }])
      await writeConsignmentEvent(within, 'consignment.booked', { ...row, id: written.id }, now)
      if (claim.order_code !== null && claim.reference === null) {
        await markShipped(within, claim.order_code, row, now)
      }
    }
    const { tracking_code } = await within
      .selectFrom('consignments')
      .select('tracking_code')
      .where('quote_id', '=', quote.id)
      .executeTakeFirstOrThrow()
    return { trackingCode: tracking_code, isNew: written !== undefined }
  })
  const { trackingCode, isNew } = recorded
  if (isNew) {
    bookings.inc({ outcome: 'booked' })
    const staff = { id: claim.staff_id, name: claim.staff_name }
    logSecurity('booking', { trackingCode, orderCode: claim.order_code }, staff)
  }
  return trackingCode
}

/** One per piece, because couriers book and label them one by one. */
function singlePieces(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece) => Array.from({ length: piece.quantity }, () => ({ ...piece, quantity: 1 })))
}

function partsOf(
  booking: Booking,
  pieces: readonly Piece[],
  contents: string | null,
): Omit<Row<'consignment_parts'>, 'consignment_id'>[] {
  const inPieces: unknown[] = contents === null ? [] : JSON.parse(contents)
  return pieces.map((piece, index) => {
    const unknown = { partNumber: String(index + 1), label: booking.trackingCode, costCents: 0, services: [] }
    const inPiece = inPieces[index]
    return {
      ...partRow(piece, booking.parts[index] ?? unknown),
      contents: inPiece === undefined ? null : JSON.stringify(inPiece),
    }
  })
}

/** The row of a booked piece, without its consignment. */
export function partRow(
  { reference, packageType, height, length, width, weight }: Piece,
  { partNumber, label, costCents, services }: BookedPart,
): Omit<ConsignmentPartRow, 'id' | 'consignment_id' | 'contents'> {
  return {
    part_number: partNumber,
    label,
    reference,
    package_type: packageType,
    height,
    length,
    width,
    weight,
    cost_cents: costCents,
    services: JSON.stringify(services),
  }
}

type Findable = Pick<
  Row<'consignments'>,
  | 'tracking_code'
  | 'order_code'
  | 'reference'
  | 'company'
  | 'contact'
  | 'phone'
  | 'email'
  | 'street'
  | 'suburb'
  | 'city'
  | 'postcode'
>

/** The searched text of a consignment: its codes and reference, its pieces' references, its receiver and its destination. */
export function consignmentSearchText(row: Findable, pieces: readonly { reference: string }[]): string {
  const references = pieces.map(({ reference }) => reference)
  const { tracking_code, order_code, reference = null, company, contact, phone, email } = row
  return searchTextOf({
    texts: [tracking_code, order_code, reference, ...references, company, contact, email],
    phones: [phone],
    addresses: [row],
  })
}
