import type { AddressDetail } from '../../contract/addresses.ts'
import type { Tone } from '../format/tone.ts'

/** How far the address of a consignment can be trusted (section 4). */
export type AddressState = 'unverified' | 'verified' | 'manual'

/** The address of a consignment form, as it stands in its fields. */
export interface FormAddress {
  street: string
  suburb: string
  city: string
  region: string
  postcode: string
  is_rural: boolean
  address_state: AddressState
}

/** The fields that are typed into: the street is searched for in a dialog, or used as it was typed there. */
export const TYPED_ADDRESS_FIELDS = ['suburb', 'city', 'region', 'postcode'] as const
export type TypedAddressField = (typeof TYPED_ADDRESS_FIELDS)[number]

const BADGES: Record<AddressState, { label: string; tone: Tone }> = {
  unverified: { label: 'Not verified', tone: 'grey' },
  verified: { label: 'Address verified', tone: 'green' },
  manual: { label: 'Manual address', tone: 'amber' },
}

export function isAddressState(value: string): value is AddressState {
  return Object.hasOwn(BADGES, value)
}

export function addressBadge(state: AddressState): { label: string; tone: Tone } {
  return BADGES[state]
}

/** What the parcel table says until the address is verified or manual. */
export const UNVERIFIED = 'Verify the address before adding parcel information'

/** Whether parcels can be entered. */
export function takesParcels(state: AddressState): boolean {
  return state !== 'unverified'
}

/** The address as it was picked from the search: verified. */
export function pickedAddress(detail: AddressDetail): FormAddress {
  const { street, suburb, city, region, postcode, is_rural } = detail
  return {
    street: street ?? '',
    suburb: suburb ?? '',
    city: city ?? '',
    region: region ?? '',
    postcode: postcode ?? '',
    is_rural,
    address_state: 'verified',
  }
}

/**
 * What changes with a street that is used as it was typed, which nobody has verified. The other fields stay: it may be
 * the same address with a unit before it.
 */
export function typedAddress(street: string): Pick<FormAddress, 'street' | 'address_state'> {
  return { street: street.trim(), address_state: 'manual' }
}

/** What changes with one field: a verified address becomes a manual one, and only a search makes it verified again. */
export function editedAddress(
  address: FormAddress,
  field: TypedAddressField,
  text: string,
): Partial<FormAddress> {
  const changed = address[field] !== text
  return {
    [field]: text,
    ...(changed && address.address_state === 'verified' && { address_state: 'manual' as const }),
  }
}

const LEAST_CHARACTERS = 3

/** Whether a text is enough to search by: a second word, and 3 characters after the first (section 5, reading 34). */
export function isSearchable(text: string): boolean {
  const [, rest = ''] = /^\S+\s+(.*)$/su.exec(text.trim()) ?? []
  return [...rest].length >= LEAST_CHARACTERS
}
