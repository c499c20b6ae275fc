import type { PackageType } from '../../contract/consignments.ts'
import type { Branch } from '../../contract/orders.ts'

/** Where a consignment goes, as the form has it. Blank suburb, city and region still price (reading 33). */
export interface Destination {
  company: string
  contact: string
  phone: string
  email: string
  street: string
  suburb: string
  city: string
  postcode: string
  /** Decided by the server from the address, whatever the form said. */
  isRural: boolean
  instructions: string
}

export type BagType = Exclude<PackageType, 'custom'>

/** Pieces of one kind: centimetres and kilograms of one piece. */
export interface Piece {
  reference: string
  /** Null for a package of its own measures. */
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
}

/** A price: cents excluding GST. */
export interface CourierOption {
  providerName: string
  /** The courier's slug of the contract, such as `nzcouriers`; its name where the contract has no slug for it. */
  providerSlug: string
  costCents: number
  type: string
  description: string
  /** What the courier needs to book just this price; kept with the quote, never shown. */
  courierQuote: string
}

/** A courier, or one of its services, that gives no price, and why. */
export interface CourierRefusal {
  providerName: string
  providerSlug: string
  reason: string
}

export type CourierAnswer = CourierOption | CourierRefusal

export interface BookingRequest extends FreightRequest {
  courierQuote: string
  /**
   * Ours and of this booking alone: the courier keeps it, so that a booking whose answer never came can be looked up
   * by it, and booking it again is the same booking. At most 50 characters of letters, digits and `-`.
   */
  bookingReference: string
  orderCode: string
}

/** A service that was charged: cents excluding GST. */
export interface ChargedService {
  code: string
  description: string
  totalCents: number
}

/** One piece of a booked consignment. */
export interface BookedPart {
  partNumber: string
  /** What the piece's barcode says. */
  label: string
  /** Its freight without its services: the costs and services of all parts, and the booking's own, are the price. */
  costCents: number
  services: readonly ChargedService[]
}

export interface Booking {
  /** Letters and digits, this booking's alone. */
  trackingCode: string
  /** Null where the courier has no page of its own for it. */
  trackingUrl: string | null
  /** One for each piece, in the order of the request. */
  parts: readonly BookedPart[]
  services: readonly ChargedService[]
}

export const EVENT_TYPES = ['created', 'collected', 'updated', 'delivered', 'exception'] as const
export type EventType = (typeof EVENT_TYPES)[number]

export interface TrackingEvent {
  /** UTC, ISO 8601. */
  at: string
  type: EventType
  code: string
  description: string
  location: string
}

/**
 * A courier, or a gateway to several. Its slug is its own among all couriers: a booking is looked up, cancelled,
 * labelled and tracked by the courier that made it.
 *
 * Calls give up when the signal is aborted. A call that throws `CourierRefused` was answered: nothing happened. A call
 * that throws anything else may have happened; `find` tells.
 */
export interface Courier {
  slug: string
  name: string
  /** Prices and refusals; empty where it does not serve the origin. @throws when the courier cannot be asked */
  quote(request: FreightRequest, signal: AbortSignal): Promise<CourierAnswer[]>
  /** @throws {CourierRefused} where the courier will not; anything else where it is unknown */
  book(request: BookingRequest, signal: AbortSignal): Promise<Booking>
  /** The live bookings that carry a reference. More than one only where the courier took a repeated request for a new one. */
  find(bookingReference: string, signal: AbortSignal): Promise<Booking[]>
  /** Succeeds also where it was cancelled before. @throws {CourierRefused} only where it is too late to cancel */
  cancel(trackingCode: string, signal: AbortSignal): Promise<void>
  /** The courier's own label as one PDF, a page for each piece; null where this product draws it. */
  label(trackingCode: string, signal: AbortSignal): Promise<Uint8Array | null>
  /** From the oldest to the newest. */
  track(trackingCode: string, signal: AbortSignal): Promise<TrackingEvent[]>
}

/** The courier was asked and said no. Its message is a sentence for staff. */
export class CourierRefused extends Error {
  override readonly name = 'CourierRefused'
}
