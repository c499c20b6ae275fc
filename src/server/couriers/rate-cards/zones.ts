import type { Branch } from '../../../contract/orders.ts'
import { fold } from '../../../domain/format/text.ts'
import type { Zone } from './cards.ts'

/** The first two digits of a postcode are its area. Areas of the South Island start with this one. */
const FIRST_OF_THE_SOUTH = '70'

const areas = (list: string) => new Set(list.split(' '))

/** GUESS: the couriers' zones are not published by postcode. */
const LOCAL: Record<Branch, ReadonlySet<string>> = {
  auckland: areas('06 07 10 11 20 21'),
  christchurch: areas('80 81'),
}
const SHORT_HAUL: Record<Branch, ReadonlySet<string>> = {
  auckland: areas('01 08 09 22 23 24 25 26 30 31 32 33 34 35 36 37 38'),
  christchurch: areas('73 74 75 76 77 79 82'),
}

/** Suburb names with the areas that have such a suburb. An unlisted suburb is accepted with any postcode. */
const SUBURBS: Record<string, string> = {
  addington: '80',
  'auckland central': '10',
  cambridge: '34',
  coatesville: '07',
  cromwell: '93',
  'dunedin central': '90',
  'east tamaki': '20',
  frankton: '32 93',
  gisborne: '40',
  gracefield: '50',
  greendale: '76',
  henderson: '06 07',
  islington: '80',
  karaka: '21 25',
  kerikeri: '02',
  kumeu: '08',
  lichfield: '34',
  manukau: '20 21',
  middleton: '80',
  motukarara: '76',
  'mount maunganui': '31',
  'mount wellington': '10',
  'napier south': '41',
  oxford: '74',
  penrose: '10',
  'port nelson': '70',
  'port whangarei': '01',
  pukete: '32',
  rolleston: '76',
  rosedale: '06 98',
  'te aro': '60',
  waitotara: '45',
  washdyke: '79',
  'west invercargill': '98',
}
const suburbs = new Map(Object.entries(SUBURBS).map(([name, list]) => [name, areas(list)]))

/** The areas with a suburb of this name; null if it is blank or unlisted. */
export function areasOfSuburb(suburb: string): ReadonlySet<string> | null {
  return suburbs.get(fold(suburb.trim())) ?? null
}

/** The area of a postcode; null unless it has four digits. */
export function areaOfPostcode(postcode: string): string | null {
  return /^\d{4}$/.test(postcode) ? postcode.slice(0, 2) : null
}

export function zoneOf(origin: Branch, area: string): Zone {
  if (LOCAL[origin].has(area)) return 'local'
  if (SHORT_HAUL[origin].has(area)) return 'short-haul'
  const isSouth = area >= FIRST_OF_THE_SOUTH
  return isSouth === (origin === 'christchurch') ? 'long-haul' : 'inter-island'
}
