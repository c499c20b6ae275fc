import type { Consignment } from '../../contract/consignments.ts'
import type { LeftOut } from '../../contract/wire.ts'
import { counted } from '../format/text.ts'

/** The noun of an entry of each list of a record. */
const NOUNS: Readonly<Record<string, string>> = {
  items: 'item',
  parts: 'parcel',
  services: 'service',
  events: 'event',
}

/** Says that entries of a response could not be read: '2 rows could not be read and were left out.' */
export function leftOutWords(count: number, noun: string): string {
  return `${counted(count, noun)} could not be read and ${count === 1 ? 'was' : 'were'} left out.`
}

/** A message for each list of a record with entries that could not be read. Empty if all were read. */
export function leftOutLines(unreadable: LeftOut = {}): string[] {
  return Object.entries(unreadable).map(([list, count]) => leftOutWords(count, NOUNS[list] ?? 'entry'))
}

/** The unreadable entries of a consignment, including those of its parcels. */
export function unreadableIn({ parts, unreadable = {} }: Pick<Consignment, 'parts' | 'unreadable'>): LeftOut {
  const all = [unreadable, ...parts.map((part) => part.unreadable ?? {})]
  const sums: Record<string, number> = {}
  for (const [list, count] of all.flatMap((one) => Object.entries(one)))
    sums[list] = (sums[list] ?? 0) + count
  return sums
}
