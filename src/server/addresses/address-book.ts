import type { AddressDetail, AddressMatch } from '../../contract/addresses.ts'

/** The built-in gazetteer or an address service. Its methods throw if it is unavailable. */
export interface AddressBook {
  /** Addresses that match the typed text, best first: at most a screenful. */
  search(query: string): Promise<AddressMatch[]>
  /** The address of an id returned by a search, even before a restart; null if there is none. */
  find(id: string): Promise<AddressDetail | null>
}

/** Limit of the results of a search. */
export const MOST_MATCHES = 20

/** The account at the address service allows no look-up. The message is a sentence for staff. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused'
}
