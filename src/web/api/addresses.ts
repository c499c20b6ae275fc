import { queryOptions } from '@tanstack/react-query'
import {
  type AddressDetail,
  type AddressMatch,
  getAddress,
  searchAddresses,
} from '../../contract/addresses.ts'
import type { Rows } from '../../contract/call.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { CallError, send } from './client.ts'

/** Addresses do not change while the user picks one. */
const KEPT_MS = 5 * 60_000

/** Queries of addresses, keyed by text or id, so that a late response is never shown for another text. */
export const addressQueries = {
  search: (text: string) =>
    queryOptions({
      queryKey: ['addresses', 'search', text],
      queryFn: ({ signal }): Promise<Rows<AddressMatch>> =>
        send(searchAddresses, { body: { query: text }, signal }),
      staleTime: KEPT_MS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: ['addresses', 'detail', id],
      queryFn: ({ signal }): Promise<AddressDetail> => readAddress(id, signal),
      staleTime: KEPT_MS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
}

/** @throws CallError also if the address has no street: a blank address must not count as verified */
async function readAddress(id: string, signal: AbortSignal): Promise<AddressDetail> {
  const detail = await send(getAddress, { path: { id }, signal })
  if (nonBlank(detail.street) === null) throw new CallError(200, 'The address has no street.')
  return detail
}
