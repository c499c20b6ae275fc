import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { DayClosed, ManifestOutcome, ManifestRequest } from '../../contract/end-of-day.ts'
import { aucklandDayStart, daysBefore, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { noteChanges } from '../changes/note-changes.ts'
import type { ConsignmentDeps } from '../consignments/deps.ts'
import { type FoundConsignment, isNotStopped } from '../consignments/store.ts'
import { type Courier, CourierRefused, type Pickup } from '../couriers/courier.ts'
import type { ManifestRow } from '../db/consignment-tables.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import { holdLease, releaseLease } from '../db/lease.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import type { Staff } from '../http/session.ts'
import { withTimeOut } from '../platform/limits.ts'
import { log } from '../platform/log.ts'
import { repeat, type Stoppable } from '../platform/repeat.ts'
import { isJustSent, isUnderWay } from './courier-days.ts'
import {
  collectionOf,
  consignmentsOf,
  isOf,
  manifestsSince,
  notManifested,
  startOfToday,
  stoppedInManifests,
} from './store.ts'

/**
 * Closes the day of a courier at a branch: sends a manifest of the consignments, then calls a driver, once a day, unless
 * further manifests follow. A manifest is sent at most once, however often it is requested. See docs/booking.md.
 * @throws Refusal 409 with the reason if nothing was sent; 503 if the outcome of an earlier request is unknown
 */
export async function closeCourierDay(
  deps: ConsignmentDeps,
  request: ManifestRequest,
  staff: Staff,
): Promise<DayClosed> {
  const known = await findManifest(deps.db, request.id)
  if (known !== null) return answerOf(known, deps.clock())
  const courier = deps.couriers.find(({ slug }) => slug === request.courier)
  if (courier === undefined) throw new Refusal(409, 'The courier is not set up any more.')
  const { known: confirmed, rest: consignments } = await requested(deps, courier, request)
  if (consignments.length === 0) {
    return { outcome: 'closed', pickup: await closeConfirmed(deps, manifestsOf(confirmed)) }
  }
  const codes = consignments.map(({ row }) => row.tracking_code)
  const manifest = await claimManifest(
    deps,
    { ...request, consignments: codes },
    manifestsOf(consignments),
    staff,
  )
  if (manifest === null) throw changed()
  const outcome = await send(deps, courier, manifest, codes)
  if (outcome === 'unconfirmed') return { outcome, pickup: null }
  const pickup = request.more_follow ? null : await callDriver(deps, courier, manifest)
  // Last, so that a manifest of a process that died is closed with its driver by `closeConfirmedManifests`.
  await recordOutcome(deps.db, manifest, 'closed')
  return { outcome, pickup }
}

const EVERY_MS = 60_000

/** Closes manifests that tracking has confirmed, now and every minute. */
export function startClosing(deps: ConsignmentDeps): Stoppable {
  return repeat(async () => {
    await closeConfirmedManifests(deps).catch((error: unknown) => {
      log.error({ err: error }, 'Manifests could not be closed')
    })
    return EVERY_MS
  })
}

/**
 * Closes today's manifests whose answer was lost, or whose process died, once their courier has all of their consignments.
 * Those of stopped orders do not count.
 */
export async function closeConfirmedManifests(deps: ConsignmentDeps): Promise<void> {
  await takeOutStopped(deps)
  const manifests = await manifestsSince(deps.db, startOfToday(deps.clock()))
  await closeConfirmed(
    deps,
    manifests.flatMap(({ id, outcome }) => (outcome === 'closed' ? [] : [id])),
  )
}

/**
 * Takes consignments of stopped orders out of unconfirmed manifests, once their courier says that it does not have them.
 * When the day is closed again, they are not sent, and staff must be able to delete them.
 */
async function takeOutStopped(deps: ConsignmentDeps): Promise<void> {
  const now = deps.clock()
  const stopped = (await stoppedInManifests(deps.db, now)).filter((one) => !isJustSent(one, now))
  for (const courier of deps.couriers) {
    const ofCourier = stopped.filter((one) => one.courier === courier.slug)
    if (ofCourier.length === 0) continue
    const codes = ofCourier.map(({ tracking_code }) => tracking_code)
    const known = await manifestedAt(deps, courier, codes)
    if (known === null) continue
    await recordManifested(deps, known)
    const manifests = ofCourier.map(({ manifest }) => manifest)
    const others = codes.filter((code) => !known.includes(code))
    await deps.db.transaction().execute((within) => takeOut(within, manifests, others))
  }
}

/**
 * Closes those of these manifests that their courier has as a whole, after calling the driver that was not called. While
 * other consignments of the courier are open, a manifest waits for them, because one driver fetches all.
 * @returns a sentence about the first pick-up; null if there is none
 */
async function closeConfirmed(deps: ConsignmentDeps, ids: readonly string[]): Promise<string | null> {
  const { db, clock, couriers } = deps
  let words: string | null = null
  for (const id of ids) {
    const manifest = await findManifest(db, id)
    if (manifest === null || isUnderWay(manifest, clock())) continue
    const codes = await confirmedCodes(db, manifest)
    if (codes === null || (await hasMoreOpen(deps, manifest))) continue
    const courier = couriers.find(({ slug }) => slug === manifest.courier)
    if (courier && !(await isPickupTold(deps, manifest))) {
      const told = await callDriver(deps, courier, manifest)
      words ??= told
    }
    if (await recordOutcome(db, manifest, 'closed')) {
      await db.transaction().execute((within) => noteConsignments(within, codes))
    }
  }
  return words
}

/** Whether consignments of a manifest's courier and branch still await theirs. */
async function hasMoreOpen({ db, clock }: Deps, manifest: ManifestRow): Promise<boolean> {
  const open = await notManifested(db, clock())
  return open.some((row) => isOf(collectionOf(row), manifest))
}

/** Whether staff were told of a pick-up by a manifest's courier today, if only of a refusal. */
async function isPickupTold({ db, clock }: Deps, manifest: ManifestRow): Promise<boolean> {
  const sent = await manifestsSince(db, startOfToday(clock()))
  return sent.some((one) => isOf(one, manifest) && one.pickup !== null)
}

/** The consignments of a manifest if its courier has all of them; otherwise null. */
async function confirmedCodes(db: Kysely<Database>, { id }: ManifestRow): Promise<string[] | null> {
  const rows = await db
    .selectFrom('consignments')
    .select(['tracking_code', 'manifested_at'])
    .where('manifest_id', '=', id)
    .execute()
  const isWhole = rows.length > 0 && rows.every(({ manifested_at }) => manifested_at !== null)
  return isWhole ? rows.map(({ tracking_code }) => tracking_code) : null
}

function answerOf(manifest: ManifestRow, now: number): DayClosed {
  if (isUnderWay(manifest, now)) throw underWay()
  return { outcome: manifest.outcome ?? 'unconfirmed', pickup: manifest.pickup }
}

function underWay(): Refusal {
  return new Refusal(409, 'This manifest is being sent.')
}

function changed(): Refusal {
  return new Refusal(409, 'The consignments have changed. Look at the list again.')
}

interface Requested {
  /** Those that the courier has. */
  known: FoundConsignment[]
  rest: FoundConsignment[]
}

/**
 * The requested consignments, of which the rest is to be sent. If the user sends an unconfirmed manifest again, the courier
 * is first requested to report which of its consignments it has.
 */
async function requested(
  deps: ConsignmentDeps,
  courier: Courier,
  request: ManifestRequest,
): Promise<Requested> {
  const wanted = new Set(request.consignments)
  const found = (await consignmentsOf(deps.db, request, deps.clock())).filter(({ row }) =>
    wanted.has(row.tracking_code),
  )
  const isWrong = found.length < wanted.size || found.some(({ row }) => row.manifested_at !== null)
  if (isWrong) throw changed()
  const sent = found.filter(({ row }) => row.manifest_id !== null).map(({ row }) => row.tracking_code)
  if (sent.length === 0) return { known: [], rest: found }
  if (!request.again) throw changed()
  await refuseUnderWay(deps, manifestsOf(found))
  const known = await manifestedAt(deps, courier, sent)
  if (known === null) {
    throw new Refusal(503, `${courier.name} cannot be asked now what it has. Nothing was sent again.`)
  }
  await recordManifested(deps, known)
  const isKnown = ({ row }: FoundConsignment) => known.includes(row.tracking_code)
  return { known: found.filter(isKnown), rest: found.filter((one) => !isKnown(one)) }
}

/** The ids of the manifests that consignments are in. */
function manifestsOf(consignments: readonly FoundConsignment[]): string[] {
  return [...new Set(consignments.flatMap(({ row }) => row.manifest_id ?? []))]
}

/** @throws Refusal 409 if one of the manifests is being sent now */
async function refuseUnderWay({ db, clock }: ConsignmentDeps, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const manifest = await findManifest(db, id)
    if (manifest !== null && isUnderWay(manifest, clock())) throw underWay()
  }
}

async function send(
  deps: ConsignmentDeps,
  courier: Courier,
  manifest: ManifestRow,
  codes: readonly string[],
): Promise<ManifestOutcome> {
  if (courier.manifest) {
    const call = courier.manifest.bind(courier)
    try {
      await withTimeOut(deps.timeOuts.book, (signal) => call(codes, signal))
    } catch (error) {
      log.error(
        { err: error, courier: courier.name, manifest: manifest.id },
        'Courier did not confirm a manifest',
      )
      const known = await manifestedAt(deps, courier, codes)
      if (known?.length !== codes.length) {
        // A gateway may refuse a manifest that it has stored, so a refusal counts only if it reports none of the
        // consignments.
        if (error instanceof CourierRefused && known?.length === 0) {
          await dropManifest(deps.db, manifest)
          throw new Refusal(409, error.message)
        }
        if (known !== null) await recordManifested(deps, known)
        await recordOutcome(deps.db, manifest, 'unconfirmed')
        return 'unconfirmed'
      }
    }
  }
  await recordManifested(deps, codes)
  return 'closed'
}

/** The consignments that the courier reports as manifested; null if the request fails. */
async function manifestedAt(
  { timeOuts }: ConsignmentDeps,
  courier: Courier,
  codes: readonly string[],
): Promise<string[] | null> {
  const found: string[] = []
  try {
    for (let start = 0; start < codes.length; start += courier.tracking.most) {
      const batch = codes.slice(start, start + courier.tracking.most)
      // All of the answer is needed, because what it lacks counts as not manifested.
      const reported = await withTimeOut(timeOuts.ask, (signal) => courier.track(batch, signal, true))
      found.push(...batch.filter((code) => (reported.get(code)?.manifestedAt ?? null) !== null))
    }
    return found
  } catch (error) {
    log.error({ err: error, courier: courier.name }, 'Courier could not be asked for its manifests')
    return null
  }
}

/**
 * Calls a driver for everything that is manifested and still here, unless one was called today, or may have been.
 * @returns a sentence about the outcome; null if there is none
 */
async function callDriver(
  deps: ConsignmentDeps,
  courier: Courier,
  manifest: ManifestRow,
): Promise<string | null> {
  const call = courier.bookPickup?.bind(courier)
  const now = deps.clock()
  const lease = {
    name: `pickup ${manifest.courier} ${manifest.provider} ${manifest.branch}`,
    holder: randomUUID(),
    length: endOfToday(now) - now,
  }
  if (call === undefined || (await handedOver(deps, manifest)).length === 0) return null
  const tell = async (words: string | null) => {
    await recordPickup(deps.db, manifest, words)
    return words
  }
  const unconfirmed = `${courier.name} did not confirm the pick-up. It is not requested again today: ask there whether a driver comes.`
  // Recorded first, in case this process dies during the call.
  const isOurs = await deps.db.transaction().execute(async (within) => {
    if (!(await holdLease(within, lease, now))) return false
    await recordPickup(within, manifest, unconfirmed)
    return true
  })
  if (!isOurs) return null
  try {
    const pickup = { courierSlug: manifest.provider, ...loadOf(await handedOver(deps, manifest)) }
    const words = await withTimeOut(deps.timeOuts.ask, (signal) => call(pickup, signal))
    return await tell(words === null ? null : `Pick-up: ${words}`)
  } catch (error) {
    log.error(
      { err: error, courier: courier.name, manifest: manifest.id },
      'Courier did not confirm a pick-up',
    )
    if (!(error instanceof CourierRefused)) return unconfirmed
    await releaseLease(deps.db, lease)
    return tell(`Pick-up refused: ${error.message}`)
  }
}

/** The manifested consignments that the driver of a manifest's courier would fetch. */
async function handedOver({ db, clock }: Deps, manifest: ManifestRow): Promise<FoundConsignment[]> {
  const handed = await consignmentsOf(db, manifest, clock())
  return handed.filter(({ row }) => row.manifested_at !== null)
}

function loadOf(consignments: readonly FoundConsignment[]): Omit<Pickup, 'courierSlug'> {
  const parts = consignments.flatMap((one) => one.parts)
  const grams = parts.reduce((sum, { weight }) => sum + Math.round(weight * 1000), 0)
  return {
    trackingCodes: consignments.map(({ row }) => row.tracking_code),
    pieces: parts.length,
    weight: grams / 1000,
  }
}

function endOfToday(now: number): number {
  return aucklandDayStart(daysBefore(todayInAuckland(now), -1))
}

type Deps = { db: Kysely<Database>; clock: Clock }

async function findManifest(db: Kysely<Database>, id: string): Promise<ManifestRow | null> {
  const row = await db.selectFrom('manifests').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/**
 * Stores a new manifest before it is sent. From then on its consignments can be neither deleted nor added to another
 * manifest, unless a user sends them again.
 * @param unconfirmed ids of the manifests that the user sends again, whose consignments may be in the new one
 * @returns null if another request has the id
 * @throws Refusal 409 if a consignment has been deleted, picked up or added to another manifest in the meantime
 */
async function claimManifest(
  { db, clock }: Deps,
  { id, courier, provider, branch, consignments }: Omit<ManifestRequest, 'again'>,
  unconfirmed: readonly string[],
  staff: Staff,
): Promise<ManifestRow | null> {
  const row: ManifestRow = {
    ...{ id, courier, provider, branch },
    staff_id: staff.id,
    staff_name: staff.name,
    sent_at: timestamp(clock()),
    outcome: null,
    pickup: null,
  }
  return db.transaction().execute(async (within) => {
    const { numInsertedOrUpdatedRows } = await within
      .insertInto('manifests')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return null
    const { numUpdatedRows } = await within
      .updateTable('consignments')
      .set({ manifest_id: id })
      .where(isAmong(within, 'tracking_code', consignments))
      .where('deleting_since', 'is', null)
      .where('picked_at', 'is', null)
      .where('manifested_at', 'is', null)
      .where(isNotStopped)
      .where((where) =>
        where.or([where('manifest_id', 'is', null), isAmong(within, 'manifest_id', unconfirmed)]),
      )
      .executeTakeFirst()
    if (numUpdatedRows !== BigInt(consignments.length)) {
      throw new Refusal(409, 'The consignments have changed. Look at the list again.')
    }
    await noteConsignments(within, consignments)
    return row
  })
}

/** Takes back a manifest that the courier refused. */
async function dropManifest(db: Kysely<Database>, { id }: ManifestRow): Promise<void> {
  await db.transaction().execute(async (within) => {
    await takeOut(within, [id])
    await within.deleteFrom('manifests').where('id', '=', id).execute()
  })
}

/**
 * Takes consignments that their courier does not have out of manifests.
 * @param manifests ids: what has been put into another one meanwhile stays there
 * @param codes of the consignments; all of them by default
 */
async function takeOut(
  within: Transaction<Database>,
  manifests: readonly string[],
  codes?: readonly string[],
): Promise<void> {
  const ofManifests = within
    .updateTable('consignments')
    .set({ manifest_id: null })
    .where(isAmong(within, 'manifest_id', manifests))
    .where('manifested_at', 'is', null)
  const rows = await (codes ? ofManifests.where(isAmong(within, 'tracking_code', codes)) : ofManifests)
    .returning('tracking_code')
    .execute()
  await noteConsignments(
    within,
    rows.map(({ tracking_code }) => tracking_code),
  )
}

/** Records consignments as manifested now, unless they were before. */
async function recordManifested({ db, clock }: Deps, codes: readonly string[]): Promise<void> {
  await db.transaction().execute(async (within) => {
    await within
      .updateTable('consignments')
      .set({ manifested_at: timestamp(clock()) })
      .where(isAmong(within, 'tracking_code', codes))
      .where('manifested_at', 'is', null)
      .execute()
    await noteConsignments(within, codes)
  })
}

/** @returns false if it was closed before */
async function recordOutcome(
  db: Kysely<Database>,
  { id }: ManifestRow,
  outcome: ManifestOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('manifests')
    .set({ outcome })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('outcome', 'is', null), eb('outcome', '!=', 'closed')]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records what is known about the pick-up that was requested with a manifest, in a sentence. */
async function recordPickup(db: Kysely<Database>, { id }: ManifestRow, pickup: string | null): Promise<void> {
  await db.updateTable('manifests').set({ pickup }).where('id', '=', id).execute()
}

function noteConsignments(
  within: Parameters<typeof noteChanges>[0],
  codes: readonly string[],
): Promise<void> {
  return noteChanges(
    within,
    codes.map((code) => ({ kind: 'consignment', code, is_new: false })),
  )
}
