import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type ConsignmentPayload,
  createAnotherConsignment,
  createConsignment,
  createPackedConsignment,
  type ParcelContent,
  priceConsignment,
  type RulesSaid,
} from '../../contract/consignments.ts'
import { type CourierRule, type CourierRules, getCourierRules } from '../../contract/courier-rules.ts'
import {
  type Carton,
  getNextToShip,
  getPacking,
  listCartons,
  type Packing,
  skipOrder,
  unskipOrder,
} from '../../contract/dispatch.ts'
import type { Branch, Order } from '../../contract/orders.ts'
import { nonBlank } from '../../domain/format/text.ts'
import { cartonsAt, PARCEL_PRESETS } from '../../domain/freight/cartons.ts'
import {
  type ConsignmentFacts,
  cartonsTaken,
  consignmentFacts,
  optionByRule,
  requirementsByRule,
  warningsByRule,
} from '../../domain/freight/courier-rules.ts'
import {
  type FreightAnswer,
  type FreightOption,
  freightAnswer,
} from '../../domain/freight/freight-options.ts'
import { isShipped } from '../../domain/orders/order-status.ts'
import { DEFAULT_PRICING } from '../../domain/records/customer-pricing.ts'
import { now } from '../state/clock.ts'
import { installation } from '../state/installation.ts'
import { notifyBookedStopped } from '../state/stopped-parcel.ts'
import { CallError, mayHaveHappened, refusalOf, send, succeed } from './client.ts'
import { currentOrder, exportedQuery, orderFilterIn, refreshOrders } from './orders.ts'
import { queryClient } from './query-client.ts'

/** Prices of all couriers for a payload. */
export interface FreightPrices extends FreightAnswer {
  /** The number of unreadable prices. */
  unreadable: number
  /** What the server says of the courier rules; null if it says nothing. */
  rules: RulesSaid | null
  /** In ms. */
  requestedAt: number
}

/** The query of prices. They belong to exactly one payload, and are requested anew each time (FRT-15). */
export function freightPrices(payload: ConsignmentPayload) {
  return queryOptions({
    queryKey: ['freight', payload],
    queryFn: async ({ signal }): Promise<FreightPrices> => {
      const requestedAt = now()
      const { rows, unreadable } = await send(priceConsignment, { body: payload, signal })
      const answer = freightAnswer(rows)
      return { ...answer, unreadable, rules: rows.find(({ rules }) => rules)?.rules ?? null, requestedAt }
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
 * @param contents what is in each piece, for an order's own; null if that is not known
 * @returns the consignment's id; null if it was booked but the response has no id (FRT-18)
 * @throws CallError with the server's reason, also if the response does not report success
 */
export async function bookConsignment(
  payload: ConsignmentPayload,
  quoteId: string,
  reference: string | null,
  contents: ParcelContent[][] | null = null,
): Promise<string | null> {
  const booking = { ...payload, quote_id: quoteId }
  const own = () =>
    contents === null
      ? send(createConsignment, { body: booking })
      : send(createPackedConsignment, { body: { ...booking, contents } })
  const { success, message, data } =
    reference === null
      ? await own()
      : await send(createAnotherConsignment, {
          path: { code: payload.order_id },
          body: { ...booking, reference },
        })
  if (success !== true) throw new CallError(409, message ?? '')
  const consignment = nonBlank(data.consignment_id)
  notifyBookedStopped(payload.order_id, nonBlank(message), consignment)
  return consignment
}

/**
 * Books, and if the answer is lost finds out what became of it. The price is booked again, which makes no second
 * consignment; a back end that does not promise that is asked for the order instead. Parameters and result as of
 * `bookConsignment`.
 * @throws the error of the first booking, if it is still unknown whether it was made
 */
export async function bookOrAsk(
  payload: ConsignmentPayload,
  quoteId: string,
  reference: string | null,
): Promise<string | null> {
  try {
    return await bookConsignment(payload, quoteId, reference)
  } catch (error) {
    if (!mayHaveHappened(error)) throw error
    if (installation.capabilities.has('book-once')) {
      // The server has answered that it does not know: it says when to try again.
      if (refusalOf(error).reason !== null) throw error
      return await bookConsignment(payload, quoteId, reference).catch(() => Promise.reject(error))
    }
    // Another consignment of a shipped order does not show on the order.
    if (payload.order_id === '' || reference !== null) throw error
    const order = await currentOrder(payload.order_id)
    const code = order && isShipped(order) ? nonBlank(order.freight.tracking_code) : null
    if (code === null) throw error
    return code
  }
}

const packedKey = ({ id, quantity, fulfilled_quantity, product: { code } }: Order['items'][number]) =>
  JSON.stringify([id, code, quantity, fulfilled_quantity])

/** The data about an order's parcels, if the back end has the capability `dispatch`. */
export function packingQuery(order: Order | null) {
  const { code = '', items = [] } = order ?? {}
  return queryOptions({
    // Other items weigh something else.
    queryKey: ['packing', code, items.map(packedKey).join()],
    queryFn: ({ signal }): Promise<Packing> => send(getPacking, { path: { code }, signal }),
    enabled: order !== null && installation.capabilities.has('dispatch'),
    refetchOnWindowFocus: false,
  })
}

/**
 * The order to ship after this one, and the oldest one outside of the list if the list has no other.
 * @param list address of the list of orders that this tab showed last; null if it showed none
 */
export async function nextToShip(
  after: string,
  list: string | null,
): Promise<{ code: string | null; outside: string | null }> {
  if (list !== null) {
    const inList = await send(getNextToShip, { query: { after, from: 'list', ...listQuery(list) } })
    if (inList.code !== null || !inList.followed) return { code: inList.code, outside: null }
  }
  const { code } = await send(getNextToShip, { query: { after } })
  return list === null ? { code, outside: null } : { code: null, outside: code }
}

/** The filter in the address of the orders list, or of a customer's orders, which have their own address. */
function listQuery(address: string) {
  const { pathname, searchParams } = new URL(address, location.origin)
  const [, list, id = ''] = pathname.split('/')
  return list === 'customers'
    ? { customer: decodeURIComponent(id) }
    : exportedQuery(orderFilterIn(searchParams))
}

/**
 * Sets an order aside until tomorrow.
 * @returns the id by which it can be undone; null if the back end gives none
 * @throws CallError with the server's reason
 */
export async function setAside(code: string, reason: string): Promise<string | null> {
  const { step } = await succeed(send(skipOrder, { path: { code }, body: { reason } }))
  return step
}

/**
 * Ends the skip of an order, and refreshes the orders.
 * @returns the id by which that can be undone; null if the back end gives none
 * @throws CallError with the server's reason
 */
export async function endSkip(code: string): Promise<string | null> {
  const { step } = await succeed(send(unskipOrder, { path: { code } })).finally(refreshOrders)
  return step
}

/** The cartons of both branches: those of the business, otherwise the presets (PACK-1). */
export function cartonsQuery() {
  const hasOwn = installation.capabilities.has('cartons')
  return queryOptions({
    queryKey: ['cartons'],
    queryFn: async ({ signal }): Promise<readonly Carton[]> => (await send(listCartons, { signal })).rows,
    ...(!hasOwn && { initialData: PARCEL_PRESETS }),
    enabled: hasOwn,
    staleTime: hasOwn ? KEPT_MS : Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}

/** The cartons of both branches, for code outside of components; none while they are not loaded. */
export function knownCartons(): readonly Carton[] {
  const { queryKey } = cartonsQuery()
  return (
    queryClient.getQueryData(queryKey) ?? (installation.capabilities.has('cartons') ? [] : PARCEL_PRESETS)
  )
}

/** The cartons of a branch; undefined while they are not loaded. */
export function useCartons(branch: Branch): readonly Carton[] | undefined {
  const { data } = useQuery(cartonsQuery())
  return useMemo(() => data && cartonsAt(data, branch), [data, branch])
}

/** The rules change only when the server restarts; a customer's pricing changes rarely. */
const KEPT_MS = 5 * 60_000

/**
 * The query of the courier rules, with what they depend on for a customer and an order. Disabled without the capability
 * `courier-rules`.
 */
export function courierRulesQuery({
  customer_id: customer,
  order_id: order,
}: Pick<ConsignmentPayload, 'customer_id' | 'order_id'>) {
  return queryOptions({
    queryKey: ['courier-rules', customer, order],
    queryFn: ({ signal }) => send(getCourierRules, { query: { customer, order }, signal }),
    enabled: installation.capabilities.has('courier-rules'),
    staleTime: KEPT_MS,
    refetchOnWindowFocus: false,
  })
}

/** The cartons that may be proposed for a consignment: all of them if its rules are not known (PACK-2). */
export function proposableCartons(
  cartons: readonly Carton[],
  loaded: CourierRules | null,
  payload: ConsignmentPayload,
): readonly Carton[] {
  const known = loaded && rulesOfConsignment(loaded, payload)
  return known ? cartonsTaken(cartons, known.rules, known.facts) : cartons
}

/** The loaded courier rules with the facts of a consignment. */
export interface RulesOfConsignment {
  rules: readonly CourierRule[]
  facts: ConsignmentFacts
}

/** The courier rules for a consignment; null if one cannot be read, because it might apply before the others. */
export function rulesOfConsignment(
  { rules, customer, order }: CourierRules,
  payload: ConsignmentPayload,
): RulesOfConsignment | null {
  if (rules.unreadable > 0) return null
  const { dangerous_goods } = order
  const pricing = nonBlank(customer.pricing) ?? DEFAULT_PRICING
  const customer_id = nonBlank(customer.code) ?? payload.customer_id
  const facts = consignmentFacts({ ...payload, customer_id }, { pricing, dangerous_goods })
  return { rules: rules.rows, facts }
}

/** The option that is proposed, and why: a courier rule marks it, or it is the cheapest. */
export interface Proposal {
  id: string
  reason: string
}

/** What the courier rules say about a consignment where a courier is proposed. */
export interface CourierProposal {
  /** Null without an option, and while the rules are unknown. */
  propose(options: readonly FreightOption[]): Proposal | null
  /** What they require, and of that what they warn of, as sentences. */
  requirements: readonly string[]
  warnings: readonly string[]
}

/** Loads the courier rules for a consignment. If they cannot be loaded, nothing is proposed. Never rejects. */
export async function courierProposal(payload: ConsignmentPayload): Promise<CourierProposal> {
  const query = courierRulesQuery(payload)
  const loaded = query.enabled ? await queryClient.fetchQuery(query).catch(() => null) : null
  const known = loaded && rulesOfConsignment(loaded, payload)
  if (query.enabled && known === null) return { propose: () => null, requirements: [], warnings: [] }
  return {
    propose(options) {
      const ruled = known && optionByRule(known.rules, known.facts, options)
      if (ruled) return { id: ruled.option.id, reason: ruled.reason }
      const cheapest = options.find((option) => option.cheapest)
      return cheapest ? { id: cheapest.id, reason: 'cheapest' } : null
    },
    requirements: known ? requirementsByRule(known.rules, known.facts) : [],
    warnings: known ? warningsByRule(known.rules, known.facts) : [],
  }
}
