import type { IndexedRecord } from '../../src/domain/records/indexed-record.ts'

/** No word of a command begins as these do: a command would be the first row of what is typed, not an order. */
const FIRST = [
  'Ngaruawahia',
  'Pōneke',
  'Rangiora',
  'Hamilton',
  'Ohakune',
  'Harbour',
  'Southern',
  'Northcote',
  'Ōpōtiki',
  'Hastings',
]
const SECOND = [
  'Plumbing',
  'Electrical',
  'Joinery',
  'Tiling',
  'Roofing',
  'Drainage',
  'Builders',
  'Flooring',
  'Glass',
  'Hire',
]
const PEOPLE = [
  'Aroha Example',
  'Ben Example',
  'Chandra Example',
  'Dilys Example',
  'Eru Example',
  'Fa’afetai Example',
]

const DAY_MS = 86_400_000
const NEWEST_MS = 1_790_000_000_000
/** Coprime to the number of six-digit codes, so that no code repeats. */
const STRIDE = 7_919
const CODES = 900_000

const of = (names: readonly string[], place: number) => names[place % names.length] ?? ''

/** Generated orders for the palette's index: six-digit codes of no real order, a hundred different companies. */
export function madeRecords(count: number): IndexedRecord[] {
  return Array.from({ length: count }, (_, place) => ({
    kind: 'order',
    code: String(100_000 + ((place * STRIDE) % CODES)),
    name: `${of(FIRST, place)} ${of(SECOND, Math.floor(place / FIRST.length))} ${1 + Math.floor(place / 100)}`,
    contact: of(PEOPLE, place),
    at: new Date(NEWEST_MS - (place % 700) * DAY_MS).toISOString(),
    total: 5_000 + place * 3,
    status: 'Paid',
  }))
}

/** Texts to type key by key: codes, and prefixes of names, which all palettes find without macrons. */
export function typedTexts(count: number): string[] {
  const records = madeRecords(1_000).filter(({ name }) => /^[ -~]+$/.test(name))
  return Array.from({ length: count }, (_, turn) => {
    const record = records[(turn * 137 + 11) % records.length]
    return (turn % 2 === 0 ? record?.code : record?.name.slice(0, 6).toLowerCase()) ?? ''
  })
}
