import { createHash } from 'node:crypto'
import { streetParts } from '../../../domain/freight/address.ts'
import type { BagNames } from '../../platform/courier-settings.ts'
import type { BookingKey, BookingRequest, Destination, FreightRequest, Piece } from '../courier.ts'

/** How the operator wants shipments to be made. */
export interface ShipmentSettings {
  /** Whether the receiver of every consignment must sign. */
  isSignatureRequired: boolean
  bagNames: BagNames
  /** The prefix of orders from GoSweetSpot's own queue, which knows them without it; null for none. */
  orderPrefix: string | null
}

/** The request for prices. Shipments are sent from the site's address. */
export function ratesBody(request: FreightRequest, settings: ShipmentSettings) {
  const { destination, pieces, sendTracking } = request
  return {
    Destination: contact(destination, sendTracking),
    Packages: pieces.flatMap((piece) =>
      Array.from({ length: piece.quantity }, () => packageOf(piece, settings)),
    ),
    IsSaturdayDelivery: false,
    IsSignatureRequired: settings.isSignatureRequired || request.isSignatureRequired,
  }
}

/** The request to book a price. The order's code is in the delivery reference, which is printed on the label. */
export function shipmentBody(request: BookingRequest, settings: ShipmentSettings) {
  return {
    ...ratesBody(request, settings),
    QuoteId: request.courierQuote,
    DeliveryReference: deliveryReference(request, settings.orderPrefix),
    // The console prints labels itself.
    PrintToPrinter: 'false',
    IncludeLineDetails: true,
  }
}

function contact(to: Destination, sendTracking: boolean) {
  const { street, building } = streetParts(to.street)
  return {
    Name: to.company || to.contact,
    ContactPerson: to.contact,
    PhoneNumber: to.phone,
    Email: to.email,
    IsRural: to.isRural,
    DeliveryInstructions: to.instructions,
    SendTrackingEmail: sendTracking && to.email !== '',
    Address: {
      BuildingName: building,
      StreetAddress: street,
      Suburb: to.suburb,
      City: to.city,
      PostCode: to.postcode,
      CountryCode: 'NZ',
    },
  }
}

/** Centimetres, rounded up. A bag is sent by the name of its stock size. */
function packageOf({ packageType, height, length, width, weight }: Piece, { bagNames }: ShipmentSettings) {
  const cm = (size: number) => Math.max(1, Math.ceil(size))
  return {
    Name: packageType === null ? 'custom' : bagNames[packageType],
    Type: packageType === null ? 'Box' : 'Bag',
    Height: cm(height),
    Length: cm(length),
    Width: cm(width),
    Kg: weight,
  }
}

/** Limit of a delivery reference in characters. */
const LONGEST_REFERENCE = 50

/** Characters that identify a booking: 48 bits in base 36. */
const SUFFIX_BYTES = 6
const SUFFIX_LENGTH = 10

/** Look-ups take several references separated by commas, so a comma would split one. */
const UNSAFE = /[^A-Za-z0-9#/._-]+/g

/**
 * The delivery reference of a booking, which is printed on the label and by which the booking is looked up:
 * '104823-k3v09xq2mb'. Codes that leave no room for the suffix are cut; the suffix alone is unique. An order from the queue
 * has its number there.
 */
export function deliveryReference(
  { orderCode, bookingReference }: BookingKey,
  orderPrefix: string | null = null,
): string {
  const hash = createHash('sha256').update(bookingReference).digest()
  const suffix = hash.readUIntBE(0, SUFFIX_BYTES).toString(36).padStart(SUFFIX_LENGTH, '0')
  const isFromQueue = orderPrefix !== null && orderCode.startsWith(orderPrefix)
  const code = (isFromQueue ? orderCode.slice(orderPrefix.length) : orderCode)
    .trim()
    .replace(UNSAFE, '-')
    .slice(0, LONGEST_REFERENCE - SUFFIX_LENGTH - 1)
  return code === '' ? suffix : `${code}-${suffix}`
}
