import { queryOptions } from '@tanstack/react-query'
import {
  type AddressDetail,
  type AddressMatch,
  getAddress,
  searchAddresses,
} from '../../contract/addresses.ts'
import type { Rows } from '../../contract/call.ts'
import { send } from './client.ts'

/** Addresses do not change while one is picked. */
const KEPT_MS = 5 * 60_000

/** The queries of addresses. Each is known by its text or id, so a late answer is never taken for another's. */
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
      queryFn: ({ signal }): Promise<AddressDetail> => send(getAddress, { path: { id }, signal }),
      staleTime: KEPT_MS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
}
