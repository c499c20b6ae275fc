import { DEFAULT_COUNTRY, isRuralPostcode } from '../../../domain/freight/address.ts'
import type { Row } from './kind.ts'

/** The columns of a postal address. If it does not say whether it is rural, its postcode decides. */
export function place(address: {
  street: string | null
  suburb: string | null
  city: string | null
  region: string | null
  postcode: string | null
  isRural: number | null
  country: string | null
}) {
  const { street, suburb, city, region, postcode, isRural } = address
  const is_rural = isRural ?? (isRuralPostcode(postcode ?? '') ? 1 : 0)
  const country = address.country ?? DEFAULT_COUNTRY
  return { street, suburb, city, region, postcode, is_rural, country } satisfies Row
}

const COLUMNS = ['street', 'suburb', 'city', 'region', 'postcode', 'is_rural', 'country'] as const

/** The columns of the fields of an address: 'delivery_address.city' → 'delivery_city'. */
export function addressColumns(group: string, prefix: string): Record<string, string> {
  return Object.fromEntries(COLUMNS.map((name) => [`${group}.${name}`, prefix + name]))
}
