import type { Kysely } from 'kysely'
import type { Clock } from '../../../domain/calendar/nz-time.ts'
import { branchLabel } from '../../../domain/freight/address.ts'
import { PLACEHOLDER_EVENTS } from '../../../domain/freight/consignment-details.ts'
import { type BookableCourier, courierLabel, courierTrackingLink } from '../../../domain/freight/couriers.ts'
import type { Database } from '../../db/schema.ts'
import {
  type Booking,
  type BookingRequest,
  type Courier,
  type CourierAnswer,
  CourierRefused,
  type FreightRequest,
  type PricePart,
  partNumber,
  type Tracked,
} from '../courier.ts'
import { bookOnce, cancelBooking, findByCode, findByReference, type StoredBooking } from './bookings.ts'
import type { CardService, RateCard } from './cards.ts'
import { bagOf, type ConsignmentPrice, consignmentPrice, priceParts } from './price.ts'
import { destinationArea, refusePieces } from './refuse.ts'
import { zoneOf } from './zones.ts'

interface Dependencies {
  db: Kysely<Database>
  clock: Clock
  titusHost: string
}

/** Consignments are tracked one by one. */
const TRACKING = { most: 20, everyMs: 10 * 60_000 }

/** A service at its price. */
interface Offer {
  service: CardService
  price: ConsignmentPrice
  parts: PricePart[]
  description: string
}

/**
 * A built-in courier: prices from its rate card, bookings in the database. It needs no network, and every process
 * on the same database shares it.
 */
export function rateCardCourier(card: RateCard, { db, clock, titusHost }: Dependencies): Courier {
  const name = courierLabel(card.slug)
  const named = { courierName: name, courierSlug: card.slug }
  return {
    slug: card.slug,
    name,
    booksInDatabase: true,
    async quote(request): Promise<CourierAnswer[]> {
      const offers = offersOf(card, request)
      if ('reason' in offers) return [{ ...named, reason: offers.reason }]
      return offers.map(({ service, price, parts, description }) => ({
        ...named,
        costCents: price.totalCents,
        parts,
        type: service.type,
        description,
        courierQuote: courierQuoteOf(service, price),
      }))
    },
    async book(request) {
      const booking =
        (await findByReference(db, card.slug, request.bookingReference)) ??
        (await bookOnce(db, { courier: card.slug, request, price: quotedPrice(card, request), at: clock() }))
      if (booking.cancelledAt !== null) throw new CourierRefused('This booking was cancelled before.')
      return presentBooking(booking, titusHost)
    },
    async find({ bookingReference }) {
      const booking = await findByReference(db, card.slug, bookingReference)
      return booking === null || booking.cancelledAt !== null ? [] : [presentBooking(booking, titusHost)]
    },
    async cancel(trackingCode) {
      await cancelBooking(db, card.slug, trackingCode, clock())
    },
    async label() {
      return null
    },
    zpl: async () => null,
    tracking: TRACKING,
    async track(trackingCodes) {
      const bookings = await Promise.all(trackingCodes.map((code) => findByCode(db, card.slug, code)))
      return new Map(
        bookings.flatMap((booking) => (booking === null ? [] : [[booking.trackingCode, trackedOf(booking)]])),
      )
    },
    check: async () => [],
  }
}

/** Only the booking is known, because no parcel moves. */
function trackedOf({ bookedAt, origin }: StoredBooking): Tracked {
  const created = {
    at: bookedAt,
    type: 'created',
    code: 'CR',
    description: PLACEHOLDER_EVENTS.created,
    location: branchLabel(origin),
  } as const
  return { events: [created], manifestedAt: null, pickedAt: null, deliveredAt: null, partCodes: [] }
}

/**
 * The price of each service of the card, or the reason why there is none. Pieces that all fit the bags of the card
 * have one price for all services.
 */
function offersOf(card: RateCard, request: FreightRequest): Offer[] | { reason: string } {
  const place = destinationArea(card, request.destination)
  if ('reason' in place) return place
  const reason = refusePieces(card, request)
  if (reason !== null) return { reason }
  const zone = zoneOf(request.origin, place.area)
  const where = request.destination.isRural ? `${zone}, rural` : zone
  return servicesFor(card, request).map((service) => {
    const price = consignmentPrice(card, service, zone, request)
    const parts = priceParts(card, service, zone, request, price)
    return { service, price, parts, description: `${service.standard} (${where})` }
  })
}

function servicesFor(card: RateCard, { pieces }: FreightRequest): readonly CardService[] {
  if (!pieces.every((piece) => bagOf(card, piece) !== null)) return card.services
  return card.services.slice(0, 1).map((service) => ({ ...service, code: 'bag', type: 'Bag' }))
}

function courierQuoteOf(service: CardService, price: ConsignmentPrice): string {
  return `${service.code} ${price.totalCents}`
}

/** @throws {CourierRefused} if the card's price is no longer the quoted one */
function quotedPrice(card: RateCard, request: BookingRequest): ConsignmentPrice {
  const offers = offersOf(card, request)
  if ('reason' in offers) throw new CourierRefused(offers.reason)
  const offer = offers.find(({ service, price }) => courierQuoteOf(service, price) === request.courierQuote)
  if (offer === undefined) throw new CourierRefused('The price has changed since it was quoted.')
  return offer.price
}

function presentBooking(
  { courier, trackingCode, parts, services }: StoredBooking,
  titusHost: string,
): Booking {
  return {
    trackingCode,
    trackingUrl: trackingUrl(courier, trackingCode, titusHost),
    parts: parts.map((part, index) => ({
      ...part,
      partNumber: partNumber(index),
      label: trackingCode + partNumber(index),
    })),
    services,
  }
}

/** Only Titus and Aramex have a page; the real sites of the others do not know these codes. */
function trackingUrl(courier: BookableCourier, code: string, titusHost: string): string | null {
  if (courier === 'titus') return `https://${titusHost}/parcels/${code}`
  return courierTrackingLink(courier, code)
}
