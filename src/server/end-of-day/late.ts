import type { Sent } from '../../contract/call.ts'
import type { Collection, LateConsignment, LateReason } from '../../contract/end-of-day.ts'
import { BRANCHES } from '../../contract/orders.ts'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { type CutOff, cutOffTime, lastCutOff } from '../../domain/freight/cut-off.ts'
import {
  type LateLimits,
  lateBecause,
  lateLimits,
  type Progress,
} from '../../domain/freight/late-consignments.ts'
import { presentConsignment } from '../consignments/present.ts'
import type { Courier } from '../couriers/courier.ts'
import { timestamp } from '../db/times.ts'
import type { DayDeps } from './courier-days.ts'
import { collectionOf, consignmentsById, progressRows } from './store.ts'

/** The maximum number of late consignments that are listed. */
const MOST_LATE = 500

export type LateDeps = DayDeps & { couriers: readonly Courier[] }

/** Consignments that need attention, the longest overdue first. */
export async function lateConsignments(deps: LateDeps): Promise<Sent<LateConsignment>[]> {
  const listed = (await whatIsLate(deps)).slice(0, MOST_LATE)
  const found = await consignmentsById(
    deps.db,
    listed.map(({ id }) => id),
  )
  return listed.flatMap(({ id, reason, since }) => {
    const consignment = found.get(id)
    return consignment
      ? { reason, since: timestamp(since), consignment: presentConsignment(consignment) }
      : []
  })
}

/** The ids of late consignments with the reason and since when (ms), the longest overdue first. */
export async function whatIsLate({
  db,
  clock,
  cutOffs,
  couriers,
}: LateDeps): Promise<{ id: number; reason: LateReason; since: number }[]> {
  const now = clock()
  const reporting = new Set(couriers.filter(({ manifest }) => manifest).map(({ slug }) => slug))
  const limits = new Map<string, LateLimits>()
  const limitsOf = ({ provider, branch }: Collection): LateLimits => {
    const key = `${branch} ${provider}`
    const known = limits.get(key)
    if (known) return known
    const time = cutOffTime(cutOffs, provider, branch)
    const found = lateLimits(time === null ? null : lastCutOff(time, branch, now), branch, now)
    limits.set(key, found)
    return found
  }
  const latest = { ...latestLimits(cutOffs, now), reporting: [...reporting] }
  const late = (await progressRows(db, now, latest)).flatMap((row) => {
    const progress = progressOf(row, reporting.has(row.courier))
    const because = lateBecause(progress, limitsOf(collectionOf(row)))
    return because === null ? [] : { id: row.id, ...because }
  })
  return late.sort((one, other) => one.since - other.since)
}

/** The latest of the limits of each courier at each branch: what is late by its own is late by these. */
function latestLimits(cutOffs: readonly CutOff[], now: number): LateLimits {
  const all = BRANCHES.flatMap((branch) => [
    lateLimits(null, branch, now),
    ...cutOffs.map(({ time }) => lateLimits(lastCutOff(time, branch, now), branch, now)),
  ])
  const passed = all.flatMap((limits) => limits.lastCutOff ?? [])
  return {
    lastCutOff: passed.length === 0 ? null : Math.max(...passed),
    heardAfter: Math.max(...all.map(({ heardAfter }) => heardAfter)),
  }
}

type ProgressRow = Awaited<ReturnType<typeof progressRows>>[number]

/** @param reports whether its courier reports pick-ups; otherwise the manifest counts as the handover */
function progressOf(row: ProgressRow, reports: boolean): Progress {
  const [at = '', type = ''] = row.last_event?.split(' ') ?? []
  return {
    bookedAt: parseInstant(row.created_at) ?? 0,
    stoppedAt: parseInstant(row.stopped_at),
    pickedAt: parseInstant(row.picked_at),
    deliveredAt: null,
    handedOverAt: reports ? null : parseInstant(row.manifested_at),
    lastEvent:
      row.last_event === null ? null : { at: parseInstant(at) ?? 0, isException: type === 'exception' },
  }
}
