import { queryOptions } from '@tanstack/react-query'
import { createAnotherConsignment } from '../../contract/another-consignment.ts'
import { type ConsignmentPayload, createConsignment, priceConsignment } from '../../contract/consignments.ts'
import { getNextToShip, getPacking, type Packing } from '../../contract/dispatch.ts'
import { nonBlank } from '../../domain/format/absent.ts'
import { type FreightAnswer, freightAnswer } from '../../domain/freight/freight-options.ts'
import { isShipped } from '../../domain/orders/order-stage.ts'
import { installation } from '../state/installation.ts'
import { CallError, send } from './client.ts'
import { mayHaveHappened } from './failure.ts'
import { currentOrder } from './orders.ts'

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

/**
 * Books, and if the answer is lost asks the order what became of it. Parameters and result as of `bookConsignment`.
 * @throws the error of the booking, if the order does not show that it was booked
 */
export async function bookOrAsk(
  payload: ConsignmentPayload,
  quoteId: string,
  reference: string | null,
): Promise<string | null> {
  try {
    return await bookConsignment(payload, quoteId, reference)
  } catch (error) {
    // Another consignment of a shipped order does not show on the order.
    if (!mayHaveHappened(error) || payload.order_id === '' || reference !== null) throw error
    const order = await currentOrder(payload.order_id)
    const code = order && isShipped(order) ? nonBlank(order.freight.tracking_code) : null
    if (code === null) throw error
    return code
  }
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
