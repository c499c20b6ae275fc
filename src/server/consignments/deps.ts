import type { Kysely } from 'kysely'
import type { CourierRule } from '../../contract/courier-rules.ts'
import type { Carton } from '../../contract/dispatch.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { Courier } from '../couriers/courier.ts'
import type { Database } from '../db/schema.ts'
import type { CreditStop } from '../platform/config.ts'

/** Dependencies of the consignments folder. */
export interface ConsignmentDeps {
  db: Kysely<Database>
  clock: Clock
  /** In the order in which their prices are shown. */
  couriers: readonly Courier[]
  /** Null without rules. */
  courierRules: readonly CourierRule[] | null
  /** Of all branches; null without cartons of the business. */
  cartons: readonly Carton[] | null
  creditStop: CreditStop
  timeOuts: TimeOuts
}

/** What it takes to decide whether an order may be sent: the time (ms), and what a stop of the customer's credit does. */
export interface Judging extends Pick<ConsignmentDeps, 'creditStop'> {
  now: number
}

/** Time-outs of calls to couriers, in milliseconds. */
export interface TimeOuts {
  book: number
  /** For looking up, cancelling and labelling. */
  ask: number
  /** For another request that books the same. */
  others: number
}

/** A booking and the look-up after it together take less than the console's time-out of 20 s. */
export const TIME_OUTS: TimeOuts = { book: 9000, ask: 4000, others: 15_000 }
