import { counted } from '../../../domain/format/text.ts'
import type { FreightRequest, PricePart } from '../courier.ts'
import { bagOf, type ConsignmentPrice, centsOf, unitsOf } from './price.ts'
import type { CardService, RateCard, Zone } from './rate-card.ts'

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
