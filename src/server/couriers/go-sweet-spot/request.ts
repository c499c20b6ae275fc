import { packageTypeLabel } from '../../../domain/freight/parcels.ts'
import type { BookingRequest, Destination, FreightRequest, Piece } from '../courier.ts'

/** The request for prices. Shipments are sent from the site's address. */
export function ratesBody({ destination, pieces, sendTracking }: FreightRequest) {
  return {
    Destination: contact(destination, sendTracking, destination.instructions),
    Packages: pieces.flatMap((piece) => Array.from({ length: piece.quantity }, () => packageOf(piece))),
    IsSaturdayDelivery: false,
    IsSignatureRequired: false,
  }
}

/** The request to book a price. The order's code is in the instructions, which are printed on the label. */
export function shipmentBody(request: BookingRequest) {
  const { destination, orderCode } = request
  const instructions = [orderCode && `Order ${orderCode}`, destination.instructions]
    .filter(Boolean)
    .join('. ')
  return {
    ...ratesBody(request),
    Destination: contact(destination, request.sendTracking, instructions),
    QuoteId: request.courierQuote,
    DeliveryReference: request.bookingReference,
    // The console prints labels itself.
    PrintToPrinter: 'false',
    IncludeLineDetails: true,
  }
}

function contact(to: Destination, sendTracking: boolean, instructions: string) {
  const comma = to.street.lastIndexOf(',')
  return {
    Name: to.company || to.contact,
    ContactPerson: to.contact,
    PhoneNumber: to.phone,
    Email: to.email,
    IsRural: to.isRural,
    DeliveryInstructions: instructions,
    SendTrackingEmail: sendTracking && to.email !== '',
    Address: {
      BuildingName: to.street.slice(0, Math.max(comma, 0)).trim(),
      StreetAddress: to.street.slice(comma + 1).trim(),
      Suburb: to.suburb,
      City: to.city,
      PostCode: to.postcode,
      CountryCode: 'NZ',
    },
  }
}

/** Centimetres, rounded up. A bag is sent by its name, which the account must have as a stock size. */
function packageOf(piece: Piece) {
  const cm = (length: number) => Math.max(1, Math.ceil(length))
  return {
    Name: piece.packageType === null ? 'custom' : packageTypeLabel(piece.packageType),
    Type: piece.packageType === null ? 'Box' : 'Bag',
    Height: cm(piece.height),
    Length: cm(piece.length),
    Width: cm(piece.width),
    Kg: piece.weight,
  }
}
