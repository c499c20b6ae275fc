import { fractionOf } from '../../../domain/format/money.ts'
import { counted } from '../../../domain/format/text.ts'
import type { ChargedService, FreightRequest, Piece, PricePart } from '../courier.ts'
import type { Bag, CardService, Rate, RateCard, Zone } from './cards.ts'

/** The price of one piece in cents excluding GST. */
export interface PiecePrice {
  costCents: number
  services: ChargedService[]
}

export interface ConsignmentPrice {
  /** One per piece, in the order of the request. */
  parts: PiecePrice[]
  /** Charged once per consignment. */
  services: ChargedService[]
  totalCents: number
}

/** Whole grams and millimetres, so that every limit is exact. */
export const gramsOf = ({ weight }: Pick<Piece, 'weight'>) => Math.round(weight * 1000)
const mm = (cm: number) => Math.round(cm * 10)
export const cubicMmOf = ({ height, length, width }: Pick<Piece, 'height' | 'length' | 'width'>) =>
  mm(height) * mm(length) * mm(width)
export const cubicMm = (m3: number) => Math.round(m3 * 1e9)

/** The number of units of a piece, by weight or by volume, whichever is more; at least one. */
export function unitsOf({ unit }: Rate, piece: Piece): number {
  const byWeight = Math.ceil(gramsOf(piece) / Math.round(unit.kg * 1000))
  const byVolume = Math.ceil(cubicMmOf(piece) / cubicMm(unit.m3))
  return Math.max(1, byWeight, byVolume)
}

function centsOf(rate: Rate, piece: Piece): number {
  return rate.firstCents + (unitsOf(rate, piece) - 1) * rate.nextCents
}

/** The courier's bag for a piece; null if the piece has its own measures or the courier has no such bag. */
export function bagOf(card: RateCard, { packageType }: Pick<Piece, 'packageType'>): Bag | null {
  return packageType === null ? null : (card.bags[packageType] ?? null)
}

/**
 * The price of one piece by a service of the card: the rate with this month's variable charge, rounded once, and the
 * rural rate. A bag has a flat price, without the variable charge.
 */
export function pricePiece(
  card: RateCard,
  service: CardService,
  zone: Zone,
  isRural: boolean,
  piece: Piece,
): PiecePrice {
  const bag = bagOf(card, piece)
  const costCents = bag ? bag.cents : centsOf(service.rates[zone], piece)
  const services: ChargedService[] = []
  if (!bag) {
    const totalCents = fractionOf(costCents, card.variablePerMille, 1000)
    services.push({ code: 'VAR', description: `Variable charge ${card.variablePerMille / 10}%`, totalCents })
  }
  if (isRural && card.rural) {
    services.push({ code: 'RURAL', description: 'Rural delivery', totalCents: centsOf(card.rural, piece) })
  }
  return { costCents, services }
}

/** The price of all pieces of a request by a service of the card. */
export function consignmentPrice(
  card: RateCard,
  service: CardService,
  zone: Zone,
  { pieces, destination }: Pick<FreightRequest, 'pieces' | 'destination'>,
): ConsignmentPrice {
  const parts = pieces.flatMap((piece) => {
    const price = pricePiece(card, service, zone, destination.isRural, piece)
    return Array.from({ length: piece.quantity }, () => price)
  })
  const services =
    card.pickupCents > 0 ? [{ code: 'PICKUP', description: 'Pick-up', totalCents: card.pickupCents }] : []
  const totalCents = parts.reduce((sum, part) => sum + part.costCents + sumOf(part.services), sumOf(services))
  return { parts, services, totalCents }
}

function sumOf(services: readonly ChargedService[]): number {
  return services.reduce((sum, { totalCents }) => sum + totalCents, 0)
}

/**
 * The parts of a consignment's price: the base rate of the zone, further units of weight or volume, bags, and each
 * service. They add up to the price; parts of zero cents are omitted.
 */
export function priceParts(
  card: RateCard,
  service: CardService,
  zone: Zone,
  request: Pick<FreightRequest, 'pieces'>,
  price: ConsignmentPrice,
): PricePart[] {
  const services = [...price.parts.flatMap((part) => part.services), ...price.services]
  const charges = new Map<string, number>()
  for (const { description, totalCents } of services) {
    charges.set(description, (charges.get(description) ?? 0) + totalCents)
  }
  return [
    ...freightParts(card, service, zone, request),
    ...Array.from(charges, ([description, cents]) => ({ description, cents })),
  ].filter(({ cents }) => cents !== 0)
}

function freightParts(
  card: RateCard,
  { rates }: CardService,
  zone: Zone,
  { pieces }: Pick<FreightRequest, 'pieces'>,
): PricePart[] {
  const rate = rates[zone]
  const total = { parcels: 0, first: 0, units: 0, further: 0, bags: 0, bagCents: 0 }
  for (const piece of pieces) {
    const { quantity } = piece
    const bag = bagOf(card, piece)
    if (bag) {
      total.bags += quantity
      total.bagCents += quantity * bag.cents
    } else {
      total.parcels += quantity
      total.first += quantity * rate.firstCents
      total.units += quantity * (unitsOf(rate, piece) - 1)
      total.further += quantity * (centsOf(rate, piece) - rate.firstCents)
    }
  }
  const { kg, m3 } = rate.unit
  return [
    { description: `Base rate, ${zone}: ${counted(total.parcels, 'parcel')}`, cents: total.first },
    { description: `Weight: ${total.units} more × ${kg} kg or ${m3} m³`, cents: total.further },
    { description: counted(total.bags, 'bag'), cents: total.bagCents },
  ]
}
