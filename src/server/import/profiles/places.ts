import { fold } from '../../../domain/format/text.ts'
import { DEFAULT_COUNTRY } from '../../../domain/freight/address.ts'
import type { Values } from './values.ts'

/** The parts of a postal address, blank where it has none. */
export type ExportedPlace = Record<'street' | 'suburb' | 'city' | 'region' | 'postcode' | 'country', string>

const LINES = ['line1', 'line2', 'line3', 'line4']
/** A line that belongs to the street: a number, a building, a rural delivery or a box. */
const OF_STREET =
  /^(\d|unit\b|level\b|flat\b|apt\b|apartment\b|suite\b|floor\b|shop\b|ground\b|p\.? ?o\.? box|private bag|r\.?d\.? ?\d)/i
/** 'Auckland 1061'; a spreadsheet removes the zero of '0610'. */
const WITH_POSTCODE = /^(\D*?)[, ]*\b(\d{3,4})$/
const IS_COUNTRY = /^(nz|new zealand|aotearoa)$/i

/**
 * The address of a group of fields. Other programs store it in lines; the last ones may be suburb, city with
 * postcode, and country.
 * @param names of the customer, which some programs repeat as the first line
 */
export function exportedPlace(values: Values, group: string, names: readonly string[] = []): ExportedPlace {
  const given = (part: string) => values[`${group}.${part}`] ?? ''
  const folded = names.map(fold)
  const lines = LINES.map(given).filter((line) => line !== '')
  while (lines.length > 1 && folded.includes(fold(lines[0] ?? ''))) lines.shift()
  const place: ExportedPlace = {
    street: '',
    suburb: given('suburb'),
    city: given('city'),
    region: given('region'),
    postcode: given('postcode'),
    country: given('country'),
  }
  if (place.city === '' && place.postcode === '') takeLocality(place, lines)
  if (place.suburb === '' && lines.length > 1 && !OF_STREET.test(lines.at(-1) ?? '')) {
    place.suburb = lines.pop() ?? ''
  }
  place.street = lines.join(', ')
  return place
}

/** Whether any part but the country is given. */
export function isPlace({ country: _, ...parts }: ExportedPlace): boolean {
  return Object.values(parts).some((part) => part !== '')
}

/** Takes country, city and postcode from the last lines, as long as a street is left. */
function takeLocality(place: ExportedPlace, lines: string[]): void {
  if (lines.length > 1 && IS_COUNTRY.test(lines.at(-1) ?? '')) {
    lines.pop()
    place.country ||= DEFAULT_COUNTRY
  }
  const last = lines.at(-1) ?? ''
  const found = WITH_POSTCODE.exec(last)
  if (lines.length > 1 && (found || !OF_STREET.test(last))) {
    place.city = found?.[1] ?? last
    place.postcode = found?.[2] ?? ''
    lines.pop()
  }
  // The postcode may be on a separate line.
  const before = lines.at(-1) ?? ''
  if (place.city === '' && place.postcode !== '' && lines.length > 1 && !OF_STREET.test(before)) {
    place.city = lines.pop() ?? ''
  }
}
