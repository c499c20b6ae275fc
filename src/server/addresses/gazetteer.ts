import type { AddressDetail, AddressMatch } from '../../contract/addresses.ts'
import { fold } from '../../domain/format/text.ts'
import { addressLines } from '../../domain/freight/address.ts'
import { type AddressBook, MOST_MATCHES } from './address-book.ts'
import { HOUSES, RURAL_ROADS, URBAN_ROADS } from './roads.ts'

/** A real road of the demo data. Its house numbers are invented. */
interface Road {
  name: string
  suburb: string
  city: string
  region: string
  postcode: string
  isRural: boolean
  /** Prefix of the ids of its addresses. It stays the same as long as the road is in the list. */
  slug: string
  /** Words of the name, folded for comparison. */
  nameWords: string[]
  placeWords: string[]
}

/** Short forms of the last word of a road. */
const SHORT_FORMS: Record<string, string> = {
  ave: 'avenue',
  cres: 'crescent',
  dr: 'drive',
  hwy: 'highway',
  rd: 'road',
  st: 'street',
}

/** Score of a query word that equals or starts a word of the road or of the place. */
const WEIGHT = { road: 8, roadStart: 6, place: 3, placeStart: 2, number: 4, numberStart: 1 }

const ROADS: readonly Road[] = [
  ...URBAN_ROADS.map((row) => roadOf(row, false)),
  ...RURAL_ROADS.map((row) => roadOf(row, true)),
]

function roadOf(
  [name, suburb, city, region, postcode]: (typeof URBAN_ROADS)[number],
  isRural: boolean,
): Road {
  const nameWords = wordsOf(name)
  const placeWords = [...new Set([...wordsOf(`${suburb} ${city}`), postcode])]
  const slug = [...nameWords, postcode].join('-')
  return { name, suburb, city, region, postcode, isRural, slug, nameWords, placeWords }
}

/** The built-in address book: the roads of the demo data, without a network. */
export const gazetteer: AddressBook = {
  async search(query) {
    const words = wordsOf(query)
    const found = words.length === 0 ? [] : ROADS.flatMap((road) => housesOf(road, words))
    return found
      .sort((one, other) => other.weight - one.weight || one.house - other.house)
      .slice(0, MOST_MATCHES)
      .map(({ road, house }) => matchOf(road, house))
  },

  async find(id) {
    const [, slug, number] = /^(.+)-([1-9]\d*)$/.exec(id) ?? []
    const road = ROADS.find((one) => one.slug === slug)
    const house = Number(number)
    return road && house <= HOUSES ? detailOf(road, house) : null
  },
}

interface House {
  road: Road
  house: number
  weight: number
}

/** The houses of a road that match every word; the last word may be incomplete. */
function housesOf(road: Road, words: readonly string[]): House[] {
  let weight = 0
  let numbers: { house: number; weight: number }[] | null = null
  for (const [index, word] of words.entries()) {
    const wordWeight = weightOf(road, word)
    weight += wordWeight
    if (wordWeight > 0) continue
    // The first word that matches neither the road nor its place is the house number.
    numbers = numbers === null ? numbersOf(word, index === words.length - 1) : []
  }
  const fitting =
    numbers ?? Array.from({ length: MOST_MATCHES }, (_, index) => ({ house: index + 1, weight: 0 }))
  return fitting.map((number) => ({ road, house: number.house, weight: weight + number.weight }))
}

function weightOf({ nameWords, placeWords }: Road, word: string): number {
  const long = SHORT_FORMS[word] ?? word
  if (nameWords.includes(long)) return WEIGHT.road
  if (nameWords.some((one) => one.startsWith(word))) return WEIGHT.roadStart
  if (placeWords.includes(long)) return WEIGHT.place
  return placeWords.some((one) => one.startsWith(word)) && !/^\d{1,3}$/.test(word) ? WEIGHT.placeStart : 0
}

function numbersOf(word: string, isHalfTyped: boolean): { house: number; weight: number }[] {
  if (!/^[1-9]\d*$/.test(word)) return []
  const typed = Number(word)
  const houses = isHalfTyped
    ? [typed, ...Array.from({ length: 10 }, (_, digit) => typed * 10 + digit)]
    : [typed]
  return houses
    .filter((house) => house <= HOUSES)
    .map((house) => ({ house, weight: house === typed ? WEIGHT.number : WEIGHT.numberStart }))
}

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

function matchOf(road: Road, house: number): AddressMatch {
  const lines = addressLines({ ...detailOf(road, house), region: null, country: null })
  return { id: `${road.slug}-${house}`, full_address: lines.join(', ') }
}

function detailOf({ name, suburb, city, region, postcode, isRural }: Road, house: number): AddressDetail {
  return { street: `${house} ${name}`, suburb, city: city || null, region, postcode, is_rural: isRural }
}
