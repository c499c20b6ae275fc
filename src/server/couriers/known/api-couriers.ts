import type { Capability } from '../../../contract/capabilities.ts'
import type { CourierAccounts } from '../../platform/courier-settings.ts'
import type { ApiCourier } from '../api-courier.ts'
import { goSweetSpotApi } from '../go-sweet-spot/go-sweet-spot.ts'

/** The couriers with an API that this product knows, by account. An installation may use several at once. */
const API_COURIERS: Record<keyof CourierAccounts, (accounts: CourierAccounts) => ApiCourier> = {
  goSweetSpot: goSweetSpotApi,
}

/** What they add to this installation. */
export function apiCouriers({ accounts }: { accounts: CourierAccounts }): ApiCourier[] {
  return Object.values(API_COURIERS).map((courier) => courier(accounts))
}

/** Creates the printers of the print agent; null if no courier has one. */
export function agentOf(apis: readonly ApiCourier[]): ApiCourier['printer'] {
  return apis.find(({ printer }) => printer !== null)?.printer ?? null
}

/** What the console may use with these couriers. */
export function courierCapabilities(apis: readonly ApiCourier[]): Capability[] {
  return apis.flatMap(({ capabilities }) => capabilities)
}
