import type { AddressDetail } from '../../contract/addresses.ts'
import { fold } from '../format/fold.ts'
import { addressLines } from './address-line.ts'
import { type FormAddress, isSearchable } from './address-state.ts'

type Place = Pick<FormAddress, 'street' | 'suburb' | 'city' | 'postcode'>

/** The text by which an order's own address is searched for; null if it is too short for a search. */
export function addressQuery({ street, suburb, city, postcode }: Place): string | null {
  const text = addressLines({
    street,
    suburb,
    city,
    postcode,
    region: null,
    country: null,
    is_rural: false,
  }).join(', ')
  return street.trim() !== '' && isSearchable(text) ? text : null
}

/**
 * Whether the only address found is the order's own (reading 46): the same numbers in the street, and the same
 * postcode if the order has one. A search may also find a house of another number.
 */
export function isOwnAddress(own: Place, found: AddressDetail): boolean {
  const postcode = own.postcode.trim()
  return (
    (postcode === '' || postcode === (found.postcode ?? '').trim()) &&
    numbersIn(own.street) === numbersIn(found.street ?? '')
  )
}

/** House and unit numbers of a street: '3/12A Queen Street' → '3 12a'. */
function numbersIn(street: string): string {
  return (fold(street).match(/\d+\p{L}?(?!\p{L})/gu) ?? []).join(' ')
}
