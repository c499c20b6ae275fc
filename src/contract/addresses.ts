import * as z from 'zod/mini'
import { dataCall, rowsOf } from './call.ts'
import { addressFields, id, text } from './wire.ts'

export const AddressMatch = z.object({ id, full_address: text })
export type AddressMatch = z.output<typeof AddressMatch>

export const AddressDetail = z.object(addressFields)
export type AddressDetail = z.output<typeof AddressDetail>

export const searchAddresses = dataCall({
  method: 'POST',
  path: '/address/search',
  body: z.object({ query: z.string() }),
  answer: rowsOf(AddressMatch),
})

export const getAddress = dataCall({ method: 'GET', path: '/address/:id', answer: AddressDetail })
