import { originBranch } from '../../domain/freight/branch.ts'
import type { FreightRequest, Piece } from '../couriers/courier.ts'
import { trackingCode } from '../couriers/rate-cards/bookings.ts'
import { RATE_CARDS, type RateCard } from '../couriers/rate-cards/cards.ts'
import { destinationArea, refusePieces } from '../couriers/rate-cards/refuse.ts'
import type { DemoAddress } from './places.ts'
import type { Random } from './random.ts'

/** The request to couriers for a parcel of the demo. */
export function demoFreight(branch: string, address: DemoAddress, pieces: readonly Piece[]): FreightRequest {
  const { street, suburb, city, postcode, is_rural } = address
  const nobody = { company: '', contact: '', phone: '', email: '', instructions: '' }
  return {
    origin: originBranch(branch),
    destination: { ...nobody, street, suburb, city: city ?? '', postcode, isRural: is_rural === 1 },
    pieces,
    sendTracking: true,
    isSignatureRequired: false,
  }
}

const reached = new Map<string, RateCard[]>()

/**
 * The couriers that deliver to an address. Cached, because the demo has a few dozen roads and thousands of
 * parcels.
 */
function reaching({ destination }: FreightRequest): RateCard[] {
  const place = `${destination.suburb} ${destination.postcode}`
  const cards =
    reached.get(place) ?? RATE_CARDS.filter((card) => !('reason' in destinationArea(card, destination)))
  reached.set(place, cards)
  return cards
}

/** How often each courier is chosen: one carries most parcels, one only bulky ones and a few others. */
const [MOST_USED, FOR_FREIGHT] = ['aramex', 'titus']

/**
 * A shipment with a courier that accepts the parcel, with a tracking number below `FIRST_LIVE_NUMBER`. Null if no
 * courier accepts it; the customer then collects the order.
 */
export function demoTracking(random: Random, number: number, request: FreightRequest) {
  const takers = reaching(request).filter((card) => refusePieces(card, request) === null)
  const vans = takers.filter(({ slug }) => slug !== FOR_FREIGHT)
  const usual = vans.flatMap((card) => (card.slug === MOST_USED ? [card, card] : [card]))
  const [first, ...others] = random.chance(0.03) || usual.length === 0 ? takers : usual
  if (first === undefined) return null
  const { slug } = random.pick([first, ...others])
  const code = trackingCode(slug, number)
  const url = slug === FOR_FREIGHT ? `https://track.titus.example/parcels/${code}` : null
  return { tracking_company: slug, tracking_code: code, tracking_url: url }
}
