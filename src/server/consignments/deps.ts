import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/clock.ts'
import type { Courier } from '../couriers/courier.ts'
import type { Database } from '../db/schema.ts'

/** What consignments need of their surroundings. */
export interface ConsignmentDeps {
  db: Kysely<Database>
  clock: Clock
  /** In the order in which their prices are shown. */
  couriers: readonly Courier[]
  patience: Patience
}

/** How long a courier may take, in milliseconds. */
export interface Patience {
  book: number
  /** To look a booking up, to cancel it, to give its label. */
  ask: number
}

/** Booked and looked up, or waited for and looked up, an answer comes before the console gives up after 20 s. */
export const PATIENCE: Patience = { book: 9000, ask: 4000 }
