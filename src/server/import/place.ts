import type { Row } from './kind.ts'

const COUNTRY = 'New Zealand'

/** The columns of a postal address, all null where there is none of it. */
export function place(address: {
  street: string | null
  suburb: string | null
  city: string | null
  region: string | null
  postcode: string | null
  isRural: number | null
  country: string | null
}) {
  const { isRural, ...columns } = address
  return { ...columns, is_rural: isRural ?? 0, country: address.country ?? COUNTRY } satisfies Row
}
