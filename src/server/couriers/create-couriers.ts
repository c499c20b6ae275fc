import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/schema.ts'
import type { Courier } from './courier.ts'
import { RATE_CARDS } from './rate-cards/cards.ts'
import { rateCardCourier } from './rate-cards/rate-card-courier.ts'

interface Parts {
  config: Pick<Config, 'titusHost'>
  db: Kysely<Database>
  clock: Clock
}

/** The couriers that this installation has: the built-in rate cards. */
export function createCouriers({ config, db, clock }: Parts): Courier[] {
  return RATE_CARDS.map((card) => rateCardCourier(card, { db, clock, titusHost: config.titusHost }))
}
