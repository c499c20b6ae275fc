import type { ConsignmentPayload } from '../../../contract/consignments.ts'
import { getOrder, type Order } from '../../../contract/orders.ts'
import {
  type ConsignmentFields,
  consignmentPayload,
  formOf,
  readableForm,
  whyNoOptions,
} from '../../../domain/freight/consignment-payload.ts'
import { whyTooLong } from '../../../domain/freight/field-lengths.ts'
import {
  addressQuery,
  isOwnAddress,
  pickedAddress,
  takesParcels,
} from '../../../domain/freight/form-address.ts'
import type { FreightOption } from '../../../domain/freight/freight-options.ts'
import { withLastParcels, withProductWeight } from '../../../domain/freight/parcel-filling.ts'
import { totalsOf } from '../../../domain/freight/parcels.ts'
import { cautionBefore, orderCan } from '../../../domain/orders/order-actions.ts'
import { skipNote } from '../../../domain/orders/order-skip.ts'
import { isPickup } from '../../../domain/orders/order-status.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { addressQueries } from '../../api/addresses.ts'
import { refusalOf, send } from '../../api/client.ts'
import { courierProposal, freightPrices, packingQuery } from '../../api/freight.ts'
import { queryClient } from '../../api/query-client.ts'
import { readDraft } from '../../storage/drafts.ts'
import { isAddressUntouched } from '../address-search/use-address-search.ts'
import { hasLengthLimits } from '../consignment-form/length-notes.ts'

/** An order with the price at which it is booked. */
export interface PlannedBooking {
  order: Order
  payload: ConsignmentPayload
  option: FreightOption
  /** Why this option: a courier rule marks it, or it is the cheapest. */
  reason: string
  /** What courier rules require, as sentences. */
  requirements: readonly string[]
  /** When the price was requested, in ms. */
  requestedAt: number
  /** The cents of the price that was shown before, if that was another; otherwise null. */
  before: number | null
}

/** An order that is not booked in a run, and why. */
export interface NotBooked {
  order: Order
  reason: string
}

export type Plan = { planned: PlannedBooking } | { leftOut: NotBooked }

/** Orders that are prepared and priced at a time. */
const AT_ONCE = 3

/**
 * Prices orders for a run.
 * @param onPlan is called for each order as soon as it is priced or left out
 * @param isWanted whether the prices are still needed
 * @returns the plans in the order of the orders. Never rejects
 */
export async function planBookings(
  orders: readonly Order[],
  onPlan: () => void,
  isWanted: () => boolean,
): Promise<Plan[]> {
  const plans: Plan[] = []
  const rest = [...orders.entries()]
  const work = async () => {
    for (let next = rest.shift(); next !== undefined && isWanted(); next = rest.shift()) {
      const [index, order] = next
      plans[index] = await planBooking(order)
      onPlan()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return plans
}

async function planBooking(listed: Order): Promise<Plan> {
  const { code } = listed
  const leftOut = (reason: string, order = listed): Plan => ({ leftOut: { order, reason } })
  try {
    const order = await send(getOrder, { path: { code } })
    const refusal = whyNotBooked(order)
    if (refusal !== null) return leftOut(refusal, order)
    const form = await preparedForm(order)
    const missing =
      whyNoOptions(form, totalsOf(form.parcels)) ?? (hasLengthLimits() ? whyTooLong(form) : null)
    if (missing !== null) return leftOut(missing, order)
    const payload = consignmentPayload(form)
    const [prices, rules] = await Promise.all([
      queryClient.fetchQuery({ ...freightPrices(payload), staleTime: 0 }),
      courierProposal(payload),
    ])
    const [warning] = rules.warnings
    if (warning !== undefined) return leftOut(warning, order)
    const proposal = rules.propose(prices.options)
    const option = prices.options.find(({ id }) => id === proposal?.id)
    if (!proposal || !option) return leftOut(whyNoPrice(prices), order)
    const { requirements } = rules
    const { requestedAt } = prices
    const { reason } = proposal
    return { planned: { order, payload, option, reason, requirements, requestedAt, before: null } }
  } catch (error) {
    return leftOut(refusalOf(error).reason ?? MESSAGES.freightOptions)
  }
}

/** Why an order is not booked in a run: also what a person would have to confirm for a single one. Null if it is. */
export function whyNotBooked(order: Order): string | null {
  return (
    orderCan('create-consignment', order).reason ??
    cautionBefore('create-consignment', order) ??
    (isPickup(order) ? 'The order is click & collect' : skipNote(order))
  )
}

function whyNoPrice({
  options,
  refusals,
}: {
  options: readonly unknown[]
  refusals: readonly { courier: string; reason: string }[]
}): string {
  if (options.length > 0) return 'The courier rules could not be loaded'
  const [only, ...others] = refusals
  return only && others.length === 0 ? `${only.courier}: ${only.reason}` : 'No courier gave a price'
}

/**
 * The form of an order as its Freight tab and the ship station have it: with what staff have typed, the verified address
 * and the weight of the products. Parcels whose size nobody has typed are those of the customer's last consignment.
 */
async function preparedForm(order: Order): Promise<ConsignmentFields> {
  const initial = formOf(order)
  const draft = readableForm(readDraft(draftKey(order), initial), initial)
  const [address, packing] = await Promise.all([
    takesParcels(draft.address_state) || !isAddressUntouched(draft, initial) ? null : ownAddress(draft),
    knownPacking(order.code),
  ])
  const weighed = withProductWeight(draft.parcels, packing?.weight ?? null)
  const isMeasured = totalsOf(weighed).volume > 0
  return {
    ...draft,
    ...(address && pickedAddress(address)),
    parcels: isMeasured ? weighed : withLastParcels(weighed, packing?.last ?? [], order.code),
  }
}

/** The key of the draft of an order's form. */
export function draftKey({ code }: Order): string {
  return `consignment/${code}`
}

/** The only address that matches that of an order (FRT-5); null if there is none, or there are several. */
async function ownAddress(form: ConsignmentFields) {
  const text = addressQuery(form)
  if (text === null) return null
  const [match, ...others] = (await queryClient.fetchQuery(addressQueries.search(text))).rows
  if (!match || others.length > 0) return null
  const detail = await queryClient.fetchQuery(addressQueries.detail(match.id))
  return isOwnAddress(form, detail) ? detail : null
}

async function knownPacking(code: string) {
  const query = packingQuery(code)
  return query.enabled ? queryClient.fetchQuery({ ...query, staleTime: 0 }) : null
}
