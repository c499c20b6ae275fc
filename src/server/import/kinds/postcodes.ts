import { DEFAULT_COUNTRY } from '../../../domain/freight/address.ts'
import { type Cells, hasCell, type RawRecord, type Unreadable } from './raw-record.ts'

const NEW_ZEALAND = /^(nz|nzl|aotearoa|new zealand|aotearoa new zealand)$/i
const POSTCODE = /^\d{4}$/
/** A spreadsheet removes the zero at the beginning of 0610. */
const WITHOUT_ZERO = /^\d{3}$/

/**
 * Completes and checks the New Zealand postcodes of a record; stored ones are not changed.
 * @param given the record as its source gives it
 * @param completed the same with its missing cells, which may contain the country
 * @param groups the groups of its addresses: 'delivery_address'
 */
export function readPostcodes(
  given: RawRecord,
  completed: RawRecord,
  groups: readonly string[],
): { record: RawRecord; faults: Unreadable[]; notes: Unreadable[] } {
  const faults: Unreadable[] = []
  const notes: Unreadable[] = []
  const padded: Record<string, string> = {}
  for (const group of groups) {
    const field = `${group}.postcode`
    const postcode = completed.cells[field] ?? ''
    if (!hasCell(given.cells, field) || !isInNewZealand(completed.cells, group)) continue
    if (postcode === '' || POSTCODE.test(postcode)) continue
    if (WITHOUT_ZERO.test(postcode)) {
      padded[field] = `0${postcode}`
      notes.push({ line: given.line, field, reason: `has three digits, ${postcode}: read as 0${postcode}` })
    } else {
      faults.push({ line: given.line, field, reason: 'must be four digits in New Zealand' })
    }
  }
  return { record: { ...completed, cells: { ...completed.cells, ...padded } }, faults, notes }
}

function isInNewZealand(cells: Cells, group: string): boolean {
  return NEW_ZEALAND.test(cells[`${group}.country`] || DEFAULT_COUNTRY)
}
