import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ConsignmentPayload, Parcel } from '../../contract/consignments.ts'
import type { Branch } from '../../contract/orders.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { originBranch } from '../../domain/freight/branch.ts'
import { isRuralAddress } from '../addresses/verified.ts'
import type { FreightRequest } from '../couriers/courier.ts'
import type { Database } from '../db/schema.ts'
import { invalidField } from '../http/refusal.ts'

/** Far above any courier's limits, to catch typing errors. In characters, pieces, centimetres and kilograms. */
const LIMITS = { line: 200, text: 1000, pieces: 500, size: 2000, weight: 10_000 }

const LINES = [
  'customer_id',
  'order_id',
  'street',
  'suburb',
  'city',
  'postcode',
  'company',
  'contact',
  'phone',
  'email',
] as const

/** @throws Refusal 422 naming the first unusable field */
export function checkPayload(payload: ConsignmentPayload): void {
  for (const field of LINES) atMost(field, payload[field], LIMITS.line)
  atMost('instructions', payload.instructions, LIMITS.text)
  if (nonBlank(payload.street) === null) throw invalidField(422, 'street', 'is required')
  if (!/^\d{4}$/.test(payload.postcode.trim())) throw invalidField(422, 'postcode', 'must have four digits')
  if (payload.parcels.length === 0) throw invalidField(422, 'parcels', 'there must be at least one')
  for (const [index, parcel] of payload.parcels.entries()) checkParcel(parcel, index)
  const pieces = sum(payload.parcels, ({ quantity }) => quantity)
  if (pieces > LIMITS.pieces) throw invalidField(422, 'parcels', `may be at most ${LIMITS.pieces} pieces`)
  if (sum(payload.parcels, ({ weight }) => weight) === 0)
    throw invalidField(422, 'weight', 'must be more than 0')
  const volume = sum(payload.parcels, ({ height, length, width }) => height * length * width)
  if (volume === 0) throw invalidField(422, 'volume', 'must be more than 0')
}

/** The console's ids are its row numbers; it omits empty rows. */
const ROW = /^[1-9]\d{0,2}$/

function checkParcel(parcel: Parcel, index: number): void {
  const row = ROW.test(parcel.id) ? Number(parcel.id) - 1 : index
  const refuse = (field: keyof Parcel, fault: string) =>
    invalidField(422, `parcels.${index}.${field}`, fault, `parcels.${row}.${field}`)
  if (parcel.reference.length > LIMITS.line) throw refuse('reference', tooLong(LIMITS.line))
  if (parcel.quantity < 1) throw refuse('quantity', 'must be at least 1')
  for (const measure of ['height', 'length', 'width', 'weight'] as const) {
    const most = measure === 'weight' ? LIMITS.weight : LIMITS.size
    if (parcel[measure] < 0) throw refuse(measure, 'may not be less than 0')
    if (parcel[measure] > most) throw refuse(measure, `may be at most ${most}`)
  }
}

function atMost(field: string, text: string, longest: number): void {
  if (text.length > longest) throw invalidField(422, field, tooLong(longest))
}

function tooLong(longest: number): string {
  return `may have at most ${longest} characters`
}

function sum(parcels: readonly Parcel[], of: (parcel: Parcel) => number): number {
  return parcels.reduce((total, parcel) => total + of(parcel), 0)
}

/**
 * Identifies the payload that a quote prices: every field counts, their order does not. The payload must have been
 * parsed by the contract, which fixes the order of its fields.
 */
export function payloadHash(payload: ConsignmentPayload): string {
  return createHash('sha256').update(JSON.stringify(payload)).digest('base64url')
}

/** The request to couriers, without what the courier rules require. Whether it is rural is determined from the address again (FRT-16). */
export async function freightRequest(
  db: Kysely<Database>,
  payload: ConsignmentPayload,
): Promise<Omit<FreightRequest, 'isSignatureRequired'>> {
  const origin = await originOf(db, payload.order_id)
  const isRural = await isRuralAddress(db, payload)
  return {
    origin,
    destination: {
      company: payload.company.trim(),
      contact: payload.contact.trim(),
      phone: payload.phone.trim(),
      email: payload.email.trim(),
      street: payload.street.trim(),
      suburb: payload.suburb.trim(),
      city: payload.city.trim(),
      postcode: payload.postcode.trim(),
      isRural,
      instructions: payload.instructions.trim(),
    },
    pieces: payload.parcels.map(({ reference, package_type, quantity, height, length, width, weight }) => ({
      reference: reference.trim(),
      packageType: package_type === 'custom' ? null : package_type,
      quantity,
      height,
      length,
      width,
      weight,
    })),
    sendTracking: payload.send_tracking,
  }
}

/** The branch that sends: the order's, or Auckland if there is no such order (FRT-16). */
async function originOf(db: Kysely<Database>, orderCode: string): Promise<Branch> {
  const order = await db
    .selectFrom('orders')
    .select('branch')
    .where('code', '=', orderCode.trim())
    .executeTakeFirst()
  return originBranch(order?.branch)
}
