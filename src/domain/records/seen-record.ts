import type { Address } from '../../contract/wire.ts'
import type { RecordKind } from './record-kind.ts'

/** A record that this browser has seen, with what a row of the palette shows of it. */
export interface SeenRecord {
  kind: RecordKind
  code: string
  /** What its address is made of, where that is not its code. */
  id?: string
  /** Company, else the person. */
  name: string
  /** The person, where `name` is the company; may be blank. */
  contact: string
  /** More words that find it. */
  also?: string
  /** The words of its addresses, see `placeOf`. */
  place?: string
  /** The business's own time of it, as it came: when it was ordered. */
  at: string | null
  /** Cents. */
  total: number | null
  status: string | null
}

/** Its place in the index, and the stable id of its row. */
export function keyOf({ kind, id, code }: Pick<SeenRecord, 'kind' | 'id' | 'code'>): string {
  return `${kind}:${id ?? code}`
}

/** What of an address finds its record: the street, the locality and the postcode, as on the server. */
export function placeOf({ street, suburb, city, postcode }: Partial<Address>): string {
  return [street, suburb, city, postcode].filter(Boolean).join(' ')
}
