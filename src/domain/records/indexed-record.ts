import type { Address } from '../../contract/wire.ts'
import { phonesIn } from '../format/phone.ts'
import { fold } from '../format/text.ts'
import type { RecordKind } from './record-kind.ts'

/** A record in this browser's index, with the data that its palette row shows. */
export interface IndexedRecord {
  kind: RecordKind
  code: string
  /** The id in its address, if that is not its code. */
  id?: string
  /** Company, otherwise person. */
  name: string
  /** The person, if `name` is the company; may be blank. */
  contact: string
  /** The customer's own number of an order; the reference of another consignment of an order ('104823-2'). */
  reference?: string
  /** Searchable words of its addresses, one address per line, see `placeOf`. */
  place?: string
  /** Phone numbers and e-mail address of its customer, see `reachOf`. */
  reach?: string
  /** Its date as sent by the server: for an order, when it was ordered. */
  at: string | null
  /** Cents. */
  total: number | null
  status: string | null
  /**
   * Whether it is from a response with less data than a list. To an indexed record it then only adds `place` and
   * `reach`.
   */
  partial?: true
  /** The customer of an order, from the same response. It is indexed as a record of its own. */
  customer?: IndexedRecord
}

/** The key of a record in the index, also the id of its row. */
export function keyOf({ kind, id, code }: Pick<IndexedRecord, 'kind' | 'id' | 'code'>): string {
  return `${kind}:${id ?? code}`
}

/** Whether a text is the reference of a consignment. A customer's number for an order does not identify it. */
export function hasReference({ kind, reference }: IndexedRecord, text: string): boolean {
  return kind === 'consignment' && reference !== undefined && fold(reference) === fold(text).trim()
}

/** The searchable text of an address: street, locality and postcode, as on the server. */
export function placeOf({ street, suburb, city, postcode }: Partial<Address>): string {
  return [street, suburb, city, postcode].filter(Boolean).join(' ')
}

/** Normalised phone numbers and the e-mail address, one per line. */
export function reachOf(phones: readonly (string | null)[], email: string | null): string {
  return joinLines(phones.flatMap((phone) => phonesIn(phone ?? '')).concat(fold(email ?? '').trim()))
}

/** The lines of both texts without duplicates. */
export function mergedLines(one: string | undefined, other: string | undefined): string {
  return joinLines(`${one ?? ''}\n${other ?? ''}`.split('\n'))
}

function joinLines(lines: readonly string[]): string {
  return [...new Set(lines)].filter(Boolean).join('\n')
}
