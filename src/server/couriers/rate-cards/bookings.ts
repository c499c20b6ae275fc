import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod'
import type { BookableCourier } from '../../../domain/freight/couriers.ts'
import type { Database } from '../../db/schema.ts'
import { timestamp } from '../../db/times.ts'
import type { BookingRequest, ChargedService } from '../courier.ts'
import type { ConsignmentPrice, PiecePrice } from './price.ts'
import { codeNumber, FIRST_LIVE_NUMBER, trackingCode } from './tracking-codes.ts'

interface NewBooking {
  courier: BookableCourier
  request: BookingRequest
  price: ConsignmentPrice
  at: number
}

export interface StoredBooking {
  courier: BookableCourier
  trackingCode: string
  origin: string
  parts: PiecePrice[]
  services: ChargedService[]
  bookedAt: string
  cancelledAt: string | null
}

const Services = z.array(z.object({ code: z.string(), description: z.string(), totalCents: z.int() }))
const Parts = z.array(z.object({ costCents: z.int(), services: Services }))

/** Adds a booking under the next number, or returns the one that already has its reference. */
export async function bookOnce(db: Kysely<Database>, booking: NewBooking): Promise<StoredBooking> {
  const { courier, request, price, at } = booking
  const reference = request.bookingReference
  await db
    .insertInto('rate_card_bookings')
    .values({
      courier,
      reference,
      origin: request.origin,
      parts: JSON.stringify(price.parts),
      services: JSON.stringify(price.services),
      booked_at: timestamp(at),
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()
  const made = await findByReference(db, courier, reference)
  if (made === null) throw new Error(`Another courier was booked as ${reference}.`)
  return made
}

export async function findByReference(
  db: Kysely<Database>,
  courier: BookableCourier,
  reference: string,
): Promise<StoredBooking | null> {
  return read(courier, await ofCourier(db, courier).where('reference', '=', reference).executeTakeFirst())
}

export async function findByCode(
  db: Kysely<Database>,
  courier: BookableCourier,
  code: string,
): Promise<StoredBooking | null> {
  return read(courier, await ofCourier(db, courier).where('id', '=', idOf(courier, code)).executeTakeFirst())
}

/** Does nothing if there is no such booking, or if it is already cancelled. */
export async function cancelBooking(
  db: Kysely<Database>,
  courier: BookableCourier,
  code: string,
  at: number,
): Promise<void> {
  await db
    .updateTable('rate_card_bookings')
    .set({ cancelled_at: timestamp(at) })
    .where('courier', '=', courier)
    .where('id', '=', idOf(courier, code))
    .where('cancelled_at', 'is', null)
    .execute()
}

function ofCourier(db: Kysely<Database>, courier: BookableCourier) {
  return db.selectFrom('rate_card_bookings').selectAll().where('courier', '=', courier)
}

/** The row id in a tracking code; below 1, and so of no row, if the code is not ours. */
function idOf(courier: BookableCourier, code: string): number {
  return (codeNumber(courier, code) ?? 0) - FIRST_LIVE_NUMBER
}

function read(
  courier: BookableCourier,
  row: Selectable<Database['rate_card_bookings']> | undefined,
): StoredBooking | null {
  if (row === undefined) return null
  return {
    courier,
    trackingCode: trackingCode(courier, FIRST_LIVE_NUMBER + row.id),
    origin: row.origin,
    parts: Parts.parse(JSON.parse(row.parts)),
    services: Services.parse(JSON.parse(row.services)),
    bookedAt: row.booked_at,
    cancelledAt: row.cancelled_at,
  }
}
