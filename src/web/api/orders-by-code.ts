import type { Rows } from '../../contract/call.ts'
import { getOrder, joinCodes, listOrders, type Order } from '../../contract/orders.ts'
import { fold } from '../../domain/format/fold.ts'
import { installation } from '../state/installation.ts'
import { CallError, send } from './client.ts'

/** The number of orders that are requested at the same time. */
const AT_ONCE = 4

/**
 * The orders with these codes, in the order of the codes; unknown codes are omitted. One call if the back end has the
 * capability, otherwise one for each order (reading 49).
 */
export async function ordersByCode(codes: readonly string[], signal: AbortSignal): Promise<Rows<Order>> {
  if (!installation.capabilities.has('orders-by-code')) return readEach(codes, signal)
  const { rows, unreadable } = await send(listOrders, { query: { codes: joinCodes(codes) }, signal })
  return { rows: matchCodes(codes, rows).found, unreadable }
}

/** The orders with these codes, in their order and each once, and the codes that none of the orders has. */
export function matchCodes(
  codes: readonly string[],
  orders: readonly Order[],
): { found: Order[]; unknown: string[] } {
  const byCode = new Map(orders.map((order) => [order.code, order]))
  const byFolded = new Map(orders.map((order) => [fold(order.code), order]))
  const orderOf = (code: string) => byCode.get(code) ?? byFolded.get(fold(code))
  return {
    found: [...new Set(codes.flatMap((code) => orderOf(code) ?? []))],
    unknown: codes.filter((code) => !orderOf(code)),
  }
}

/** @throws CallError if a request fails, except with 404; no further request is then sent */
async function readEach(codes: readonly string[], signal: AbortSignal): Promise<Rows<Order>> {
  const waiting = [...codes]
  const found: Order[] = []
  let unreadable = 0
  const work = async () => {
    for (let code = waiting.shift(); code !== undefined; code = waiting.shift()) {
      const order = await readOne(code, signal).catch((error: unknown) => {
        waiting.length = 0
        throw error
      })
      if (order === 'unreadable') unreadable += 1
      else if (order) found.push(order)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { rows: matchCodes(codes, found).found, unreadable }
}

async function readOne(code: string, signal: AbortSignal): Promise<Order | 'unreadable' | null> {
  try {
    return await send(getOrder, { path: { code }, signal })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.notFound) return null
    if (error.status === OK) return 'unreadable'
    throw error
  }
}

const OK = 200
