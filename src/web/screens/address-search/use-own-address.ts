import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AddressDetail } from '../../../contract/addresses.ts'
import type { Order } from '../../../contract/orders.ts'
import { type ConsignmentForm, formOf } from '../../../domain/freight/consignment-payload.ts'
import { addressQuery, isOwnAddress } from '../../../domain/freight/form-address.ts'
import { addressQueries } from '../../api/addresses.ts'

/**
 * Verifies the address of an order automatically if exactly one address matches it (reading 46). If the address was
 * edited, the search failed or several addresses match, staff verify it.
 * @param take must be stable
 * @returns whether the verification is in progress
 */
export function useOwnAddress(
  order: Order | null,
  form: ConsignmentForm,
  take: (detail: AddressDetail) => void,
): boolean {
  // Booking empties the form; the address must not be verified again.
  const [over, setOver] = useState(false)
  if (!over && form.address_state !== 'unverified') setOver(true)
  const wanted = !over && order !== null && isUntouched(form, formOf(order))
  const text = wanted ? addressQuery(form) : null
  const search = useQuery({ ...addressQueries.search(text ?? ''), enabled: text !== null })
  const [match, ...others] = search.data?.rows ?? []
  const id = text !== null && others.length === 0 ? (match?.id ?? null) : null
  const detail = useQuery({ ...addressQueries.detail(id ?? ''), enabled: id !== null })
  const found = id !== null && detail.data && isOwnAddress(form, detail.data) ? detail.data : null
  useEffect(() => {
    if (found) take(found)
  }, [found, take])
  return text !== null && (search.isFetching || (id !== null && (detail.isFetching || found !== null)))
}

/** Whether the address is as the order has it, and neither verified nor edited. */
function isUntouched(form: ConsignmentForm, initial: ConsignmentForm): boolean {
  return (['street', 'suburb', 'city', 'region', 'postcode', 'address_state'] as const).every(
    (name) => form[name] === initial[name],
  )
}
