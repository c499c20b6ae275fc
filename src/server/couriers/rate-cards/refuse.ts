import { nonBlank } from '../../../domain/format/text.ts'
import { packageTypeLabel } from '../../../domain/freight/parcels.ts'
import type { Destination, FreightRequest, Piece } from '../courier.ts'
import type { RateCard } from './cards.ts'
import { bagOf, cubicMm, cubicMmOf, gramsOf } from './price.ts'
import { areaOfPostcode, areasOfSuburb } from './zones.ts'

/** A part's number has three digits. */
const MOST_PIECES = 999

const PO_BOX = /^\s*(p\.?\s*o\.?\s*box|private bag)\s+\d/i

/** The destination's area, or why the courier does not deliver there: a sentence for staff. */
export function destinationArea(card: RateCard, to: Destination): { area: string } | { reason: string } {
  const postcode = nonBlank(to.postcode)
  const known = areasOfSuburb(to.suburb)
  const [first] = known ?? []
  const area = postcode === null ? (first ?? null) : areaOfPostcode(postcode)
  if (area === null) {
    return { reason: postcode === null ? 'The postcode is missing.' : 'The postcode must have four digits.' }
  }
  if (card.checksSuburb && known !== null && !known.has(area)) {
    return { reason: `The suburb ${to.suburb.trim()} and the postcode ${postcode} do not match.` }
  }
  if (!card.deliversToBoxes && PO_BOX.test(to.street)) return { reason: 'Does not deliver to a PO Box.' }
  if (to.isRural && card.rural === null) return { reason: 'Has no rural service.' }
  return { area }
}

/** Why the courier refuses the pieces; null if it accepts them. */
export function refusePieces(card: RateCard, { pieces }: Pick<FreightRequest, 'pieces'>): string | null {
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count < 1) return 'There is no parcel.'
  if (count > MOST_PIECES) return `Takes at most ${MOST_PIECES} parcels in one consignment.`
  for (const piece of pieces) {
    const reason = refusePiece(card, piece)
    if (reason !== null) return reason
  }
  return null
}

function refusePiece(card: RateCard, piece: Piece): string | null {
  const { limits } = card
  const grams = gramsOf(piece)
  if (piece.packageType !== null) {
    const bag = bagOf(card, piece)
    if (bag === null) return `Does not carry ${packageTypeLabel(piece.packageType)} bags.`
    return grams > bag.kg * 1000 ? `A bag of ${grams / 1000} kg is too heavy: ${bag.kg} kg at most.` : null
  }
  if (grams > limits.kg * 1000) return `A parcel of ${grams / 1000} kg is too heavy: ${limits.kg} kg at most.`
  const longest = Math.max(piece.height, piece.length, piece.width)
  if (longest > limits.longestCm)
    return `A parcel of ${longest} cm is too long: ${limits.longestCm} cm at most.`
  const volume = cubicMmOf(piece)
  if (volume > cubicMm(limits.m3)) {
    // Rounded up, so that the shown value never seems to fit.
    return `A parcel of ${Math.ceil(volume / 1e5) / 1e4} m³ is too big: ${limits.m3} m³ at most.`
  }
  return null
}
