import type { SeenRecord } from '../../src/domain/records/seen-record.ts'

const FIRST = [
  'Tamahere',
  'Pōneke',
  'Rangiora',
  'Kerikeri',
  'Waitaki',
  'Harbour',
  'Southern',
  'Northcote',
  'Ōpōtiki',
  'Mackenzie',
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
/** Prime to the number of six-digit codes, so that none comes twice. */
const STRIDE = 7_919
const CODES = 900_000

const of = (names: readonly string[], place: number) => names[place % names.length] ?? ''

/** Made-up orders as the palette's index has them: six-digit codes without an order, a hundred kinds of company. */
export function madeRecords(count: number): SeenRecord[] {
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

/** What is typed, a key at a time: codes, and the starts of names that every search finds without their macrons. */
export function typedTexts(count: number): string[] {
  const records = madeRecords(1_000).filter(({ name }) => /^[ -~]+$/.test(name))
  return Array.from({ length: count }, (_, turn) => {
    const record = records[(turn * 137 + 11) % records.length]
    return (turn % 2 === 0 ? record?.code : record?.name.slice(0, 6).toLowerCase()) ?? ''
  })
}
