import type { AddressDetail } from '../../contract/addresses.ts'
import type { Tone } from '../format/badge.ts'
import { fold } from '../format/text.ts'
import { addressLines, streetParts } from './address.ts'

/**
 * Whether the address of a consignment was picked from the search, typed by hand, or neither (FRT-3). `outdated`: staff
 * entered it for another address of the order.
 */
type AddressState = 'unverified' | 'verified' | 'manual' | 'outdated'

/** The address fields of a consignment form. */
export interface FormAddress {
  street: string
  suburb: string
  city: string
  region: string
  postcode: string
  is_rural: boolean
  address_state: AddressState
}

/** The fields that staff type into. The street is not one of them: it is chosen in the search dialog. */
export const TYPED_ADDRESS_FIELDS = ['suburb', 'city', 'region', 'postcode'] as const
export type TypedAddressField = (typeof TYPED_ADDRESS_FIELDS)[number]

const BADGES: Record<AddressState, { label: string; tone: Tone }> = {
  unverified: { label: 'Not verified', tone: 'grey' },
  verified: { label: 'Address verified', tone: 'green' },
  manual: { label: 'Manual address', tone: 'amber' },
  outdated: { label: 'The order’s address has changed', tone: 'amber' },
}

export function isAddressState(value: string): value is AddressState {
  return Object.hasOwn(BADGES, value)
}

export function addressBadge(state: AddressState): { label: string; tone: Tone } {
  return BADGES[state]
}

/** Shown in the parcel table until the address is verified or manual. */
export const UNVERIFIED = 'Verify the address before adding parcel information'

/** Whether parcels can be entered. */
export function takesParcels(state: AddressState): boolean {
  return state === 'verified' || state === 'manual'
}

/** The address fields filled in from an address, whose absent parts are blank. */
export function filledAddress({
  street,
  suburb,
  city,
  region,
  postcode,
  is_rural,
}: AddressDetail): Omit<FormAddress, 'address_state'> {
  return {
    street: street ?? '',
    suburb: suburb ?? '',
    city: city ?? '',
    region: region ?? '',
    postcode: postcode ?? '',
    is_rural,
  }
}

/** The address picked from the search. It is verified. */
export function pickedAddress(detail: AddressDetail): FormAddress {
  return { ...filledAddress(detail), address_state: 'verified' }
}

/**
 * The change made by a street that is used as typed: the address is now manual. The other fields stay, because it
 * may be the same address with a unit number before it.
 */
export function typedAddress(street: string): Pick<FormAddress, 'street' | 'address_state'> {
  return { street: street.trim(), address_state: 'manual' }
}

/** The change made by editing one field. A verified address becomes manual; only a search verifies it again. */
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

/**
 * Whether a text is long enough to search for: it has a second word, and 3 characters after the first (ADR-2).
 */
export function isSearchable(text: string): boolean {
  const [, rest = ''] = /^\S+\s+(.*)$/su.exec(text.trim()) ?? []
  return [...rest].length >= LEAST_CHARACTERS
}

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
 * Whether the only address found is the order's own (FRT-5): the same numbers in the street, and the same
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

/** Characters that GoSweetSpot accepts; it limits street and building separately. */
const LIMITS = {
  contact: 50,
  company: 50,
  phone: 50,
  email: 200,
  street: 50,
  suburb: 50,
  city: 50,
  instructions: 120,
}
/** A field of a consignment whose length couriers limit. */
type LimitedField = keyof typeof LIMITS

const LABELS: Record<LimitedField, string> = {
  contact: 'Name',
  company: 'Business name',
  phone: 'Phone',
  email: 'Email',
  street: 'Street',
  suburb: 'Suburb',
  city: 'City',
  instructions: 'Instructions or notes',
}

const FIELDS = ['contact', 'company', 'phone', 'email', 'street', 'suburb', 'city', 'instructions'] as const

/** Above this part of its limit, the length of a field is shown. */
const NEAR_LIMIT = 0.8

/** The length of a field and its limit. */
interface FieldLength {
  length: number
  limit: number
  state: 'short' | 'near' | 'over'
}

export function isLimited(field: string): field is LimitedField {
  return Object.hasOwn(LIMITS, field)
}

/** The characters of a field that count. Of a street it is the longer of its two parts. */
export function fieldLength(field: LimitedField, text: string): FieldLength {
  const limit = LIMITS[field]
  const { street, building } = field === 'street' ? streetParts(text) : { street: text.trim(), building: '' }
  const length = Math.max(street.length, building.length)
  return { length, limit, state: length > limit ? 'over' : length > limit * NEAR_LIMIT ? 'near' : 'short' }
}

/** The message about a field that is too long: '62 characters, the courier accepts 50'. */
export function lengthFault({ length, limit }: FieldLength): string {
  return `${length} characters, the courier accepts ${limit}`
}

/** The first field that is too long, with its length: 'Street: 62 characters, the courier accepts 50'. Null if none is. */
export function whyTooLong(values: Readonly<Record<LimitedField, string>>): string | null {
  for (const field of FIELDS) {
    const length = fieldLength(field, values[field])
    if (length.state === 'over') return `${LABELS[field]}: ${lengthFault(length)}`
  }
  return null
}
