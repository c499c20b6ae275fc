import type { ConsignmentPayload } from '../../../contract/consignments.ts'
import { getOrder, type Order } from '../../../contract/orders.ts'
import { originBranch } from '../../../domain/freight/branch.ts'
import { cartonsAt, PARCEL_PRESETS } from '../../../domain/freight/cartons.ts'
import {
  type ConsignmentFields,
  consignmentPayload,
  formOf,
} from '../../../domain/freight/consignment-payload.ts'
import {
  addressQuery,
  isOwnAddress,
  pickedAddress,
  takesParcels,
} from '../../../domain/freight/form-address.ts'
import type { FreightOption } from '../../../domain/freight/freight-options.ts'
import {
  isUntouched,
  startingParcels,
  whyTooHeavy,
  withProductWeight,
  withStart,
} from '../../../domain/freight/parcel-filling.ts'
import { whyNotByRule } from '../../../domain/orders/order-actions.ts'
import { skipNote } from '../../../domain/orders/order-skip.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { addressQueries } from '../../api/addresses.ts'
import { refusalOf, send } from '../../api/client.ts'
import {
  cartonsQuery,
  courierProposal,
  courierRulesQuery,
  freightPrices,
  packingQuery,
  proposableCartons,
} from '../../api/freight.ts'
import { queryClient } from '../../api/query-client.ts'
import { readDraft } from '../../storage/drafts.ts'
import { isAddressUntouched } from '../address-search/use-address-search.ts'
import {
  draftKey,
  isSameConsignment,
  mergeForm,
  whyIncomplete,
} from '../consignment-form/use-consignment-draft.ts'

/** An order with the price at which it is booked. */
export interface PlannedBooking {
  order: Order
  payload: ConsignmentPayload
  /** What staff had typed when it was priced. */
  typed: ConsignmentPayload
  /** Why its parcels are these. */
  parcels: string
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
    const typed = typedForm(order)
    const { form, parcels, unmeasured } = await preparedForm(order, typed)
    const missing = unmeasured ?? whyIncomplete(form)
    if (missing !== null) return leftOut(missing, order)
    const payload = consignmentPayload(form)
    const [prices, rules] = await Promise.all([
      queryClient.fetchQuery({ ...freightPrices(payload), staleTime: 0 }),
      courierProposal(payload),
    ])
    // The server knows more of the address, and all of its rules.
    const { requirements, warnings } = prices.rules ?? rules
    const [warning] = warnings
    if (warning !== undefined) return leftOut(warning, order)
    const proposal = rules.propose(prices.options)
    const option = prices.options.find(({ id }) => id === proposal?.id)
    if (!proposal || !option) return leftOut(whyNoPrice(prices), order)
    const { requestedAt } = prices
    const { reason } = proposal
    const asked = { order, payload, typed: consignmentPayload(typed), parcels }
    return { planned: { ...asked, option, reason, requirements, requestedAt, before: null } }
  } catch (error) {
    return leftOut(refusalOf(error).reason ?? MESSAGES.freightOptions)
  }
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

/** Why an order is not booked in a run, in words; null if it is. */
export function whyNotBooked(order: Order): string | null {
  const why = whyNotByRule(order)
  return why?.is === 'refused' ? why.reason : why && skipNote(order)
}

/**
 * The form of an order as the ship station has it: with what staff have typed, the verified address, the weight of the
 * products and the parcels that it begins with. Those of the customer's last consignment may be of other goods.
 */
async function preparedForm(order: Order, typed: ConsignmentFields): Promise<PreparedForm> {
  const [address, packing, cartons] = await Promise.all([
    takesParcels(typed.address_state) || !isAddressUntouched(typed, formOf(order)) ? null : ownAddress(typed),
    knownPacking(order),
    queryClient.ensureQueryData(cartonsQuery()).catch(() => PARCEL_PRESETS),
  ])
  const addressed = { ...typed, ...(address && pickedAddress(address)) }
  const weighed = withProductWeight(typed.parcels, packing?.weight ?? null)
  if (!isUntouched(weighed)) {
    return { form: { ...addressed, parcels: weighed }, parcels: 'As in its form', unmeasured: null }
  }
  const own = cartonsAt(cartons, originBranch(order.freight.branch))
  const payload = consignmentPayload(addressed)
  const rules = courierRulesQuery(payload)
  const loaded = rules.enabled ? await queryClient.ensureQueryData(rules).catch(() => null) : null
  const proposable = proposableCartons(own, loaded, payload)
  const start = packing ? startingParcels(packing, proposable) : 'The parcels are not measured'
  if (typeof start === 'string') return { form: addressed, parcels: start, unmeasured: start }
  const parcels = withStart(weighed, start, order.code)
  return { form: { ...addressed, parcels }, parcels: start.reason, unmeasured: whyTooHeavy(parcels, own) }
}

interface PreparedForm {
  form: ConsignmentFields
  /** Why the parcels are these. */
  parcels: string
  /** Why nobody knows the parcels, or they cannot be these; null if they are known. */
  unmeasured: string | null
}

/** What staff have typed into the form of an order. */
function typedForm(order: Order): ConsignmentFields {
  return readDraft(draftKey(order.code), formOf(order), mergeForm)
}

/** Whether the form of an order is as it was when the order was priced. */
export function isTypedAsPriced({ order, typed }: PlannedBooking): boolean {
  return isSameConsignment(consignmentPayload(typedForm(order)), typed)
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

async function knownPacking(order: Order) {
  const query = packingQuery(order)
  return query.enabled ? queryClient.fetchQuery({ ...query, staleTime: 0 }) : null
}
