import type { Kysely, Selectable } from 'kysely'
import * as z from 'zod'
import { type BookableCourier, COURIERS } from '../../../domain/freight/couriers.ts'
import type { Database } from '../../db/schema.ts'
import { timestamp } from '../../db/times.ts'
import type { BookingRequest, ChargedService } from '../courier.ts'
import type { ConsignmentPrice, PiecePrice } from './price.ts'

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

/**
 * The number of the first live booking. The demo's consignments use lower numbers, so that no code is used twice.
 */
const FIRST_LIVE_NUMBER = 1_000_000

/** Weights of the check digit of postal item numbers (UPU standard S10). */
const S10_WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7]

/** A courier's tracking code of a number, such as `LH1602541`; for NZ Post with its check digit and `NZ`. */
export function trackingCode(slug: BookableCourier, number: number): string {
  const { prefix, digits } = COURIERS[slug].code
  const padded = String(number).padStart(digits, '0')
  return prefix + padded + (slug === 'nzpost' ? `${checkDigit(padded)}NZ` : '')
}

/** The number of a courier's tracking code; null for any other text. */
export function codeNumber(slug: BookableCourier, code: string): number | null {
  const [digits] = /(?<!\d)\d{7,9}(?!\d)/.exec(code) ?? ['']
  const number = Number(slug === 'nzpost' ? digits.slice(0, -1) : digits)
  return trackingCode(slug, number) === code ? number : null
}

function checkDigit(digits: string): number {
  const sum = S10_WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  const check = 11 - (sum % 11)
  if (check === 10) return 0
  return check === 11 ? 5 : check
}
