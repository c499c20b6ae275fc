import type { Rows } from '../../contract/call.ts'
import { getOrder, joinCodes, listOrders, type Order } from '../../contract/orders.ts'
import { ordersMeant, withoutName } from '../../domain/orders/order-code.ts'
import { installation } from '../state/installation.ts'
import { CallError, send } from './client.ts'

/** The number of orders that are requested at the same time. */
const AT_ONCE = 4

/** Orders by the codes that they were requested with. Unknown codes are absent. */
interface OrdersByCode {
  orders: ReadonlyMap<string, Order>
  unreadable: number
}

/** A list of orders; `unknown` contains the requested codes that no order has. */
export interface ListedOrders extends Rows<Order> {
  unknown?: readonly string[]
}

/**
 * Requests the orders with these codes: one call if the back end has the capability, otherwise one for
 * each order (API-1).
 */
export async function ordersByCode(codes: readonly string[], signal: AbortSignal): Promise<OrdersByCode> {
  if (!installation.capabilities.has('orders-by-code')) return readEach(codes, signal)
  const { rows, unreadable } = await send(listOrders, { query: { codes: joinCodes(codes) }, signal })
  return { orders: matchCodes(codes, rows), unreadable }
}

/** The orders with these codes, in the order of the codes and each once. */
export async function listedByCode(codes: readonly string[], signal: AbortSignal): Promise<ListedOrders> {
  const { orders, unreadable } = await ordersByCode(codes, signal)
  const found = codes.flatMap((code) => orders.get(code) ?? [])
  const rows = [...new Map(found.map((order) => [order.code, order])).values()]
  return { rows, unreadable, unknown: codes.filter((code) => !orders.has(code)) }
}

/** The order that each code means in one response; none if it may mean several. */
function matchCodes(codes: readonly string[], orders: readonly Order[]): Map<string, Order> {
  const byCode = new Map(orders.map((order) => [order.code, order]))
  return new Map(
    codes.flatMap((code) => {
      const exact = byCode.get(code)
      const meant = exact ? [exact] : ordersMeant(code, orders)
      return meant.length === 1 ? meant.map((order) => [code, order] as const) : []
    }),
  )
}

/**
 * Requests a code as written, then its number alone, because only our server knows that both may be one. The answer must be
 * an order that the code means (ORD-70): for 1001 our server may answer with W-1001, which INV-1001 is not.
 */
export async function requestOrder(code: string, signal: AbortSignal): Promise<Order> {
  try {
    return await send(getOrder, { path: { code }, signal })
  } catch (error) {
    const number = withoutName(code)
    if (number === null || !(error instanceof CallError && error.notFound)) throw error
    const order = await send(getOrder, { path: { code: number }, signal })
    if (ordersMeant(code, [order]).length === 0) throw error
    return order
  }
}

/** @throws CallError if a request fails, except with 404; no further request is then sent */
async function readEach(codes: readonly string[], signal: AbortSignal): Promise<OrdersByCode> {
  const waiting = [...codes]
  const orders = new Map<string, Order>()
  let unreadable = 0
  const work = async () => {
    for (let code = waiting.shift(); code !== undefined; code = waiting.shift()) {
      const order = await readOne(code, signal).catch((error: unknown) => {
        waiting.length = 0
        throw error
      })
      if (order === 'unreadable') unreadable += 1
      else if (order) orders.set(code, order)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { orders, unreadable }
}

async function readOne(code: string, signal: AbortSignal): Promise<Order | 'unreadable' | null> {
  try {
    return await requestOrder(code, signal)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.notFound) return null
    if (error.status === OK) return 'unreadable'
    throw error
  }
}

const OK = 200
