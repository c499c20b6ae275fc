import type { Kysely } from 'kysely'
import type { Clock } from '../domain/calendar/nz-time.ts'
import type { ApiCourier } from './couriers/api-courier.ts'
import type { Courier } from './couriers/courier.ts'
import { apiCouriers } from './couriers/known/api-couriers.ts'
import { RATE_CARDS } from './couriers/rate-cards/cards.ts'
import { rateCardCourier } from './couriers/rate-cards/rate-card-courier.ts'
import type { Database } from './db/schema.ts'
import type { Config } from './platform/config.ts'

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
