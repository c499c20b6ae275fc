import { queryOptions } from '@tanstack/react-query'
import { type ConsignmentPayload, createConsignment, priceConsignment } from '../../contract/consignments.ts'
import { nonBlank } from '../../domain/format/absent.ts'
import { type FreightAnswer, freightAnswer } from '../../domain/freight/freight-options.ts'
import { CallError, send } from './client.ts'

/** What a payload costs with each courier, and how many answers could not be read. */
export type FreightPrices = FreightAnswer & { unreadable: number }

/** Prices belong to exactly the payload that they were asked for, and are asked for anew each time (reading 32). */
export function freightPrices(payload: ConsignmentPayload) {
  return queryOptions({
    queryKey: ['freight', payload],
    queryFn: async ({ signal }): Promise<FreightPrices> => {
      const { rows, unreadable } = await send(priceConsignment, { body: payload, signal })
      return { ...freightAnswer(rows), unreadable }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/**
 * Books a quote with the payload that it priced.
 * @returns the consignment's id; null where it was booked and the back end does not say its id (reading 54)
 * @throws CallError with the server's reason, also where the answer does not say that it succeeded
 */
export async function bookConsignment(payload: ConsignmentPayload, quoteId: string): Promise<string | null> {
  const { success, message, data } = await send(createConsignment, {
    body: { ...payload, quote_id: quoteId },
  })
  if (success !== true) throw new CallError(409, message ?? '')
  return nonBlank(data.consignment_id)
}
