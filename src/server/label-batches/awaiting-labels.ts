import type { Kysely } from 'kysely'
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { consignmentStage } from '../../domain/freight/consignment-status.ts'
import { presentConsignment } from '../consignments/present.ts'
import { type FoundConsignment, listConsignments } from '../consignments/store.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'

/**
 * The consignments booked today in Auckland that await pick-up and whose labels have not been printed, in the order
 * of the list. Older consignments, and those already picked up, have labels printed elsewhere.
 */
export async function awaitingLabels(db: Kysely<Database>, now: number): Promise<FoundConsignment[]> {
  const found = await listConsignments(db, { day: todayInAuckland(now), terms: [], provider: null })
  const live = found.filter((one) => consignmentStage(presentConsignment(one)) === 'awaiting')
  const ids = live.map(({ row }) => row.id)
  const prints = await db
    .selectFrom('label_prints')
    .select('consignment_id')
    .distinct()
    .where(isAmong(db, 'consignment_id', ids))
    .execute()
  const printed = new Set(prints.map(({ consignment_id }) => consignment_id))
  return live.filter(({ row }) => !printed.has(row.id))
}
