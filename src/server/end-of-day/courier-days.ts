import type { Kysely } from 'kysely'
import type { Collection, CourierDay } from '../../contract/end-of-day.ts'
import { type Clock, formatDateTime } from '../../domain/calendar/nz-time.ts'
import { branchLabel } from '../../domain/freight/address.ts'
import { shownReference } from '../../domain/freight/consignment.ts'
import { type CutOff, cutOffTime, nextCutOff } from '../../domain/freight/cut-off.ts'
import type { FoundConsignment } from '../consignments/store.ts'
import type { ManifestRow } from '../db/consignment-tables.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import type { RunSheetLine } from '../labels/render-run-sheet.ts'
import {
  collectionOf,
  consignmentsOf,
  handedTotals,
  isOf,
  manifestsSince,
  notManifested,
  type OfCourier,
  startOfToday,
} from './store.ts'

/** A manifest without an outcome is being sent for at most this many milliseconds. Later its process has died. */
const SENT_WITHIN_MS = 60_000

export interface DayDeps {
  db: Kysely<Database>
  clock: Clock
  cutOffs: readonly CutOff[]
}

/** Today's consignments of each courier at each branch, sorted by branch and name. */
export async function courierDays({ db, clock, cutOffs }: DayDeps): Promise<CourierDay[]> {
  const now = clock()
  const [manifests, open, handed] = await Promise.all([
    manifestsSince(db, startOfToday(now)),
    notManifested(db, now),
    handedTotals(db, now),
  ])
  const rows = open.map((row) => ({ ...row, ...collectionOf(row) }))
  const totals = handed.map((total) => ({ ...total, ...collectionOf(total) }))
  const collections = new Map(totals.map((total) => [JSON.stringify(collectionOf(total)), total]))
  return Array.from(collections.values(), (total): CourierDay => {
    const { courier, provider, branch, provider_name } = total
    const ofCourier = <One extends OfCourier>(all: readonly One[]) => all.filter((one) => isOf(one, total))
    const sent = ofCourier(manifests)
    const underWay = new Set(sent.filter((one) => isUnderWay(one, now)).map(({ id }) => id))
    const time = cutOffTime(cutOffs, provider, branch)
    return {
      ...{ courier, provider, branch, provider_name },
      ...sumOf(ofCourier(totals)),
      open: codesOf(ofCourier(rows).filter(({ manifest_id }) => manifest_id === null)),
      unconfirmed: codesOf(
        ofCourier(rows).filter(({ manifest_id }) => manifest_id !== null && !underWay.has(manifest_id)),
      ),
      closed_at: sent.findLast(({ outcome }) => outcome === 'closed')?.sent_at ?? null,
      pickup: sent.findLast(({ pickup }) => pickup !== null)?.pickup ?? null,
      cut_off: time === null ? null : timestamp(nextCutOff(time, branch, now)),
    }
  }).sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}

function orderOf({ branch, provider_name, courier }: CourierDay): string {
  return `${branch} ${provider_name} ${courier}`
}

type Total = Awaited<ReturnType<typeof handedTotals>>[number]

function sumOf(totals: readonly Total[]): Pick<CourierDay, 'consignments' | 'pieces' | 'weight'> {
  const sum = (of: (total: Total) => number | string | null) =>
    totals.reduce((all, total) => all + Number(of(total)), 0)
  return {
    consignments: sum(({ consignments }) => consignments),
    pieces: sum(({ pieces }) => pieces),
    // Whole grams, without the rounding errors of the sum.
    weight: Math.round(sum(({ weight }) => weight) * 1000) / 1000,
  }
}

function codesOf(rows: readonly { tracking_code: string }[]): string[] {
  return rows.map(({ tracking_code }) => tracking_code)
}

/** Whether a manifest is being sent now. */
export function isUnderWay(manifest: ManifestRow, now: number): boolean {
  return manifest.outcome === null && isJustSent(manifest, now)
}

/** Whether a courier may still be storing a manifest. */
export function isJustSent({ sent_at }: Pick<ManifestRow, 'sent_at'>, now: number): boolean {
  return sent_at > timestamp(now - SENT_WITHIN_MS)
}

/**
 * A courier's consignments at a branch as a PDF, for the driver to sign.
 * @param signal ends it when the client disconnects
 * @throws Refusal 404 if there are none
 */
export async function runSheetOf(
  deps: { db: Kysely<Database>; clock: Clock },
  collection: Collection,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const handed = await consignmentsOf(deps.db, collection, deps.clock())
  const [first] = handed
  if (first === undefined) throw new Refusal(404, 'There is nothing to hand over to this courier.')
  // Loaded with the first run sheet, as with labels.
  const { renderRunSheet } = await import('../labels/render-run-sheet.ts')
  const content = {
    courier: first.row.provider_name,
    branch: branchLabel(collection.branch),
    printedAt: formatDateTime(timestamp(deps.clock())),
    lines: handed.map(lineOf),
  }
  return renderRunSheet(content, signal)
}

function lineOf({ row, parts }: FoundConsignment): RunSheetLine {
  return {
    trackingCode: row.tracking_code,
    reference: shownReference(row) ?? '',
    receiver: row.company || row.contact,
    place: [row.city || row.suburb, row.postcode].filter(Boolean).join(' '),
    pieces: parts.length,
    weight: parts.reduce((sum, { weight }) => sum + weight, 0),
  }
}
