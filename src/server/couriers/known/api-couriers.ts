import type { Kysely } from 'kysely'
import type { Capability } from '../../../contract/capabilities.ts'
import type { Clock } from '../../../domain/calendar/nz-time.ts'
import type { Database } from '../../db/schema.ts'
import type { Config } from '../../platform/config.ts'
import type { CourierAccounts } from '../../platform/courier-settings.ts'
import type { ApiCourier } from '../api-courier.ts'
import type { Courier } from '../courier.ts'
import { goSweetSpotApi } from '../go-sweet-spot/go-sweet-spot.ts'
import { RATE_CARDS } from '../rate-cards/cards.ts'
import { rateCardCourier } from '../rate-cards/rate-card-courier.ts'

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

interface Parts {
  config: Pick<Config, 'titusHost' | 'accounts'>
  db: Kysely<Database>
  clock: Clock
  apis?: readonly ApiCourier[]
}

/**
 * The couriers of this installation: all those with an API that are configured, otherwise the built-in rate cards.
 * @param apis what couriers with an API add, for tests
 */
export function createCouriers({ config, db, clock, apis = apiCouriers(config) }: Parts): Courier[] {
  const configured = apis.flatMap(({ couriers }) => couriers)
  if (configured.length > 0) return configured
  const { titusHost } = config
  return RATE_CARDS.map((card) => rateCardCourier(card, { db, clock, titusHost }))
}
