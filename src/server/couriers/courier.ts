import type { PackageType } from '../../contract/consignments.ts'
import type { Branch } from '../../contract/orders.ts'

/** The destination of a consignment, as in the form. Suburb, city and region may be blank (FRT-6). */
export interface Destination {
  company: string
  contact: string
  phone: string
  email: string
  street: string
  suburb: string
  city: string
  postcode: string
  /** Determined by the server from the address; the form's value is ignored. */
  isRural: boolean
  instructions: string
}

export type BagType = Exclude<PackageType, 'custom'>

/** Equal pieces, with the centimetres and kilograms of one. */
export interface Piece {
  reference: string
  /** Null for a package with measures of its own. */
  packageType: BagType | null
  quantity: number
  height: number
  length: number
  width: number
  weight: number
}

export interface FreightRequest {
  origin: Branch
  destination: Destination
  pieces: readonly Piece[]
  sendTracking: boolean
  /** Whether a courier rule requires that the receiver signs. Couriers without that service ignore it. */
  isSignatureRequired: boolean
}

/** A part of a price, in cents excluding GST. */
export interface PricePart {
  description: string
  cents: number
}

/** A price in cents excluding GST. */
export interface CourierOption {
  /** Behind a gateway, the courier that carries the parcel. The specification calls it the provider. */
  courierName: string
  /** The courier's slug in the contract, such as `nzcouriers`; its name if the contract has none. */
  courierSlug: string
  costCents: number
  /** The parts that `costCents` is the sum of. Absent if the courier does not tell them. */
  parts?: readonly PricePart[]
  type: string
  description: string
  /** Data that the courier needs to book exactly this price. Stored with the quote, never shown. */
  courierQuote: string
}

/** Why a courier, or one of its services, gives no price. */
export interface CourierRefusal {
  courierName: string
  courierSlug: string
  reason: string
}

export type CourierAnswer = CourierOption | CourierRefusal

/**
 * Identifies a booking. The courier stores a reference made from it, so that a booking without a response can be looked
 * up, and booking it again changes nothing.
 */
export interface BookingKey {
  /** Our unique id of this booking: at most 50 letters, digits and `-`. */
  bookingReference: string
  /** Blank for a consignment without an order. */
  orderCode: string
}

export interface BookingRequest extends FreightRequest, BookingKey {
  courierQuote: string
}

/** A charged service, in cents excluding GST. */
export interface ChargedService {
  code: string
  description: string
  totalCents: number
}

/** One piece of a booked consignment. */
export interface BookedPart {
  partNumber: string
  /** Text of the piece's barcode. */
  label: string
  /** Freight without services. The price is the sum of all parts' costs and services, and the booking's own services. */
  costCents: number
  services: readonly ChargedService[]
}

export interface Booking {
  /** Letters and digits, unique to this booking. */
  trackingCode: string
  /** Null if the courier has no page for it. */
  trackingUrl: string | null
  /** One per piece, in the order of the request. */
  parts: readonly BookedPart[]
  services: readonly ChargedService[]
}

/** The consignments that a driver is to pick up. */
export interface Pickup {
  /** The slug of the courier that collects, also behind a gateway. */
  courierSlug: string
  trackingCodes: readonly string[]
  pieces: number
  /** Kilograms. */
  weight: number
}

export const TRACKING_EVENT_TYPES = ['created', 'collected', 'updated', 'delivered', 'exception'] as const
export type TrackingEventType = (typeof TRACKING_EVENT_TYPES)[number]

export interface TrackingEvent {
  /** UTC, ISO 8601. */
  at: string
  type: TrackingEventType
  code: string
  description: string
  location: string
}

interface TrackingPace {
  /** Limit of the consignments in a call of `track`. */
  most: number
  /** Milliseconds between two calls about the same consignment. */
  everyMs: number
}

/**
 * The tracking data that a courier reports for a consignment. Times are UTC, ISO 8601; null for events that have not
 * happened.
 */
export interface Tracked {
  /** Oldest first. */
  events: readonly TrackingEvent[]
  manifestedAt: string | null
  pickedAt: string | null
  deliveredAt: string | null
  /** Texts of the pieces' barcodes that appear in events, each once. */
  partCodes: readonly string[]
}

/**
 * A courier, or a gateway to several. Its slug is unique, because a booking is looked up, cancelled,
 * labelled and tracked by the courier that made it.
 *
 * Aborting the signal cancels a call. `CourierRefused` is the courier's refusal; after any other error the outcome is
 * unknown. A booking is looked up with `find` after both, because a gateway may refuse and still have booked.
 */
export interface Courier {
  slug: string
  name: string
  /** Set if its bookings are rows of our database: one that is not there was not made, however its call ended. */
  booksInDatabase?: true
  /** Prices and refusals; empty if it does not serve the origin. @throws if the courier is unreachable */
  quote(request: FreightRequest, signal: AbortSignal): Promise<CourierAnswer[]>
  /** @throws {CourierRefused} if the courier refuses; anything else if the outcome is unknown */
  book(request: BookingRequest, signal: AbortSignal): Promise<Booking>
  /** The live bookings of a key. More than one only if the courier booked a repeated request again. */
  find(booking: BookingKey, signal: AbortSignal): Promise<Booking[]>
  /** Succeeds also if it was cancelled before. @throws {CourierRefused} only if it is too late to cancel */
  cancel(trackingCode: string, signal: AbortSignal): Promise<void>
  /** The courier's own labels as one PDF with a page per piece; null if this product draws them. */
  label(trackingCode: string, signal: AbortSignal): Promise<Uint8Array | null>
  /** The same labels in ZPL, for label printers; null if it offers none. */
  zpl(trackingCode: string, signal: AbortSignal): Promise<string | null>
  /**
   * Announces the consignments of the next pickup to the courier. Absent if the courier has no such call.
   * @throws {CourierRefused} if the courier refuses; anything else if the outcome is unknown
   */
  manifest?(trackingCodes: readonly string[], signal: AbortSignal): Promise<void>
  /**
   * Calls a driver, every time. Absent if it has no such call.
   * @returns the courier's words; null if this courier is not called in this way
   * @throws like `manifest`
   */
  bookPickup?(pickup: Pickup, signal: AbortSignal): Promise<string | null>
  tracking: TrackingPace
  /**
   * The tracking data of these consignments, by tracking code. Some may be missing.
   * @param isWhole whether it throws if a part of the answer is unreadable, instead of leaving that out
   */
  track(
    trackingCodes: readonly string[],
    signal: AbortSignal,
    isWhole?: boolean,
  ): Promise<ReadonlyMap<string, Tracked>>
  /**
   * Problems with the account, in sentences for the operator.
   * @throws if the courier is unreachable
   */
  check(signal: AbortSignal): Promise<string[]>
}

/** The courier refused a request. The message is a sentence for staff. */
export class CourierRefused extends Error {
  override readonly name = 'CourierRefused'
}

/** The number of a piece by its index from 0: '001'. A piece's barcode is the tracking code and this number. */
export function partNumber(index: number): string {
  return String(index + 1).padStart(3, '0')
}
