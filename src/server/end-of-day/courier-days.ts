import type { Kysely } from 'kysely'
import type { Collection, CourierDay } from '../../contract/end-of-day.ts'
import type { Clock } from '../../domain/calendar/clock.ts'
import { aucklandDayStart, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { originBranch } from '../../domain/freight/branch.ts'
import { type CutOff, cutOffTime, nextCutOff } from '../../domain/freight/cut-off.ts'
import type { FoundConsignment } from '../consignments/store.ts'
import type { Database } from '../db/schema.ts'
import type { ConsignmentRow } from '../db/tables/consignment-tables.ts'
import type { ManifestRow } from '../db/tables/manifest-tables.ts'
import { timestamp } from '../db/times.ts'
import { isOf, liveConsignments, manifestsSince } from './store.ts'

/** A manifest without an outcome is being sent for at most this many milliseconds. Later its process has died. */
export const SENT_WITHIN_MS = 60_000

export interface DayDeps {
  db: Kysely<Database>
  clock: Clock
  cutOffs: readonly CutOff[]
}

/** The first instant of today in Auckland, as stored. */
export function startOfToday(now: number): string {
  return timestamp(aucklandDayStart(todayInAuckland(now)))
}

/** Today's consignments of each courier at each branch, sorted by branch and name. */
export async function courierDays({ db, clock, cutOffs }: DayDeps): Promise<CourierDay[]> {
  const now = clock()
  const today = startOfToday(now)
  const manifests = await manifestsSince(db, today)
  const days = new Map<string, FoundConsignment[]>()
  for (const found of await waitingConsignments(db, now)) {
    const key = JSON.stringify(collectionOf(found.row))
    days.set(key, [...(days.get(key) ?? []), found])
  }
  return [...days.values()]
    .flatMap((consignments) => {
      const [first] = consignments
      return first ? courierDay(first.row, consignments, manifests, cutOffs, now) : []
    })
    .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}

function orderOf({ branch, provider_name, courier }: CourierDay): string {
  return `${branch} ${provider_name} ${courier}`
}

/** Consignments of a courier at a branch that it is handed today. */
export async function handedToday(
  { db, clock }: Pick<DayDeps, 'db' | 'clock'>,
  collection: Collection,
): Promise<FoundConsignment[]> {
  const waiting = await waitingConsignments(db, clock())
  return waiting.filter(({ row }) => isOf(collectionOf(row), collection))
}

/** Booked, not picked up, not being deleted, and not handed over before today. */
async function waitingConsignments(db: Kysely<Database>, now: number): Promise<FoundConsignment[]> {
  const today = startOfToday(now)
  const live = await liveConsignments(db, now)
  return live.filter(
    ({ row }) =>
      row.picked_at === null &&
      row.deleting_since === null &&
      (row.manifested_at === null || row.manifested_at >= today),
  )
}

function courierDay(
  first: ConsignmentRow,
  consignments: readonly FoundConsignment[],
  manifests: readonly ManifestRow[],
  cutOffs: readonly CutOff[],
  now: number,
): CourierDay {
  const collection = collectionOf(first)
  const sent = manifests.filter((one) => isOf(one, collection))
  const underWay = new Set(sent.filter((one) => isUnderWay(one, now)).map(({ id }) => id))
  const rows = consignments.map(({ row }) => row).filter(({ manifested_at }) => manifested_at === null)
  const parts = consignments.flatMap((one) => one.parts)
  const time = cutOffTime(cutOffs, collection.provider, collection.branch)
  return {
    ...collection,
    provider_name: first.provider_name,
    consignments: consignments.length,
    pieces: parts.length,
    weight: parts.reduce((sum, { weight }) => sum + weight, 0),
    open: rows.filter(({ manifest_id }) => manifest_id === null).map(({ tracking_code }) => tracking_code),
    unconfirmed: rows
      .filter(({ manifest_id }) => manifest_id !== null && !underWay.has(manifest_id))
      .map(({ tracking_code }) => tracking_code),
    closed_at: sent.findLast(({ outcome }) => outcome === 'closed')?.sent_at ?? null,
    pickup: sent.findLast(({ pickup }) => pickup !== null)?.pickup ?? null,
    cut_off: time === null ? null : timestamp(nextCutOff(time, collection.branch, now)),
  }
}

/** Whether a manifest is being sent now. */
export function isUnderWay({ outcome, sent_at }: ManifestRow, now: number): boolean {
  return outcome === null && sent_at > timestamp(now - SENT_WITHIN_MS)
}

function collectionOf({ courier, provider_slug, branch }: ConsignmentRow): Collection {
  return { courier, provider: provider_slug, branch: originBranch(branch) }
}
