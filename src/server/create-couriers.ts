import type { Kysely } from 'kysely'
import type { Clock } from '../domain/calendar/nz-time.ts'
import type { Courier } from './couriers/courier.ts'
import { goSweetSpotSites } from './couriers/go-sweet-spot/go-sweet-spot.ts'
import { RATE_CARDS } from './couriers/rate-cards/cards.ts'
import { rateCardCourier } from './couriers/rate-cards/rate-card-courier.ts'
import type { Database } from './db/schema.ts'
import type { Config } from './platform/config.ts'

interface Parts {
  config: Pick<Config, 'titusHost' | 'goSweetSpot'>
  db: Kysely<Database>
  clock: Clock
}

/** The couriers of this installation: GoSweetSpot if configured, otherwise the built-in rate cards. */
export function createCouriers({ config, db, clock }: Parts): Courier[] {
  const { goSweetSpot, titusHost } = config
  if (goSweetSpot !== null) return goSweetSpotSites(goSweetSpot)
  return RATE_CARDS.map((card) => rateCardCourier(card, { db, clock, titusHost }))
}
