import type { Kysely } from 'kysely'
import { BRANCHES } from '../contract/orders.ts'
import type { Clock } from '../domain/calendar/clock.ts'
import type { Courier } from './couriers/courier.ts'
import { goSweetSpot } from './couriers/go-sweet-spot/go-sweet-spot.ts'
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
  const { goSweetSpot: gateway, titusHost } = config
  if (gateway === null) return RATE_CARDS.map((card) => rateCardCourier(card, { db, clock, titusHost }))
  const { siteIds, ...account } = gateway
  if (siteIds.auckland === siteIds.christchurch) {
    return [goSweetSpot({ ...account, siteId: siteIds.auckland, branch: null })]
  }
  return BRANCHES.map((branch) => goSweetSpot({ ...account, siteId: siteIds[branch], branch }))
}
