import type { Sent } from '../../contract/call.ts'
import type { LateConsignment } from '../../contract/end-of-day.ts'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { originBranch } from '../../domain/freight/branch.ts'
import { cutOffTime, lastCutOff } from '../../domain/freight/cut-off.ts'
import { lateBecause, type Progress } from '../../domain/freight/late.ts'
import { presentConsignment } from '../consignments/present.ts'
import type { FoundConsignment } from '../consignments/store.ts'
import type { Courier } from '../couriers/courier.ts'
import { timestamp } from '../db/times.ts'
import type { DayDeps } from './courier-days.ts'
import { liveConsignments } from './store.ts'

/** The maximum number of late consignments that are listed. */
const MOST_LATE = 500

/** Consignments that need attention, the longest overdue first. */
export async function lateConsignments({
  db,
  clock,
  cutOffs,
  couriers,
}: DayDeps & { couriers: readonly Courier[] }): Promise<Sent<LateConsignment>[]> {
  const now = clock()
  const reporting = new Set(couriers.filter(({ manifest }) => manifest).map(({ slug }) => slug))
  const late = (await liveConsignments(db, now)).flatMap((found) => {
    const { row } = found
    const branch = originBranch(row.branch)
    const time = cutOffTime(cutOffs, row.provider_slug, branch)
    const last = time === null ? null : lastCutOff(time, branch, now)
    const because = lateBecause(progressOf(found, reporting.has(row.courier)), last, branch, now)
    return because === null || row.deleting_since !== null ? [] : { found, ...because }
  })
  return late
    .sort((one, other) => one.since - other.since)
    .slice(0, MOST_LATE)
    .map(({ found, reason, since }) => ({
      reason,
      since: timestamp(since),
      consignment: presentConsignment(found),
    }))
}

/** @param reports whether its courier reports pick-ups; otherwise the manifest counts as the handover */
function progressOf({ row, events }: FoundConsignment, reports: boolean): Progress {
  const last = events.at(-1)
  return {
    bookedAt: parseInstant(row.created_at) ?? 0,
    pickedAt: parseInstant(row.picked_at),
    deliveredAt: parseInstant(row.delivered_at),
    handedOverAt: reports ? null : parseInstant(row.manifested_at),
    lastEvent: last ? { at: parseInstant(last.at) ?? 0, isException: last.type === 'exception' } : null,
  }
}
