import { queryOptions } from '@tanstack/react-query'
import { createAnotherConsignment } from '../../contract/another-consignment.ts'
import { type ConsignmentPayload, createConsignment, priceConsignment } from '../../contract/consignments.ts'
import { getNextToShip, getPacking, type Packing } from '../../contract/dispatch.ts'
import { nonBlank } from '../../domain/format/absent.ts'
import { type FreightAnswer, freightAnswer } from '../../domain/freight/freight-options.ts'
import { installation } from '../state/installation.ts'
import { CallError, send } from './client.ts'

/** Prices of all couriers for a payload, and the number of unreadable ones. */
export type FreightPrices = FreightAnswer & { unreadable: number }

/** The query of prices. They belong to exactly one payload, and are requested anew each time (reading 32). */
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
 * Books a quote with the payload that was priced.
 * @param reference of another consignment of a shipped order; null for an order's own
 * @returns the consignment's id; null if it was booked but the response has no id (reading 54)
 * @throws CallError with the server's reason, also if the response does not report success
 */
export async function bookConsignment(
  payload: ConsignmentPayload,
  quoteId: string,
  reference: string | null,
): Promise<string | null> {
  const booking = { ...payload, quote_id: quoteId }
  const { success, message, data } =
    reference === null
      ? await send(createConsignment, { body: booking })
      : await send(createAnotherConsignment, {
          path: { code: payload.order_id },
          body: { ...booking, reference },
        })
  if (success !== true) throw new CallError(409, message ?? '')
  return nonBlank(data.consignment_id)
}

/** The data about an order's parcels, if the back end has the capability `dispatch`. */
export function packingQuery(code: string) {
  return queryOptions({
    queryKey: ['packing', code],
    queryFn: ({ signal }): Promise<Packing> => send(getPacking, { path: { code }, signal }),
    enabled: code !== '' && installation.capabilities.has('dispatch'),
    refetchOnWindowFocus: false,
  })
}

/** The code of the order to ship after this one; null if none is ready. */
export async function nextToShip(after: string): Promise<string | null> {
  return (await send(getNextToShip, { query: { after } })).code
}
