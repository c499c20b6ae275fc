import type { Address } from '../../contract/wire.ts'
import type { RecordKind } from './record-kind.ts'

/** A record in this browser's index, with the data that its palette row shows. */
export interface SeenRecord {
  kind: RecordKind
  code: string
  /** The id in its address, if that is not its code. */
  id?: string
  /** Company, otherwise person. */
  name: string
  /** The person, if `name` is the company; may be blank. */
  contact: string
  /** Further searchable words. */
  also?: string
  /** Searchable words of its addresses, see `placeOf`. */
  place?: string
  /** Its date as sent by the server: for an order, when it was ordered. */
  at: string | null
  /** Cents. */
  total: number | null
  status: string | null
}

/** The key of a record in the index, also the id of its row. */
export function keyOf({ kind, id, code }: Pick<SeenRecord, 'kind' | 'id' | 'code'>): string {
  return `${kind}:${id ?? code}`
}

/** The searchable text of an address: street, locality and postcode, as on the server. */
export function placeOf({ street, suburb, city, postcode }: Partial<Address>): string {
  return [street, suburb, city, postcode].filter(Boolean).join(' ')
}
