import type { Order } from '../../contract/orders.ts'
import type { Address } from '../../contract/wire.ts'
import { ABSENT, capitalised, fold, nonBlank } from '../format/text.ts'

/** Country of an address without one (ADR-5). */
export const DEFAULT_COUNTRY = 'New Zealand'

const MAPS_SEARCH = 'https://www.google.com/maps/search/?api=1&query='
const SEPARATORS_AT_ENDS = /^[\s,;/–-]+|[\s,;/–-]+$/g
const REPEATED_COMMAS = /\s*,(?:\s*,)+\s*/g

/**
 * The Location of a customer in one line (CUS-3): '12 Queen Street, Auckland Central, Auckland
 * 1010'.
 */
export function locationLine(address: Address): string {
  const whole = nonBlank(address.street)
  const street = nonBlank(whole?.split(',')[0] ?? null)
  const suburb = withoutStreet(nonBlank(address.suburb), whole, street)
  return joined([street, suburb, cityBeside(suburb, address.city)], address.postcode) || ABSENT
}

/**
 * The lines of a postal address: street, then locality and postcode, then region and country. Absent parts are
 * left out.
 */
export function addressLines(address: Address): string[] {
  const suburb = nonBlank(address.suburb)
  const lines = [
    nonBlank(address.street) ?? '',
    joined([suburb, cityBeside(suburb, address.city)], address.postcode),
    joined([nonBlank(address.region), nonBlank(address.country)], null),
  ]
  return lines.filter((line) => line !== '')
}

/** Whether an address says nothing. */
export function isNowhere(address: Address): boolean {
  return addressLines(address).length === 0
}

/**
 * A link that searches for the address in a maps service; null if there is nothing to search for. Pick-up orders
 * have none.
 */
export function mapsLink(address: Address): string | null {
  const suburb = nonBlank(address.suburb)
  const place = joined([nonBlank(address.street), suburb, cityBeside(suburb, address.city)], address.postcode)
  if (place === '') return null
  return MAPS_SEARCH + encodeURIComponent(`${place}, ${nonBlank(address.country) ?? DEFAULT_COUNTRY}`)
}

/** The name of a branch: 'auckland' → 'Auckland', absent → '—'. */
export function branchLabel(branch: string | null): string {
  const name = nonBlank(branch)
  return name === null ? ABSENT : capitalised(name)
}

/** The Region column: the region of the delivery address, otherwise the branch (ORD-6). */
export function regionShown(order: {
  delivery_address: Pick<Address, 'region'>
  freight: Pick<Order['freight'], 'branch'>
}): string {
  return nonBlank(order.delivery_address.region) ?? branchLabel(order.freight.branch)
}

function joined(parts: (string | null)[], postcode: string | null): string {
  const place = parts.filter((part) => part !== null).join(', ')
  return [place, nonBlank(postcode) ?? ''].filter((part) => part !== '').join(' ')
}

/** The city, unless it only repeats the suburb; case and macrons are ignored. */
function cityBeside(suburb: string | null, city: string | null): string | null {
  const own = nonBlank(city)
  return own !== null && suburb !== null && fold(own) === fold(suburb) ? null : own
}

function withoutStreet(suburb: string | null, whole: string | null, street: string | null): string | null {
  if (suburb === null) return null
  const bare = [whole, street].reduce<string>(
    (rest, part) => (part === null ? rest : without(rest, part)),
    suburb,
  )
  return nonBlank(bare.replace(REPEATED_COMMAS, ', ').replace(SEPARATORS_AT_ENDS, ''))
}

/** Removes a part that occurs as whole words: 'Kent' is not removed from 'Kentville'. */
function without(text: string, part: string): string {
  if (!text.toLowerCase().includes(part.toLowerCase())) return text
  const literal = part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu'), '')
}

/** A street address in the two fields of couriers: '5 Tory Street' and 'Level 2'. */
interface StreetParts {
  street: string
  /** Unit, level, property or rural delivery route; blank if there is none. */
  building: string
}

/** A number with an optional letter, or several as in '3/12' and '12-14', and a word after it. Not '1st Floor'. */
const HOUSE_NUMBER = /^\d+[a-z]?(?:\s*[-–/&]\s*\d+[a-z]?)*\s+\S/i

/**
 * Splits a street at its commas. The first part that begins with a house number is the street, otherwise the last
 * part. The others, in their order, are the building.
 */
export function streetParts(text: string): StreetParts {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const numbered = parts.findIndex((part) => HOUSE_NUMBER.test(part))
  const at = numbered < 0 ? parts.length - 1 : numbered
  return { street: parts[at] ?? '', building: parts.filter((_, index) => index !== at).join(', ') }
}

/** Urban in spite of the third digit: 1071 and 1072 are streets on Auckland's isthmus. */
const FILLED_BLOCKS = ['107']

/**
 * Whether couriers count a postcode as rural: its third digit is 7 to 9, except in a block that a town has filled.
 * Invalid postcodes count as urban.
 */
export function isRuralPostcode(postcode: string): boolean {
  const code = postcode.trim()
  return /^\d{2}[789]\d$/.test(code) && !FILLED_BLOCKS.includes(code.slice(0, 3))
}
