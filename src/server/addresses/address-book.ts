import type { AddressDetail, AddressMatch } from '../../contract/addresses.ts'

/** Where addresses are looked up: the built-in gazetteer, or a service. Both throw where they cannot be asked. */
export interface AddressBook {
  /** The addresses that fit what has been typed so far, best first: a screenful at most. */
  search(query: string): Promise<AddressMatch[]>
  /** The address of an id that a search gave, also before the last restart; null where there is none. */
  find(id: string): Promise<AddressDetail | null>
}

/** No search gives more than this. */
export const MOST_MATCHES = 20
