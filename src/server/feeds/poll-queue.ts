import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import * as z from 'zod'
import { BRANCHES, type Branch } from '../../contract/orders.ts'
import { type Clock, parseInstant } from '../../domain/calendar/nz-time.ts'
import { noteFailing, noteSourceHeard } from '../arrivals/sources.ts'
import { callGateway, list, type Site } from '../couriers/go-sweet-spot/gateway.ts'
import { holdLease, releaseLease } from '../db/lease.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { GoSweetSpotConfig } from '../platform/courier-settings.ts'
import { withTimeLimit } from '../platform/limits.ts'
import { log } from '../platform/log.ts'
import { backOff, repeat, type Stoppable } from '../platform/repeat.ts'
import { goSweetSpotFeed } from './go-sweet-spot.ts'
import { feedOrderKey, latestMessages, storeMessages } from './messages.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Longer than a poll takes, after which another process takes over from one that has died. */
const LEASE_MS = 5 * MINUTE
/** Between two polls of the orders that are new, and of all that are pending. */
const NEW_EVERY_MS = MINUTE
const ALL_EVERY_MS = 15 * MINUTE
/** Orders are asked for from this long before the last poll, because the clock of GoSweetSpot may differ. */
const OVERLAP_MS = 10 * MINUTE
/** Longest time between polls while GoSweetSpot fails. */
const LONGEST_WAIT_MS = 15 * MINUTE
/** Time-out of a call. */
const ANSWERS_WITHIN_MS = 20 * SECOND

const PAGE_SIZE = 100
/** Pages of a poll, so that it leaves most of the 60 calls a minute to prices and bookings. */
const MOST_PAGES = 20
/** Orders that are looked up in one call, whose codes are in the address. */
const LOOKED_UP = 50

/** A site whose queue is polled, and the branch that sends its orders. */
export interface QueueSite extends Site {
  branch: Branch
}

export interface QueueDeps {
  db: Connections
  clock: Clock
  sites: readonly QueueSite[]
  /** Pages of 100 orders that a poll may read. Default: 20. */
  mostPages?: number
}

/** The sites whose queues are polled: one for both branches, or one for each; none unless it is switched on. */
export function queueSites(account: GoSweetSpotConfig | null): QueueSite[] {
  if (account === null || !account.readsOrders) return []
  const { siteIds, url, accessKey, supportEmail } = account
  const branches = siteIds.auckland === siteIds.christchurch ? BRANCHES.slice(0, 1) : BRANCHES
  return branches.map((branch) => ({ url, accessKey, supportEmail, siteId: siteIds[branch], branch }))
}

/**
 * Polls the order queues of GoSweetSpot's sites, in one process at a time. An order is stored as a message when it is
 * new or has changed. Every process runs one.
 */
export function startQueuePolls(deps: QueueDeps, pace: number = NEW_EVERY_MS): Stoppable {
  const lease = { name: 'feed-queue', holder: randomUUID(), length: LEASE_MS }
  const failing: FailingSites = new Map()
  let failures = 0
  const polls = repeat(async (stopping) => {
    try {
      if (await holdLease(deps.db, lease, deps.clock())) await pollSites(deps, stopping, failing)
      failures = 0
    } catch (error) {
      failures += 1
      log.error({ err: error }, 'The order queue of GoSweetSpot could not be polled')
    }
    return backOff(failures, pace, LONGEST_WAIT_MS)
  })
  return {
    async stop() {
      await polls.stop()
      await releaseLease(deps.db, lease).catch(() => undefined)
    },
  }
}

/** The sites that failed when they were polled last: how often in a row, and when they are polled again (ms since 1970). */
type FailingSites = Map<string, { failures: number; again: number }>

/**
 * Polls each site that is due. They are one source, which fails until all of them are read.
 * @param failing changed by the outcome; a failing site is polled less often, and the others as before
 * @returns whether all sites were read, as far as they were due
 */
export async function pollSites(
  deps: QueueDeps,
  stopping: AbortSignal,
  failing: FailingSites = new Map(),
): Promise<boolean> {
  const polls: Poll[] = []
  for (const site of deps.sites) {
    const { siteId } = site
    const now = deps.clock()
    const { failures, again } = failing.get(siteId) ?? { failures: 0, again: now }
    if (now < again) continue
    try {
      polls.push(await pollSite(deps, site, stopping))
      failing.delete(siteId)
    } catch (error) {
      if (stopping.aborted) return true
      failing.set(siteId, {
        failures: failures + 1,
        again: now + backOff(failures + 1, NEW_EVERY_MS, LONGEST_WAIT_MS) - SECOND,
      })
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ site: siteId, reason }, 'The order queue of GoSweetSpot could not be read')
      await write(deps, (within) => noteFailing(within, goSweetSpotFeed.program, reason, timestamp(now)))
    }
  }
  if (failing.size > 0) return false
  const now = timestamp(deps.clock())
  if (polls.includes('partly')) {
    await write(deps, (within) => noteFailing(within, goSweetSpotFeed.program, tooMany(deps), now))
    return false
  }
  if (polls.every((poll) => poll === 'whole')) {
    await write(deps, (within) => noteSourceHeard(within, goSweetSpotFeed.program, now))
  }
  return true
}

function tooMany({ mostPages = MOST_PAGES }: QueueDeps): string {
  return `More than ${mostPages * PAGE_SIZE} orders are pending: those beyond come once others have been sent.`
}

async function write(
  { db }: QueueDeps,
  work: (within: Transaction<Database>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(work)
}

/** Whether a site was due, and whether all of its pending orders are known. */
type Poll = 'not due' | 'partly' | 'whole'

/** Polls a site if it is due: what is new, and from time to time all that is pending. */
async function pollSite(deps: QueueDeps, site: QueueSite, stopping: AbortSignal): Promise<Poll> {
  const now = deps.clock()
  const since = {
    fresh: await positionOf(deps, site, 'new'),
    all: await positionOf(deps, site, 'all'),
    complete: await positionOf(deps, site, 'complete'),
  }
  const isDue = (last: number | null, every: number) =>
    last === null || now - last >= every - SECOND || last > now
  const isWhole = isDue(since.all, ALL_EVERY_MS)
  const last = since.fresh ?? since.all
  if (!isDue(last, NEW_EVERY_MS)) return 'not due'
  const from = isWhole || last === null ? null : last - OVERLAP_MS
  const { orders, isComplete } = await pendingOrders(site, deps.mostPages ?? MOST_PAGES, from, stopping)
  for (const order of orders) await storeOrder(deps, site, order)
  if (isWhole) {
    if (isComplete) {
      await lookUpMissing(deps, site, new Set(orders.flatMap((order) => numberOf(order) ?? [])), stopping)
      await setPosition(deps, site, 'complete', now)
    }
    // Also if there are too many: what is new is asked for in between.
    await setPosition(deps, site, 'all', now)
  }
  if (isComplete) await setPosition(deps, site, 'new', now)
  return isComplete && (isWhole || since.complete === since.all) ? 'whole' : 'partly'
}

const Page = z.object({ pages: z.number().nullish(), results: list })

/** The orders that have not been processed. Incomplete if there are more pages than a poll may read. */
async function pendingOrders(
  site: QueueSite,
  mostPages: number,
  from: number | null,
  stopping: AbortSignal,
): Promise<{ orders: unknown[]; isComplete: boolean }> {
  const orders: unknown[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const query = {
      ...{ excludecompleted: 'true', includeProducts: 'true' },
      ...(from !== null && { createdfrom: timestamp(from) }),
      ...{ page: String(page), pagesize: String(PAGE_SIZE) },
    }
    const { pages, results } = Page.parse(await call(site, query, stopping))
    orders.push(...results)
    if (results.length === 0 || page >= (pages ?? 1)) return { orders, isComplete: true }
  }
  return { orders, isComplete: false }
}

function call(site: QueueSite, query: Record<string, string>, stopping: AbortSignal): Promise<unknown> {
  return withTimeLimit(ANSWERS_WITHIN_MS, stopping, (signal) =>
    callGateway(site, { method: 'GET', path: '/api/customerorders', query, signal }),
  )
}

const Numbered = z.object({ packingslipno: z.union([z.string(), z.number()]) })

function numberOf(order: unknown): string | null {
  const { data } = Numbered.safeParse(order)
  return data ? String(data.packingslipno).trim() : null
}

/** Stores an order unless its newest message says the same. */
async function storeOrder(deps: QueueDeps, site: QueueSite, order: unknown): Promise<void> {
  const fields = typeof order === 'object' && order !== null ? order : {}
  const body = JSON.stringify({ ...fields, branch: site.branch })
  await storeChange(deps, site, { kind: 'order', orderId: numberOf(order), body })
}

interface QueueChange {
  kind: 'order' | 'deletion'
  orderId: string | null
  body: string
}

async function storeChange({ db, clock }: QueueDeps, { siteId }: Site, change: QueueChange): Promise<void> {
  const { kind, orderId, body } = change
  const now = clock()
  if (orderId !== null) {
    const { newest, deletion } = await latestMessages(db, feedOrderKey('gosweetspot', siteId, orderId))
    const isDeleted = deletion !== null && deletion.version > (newest?.version ?? '')
    if (kind === 'deletion' ? isDeleted : newest?.body === body && !isDeleted) return
  }
  const receivedAt = timestamp(now)
  const given: unknown = JSON.parse(body)
  const { version = '' } = goSweetSpotFeed.identify(kind, given, { triggeredAt: null, receivedAt }) ?? {}
  const headers = { polled: receivedAt }
  const message = { feed: 'gosweetspot', shop: siteId, kind, topic: 'customerorders' } as const
  await storeMessages(db, [{ ...message, orderId, version, headers, body }], now)
}

/** Looks up the orders that are open here and no longer pending there: they were sent or withdrawn. */
async function lookUpMissing(
  deps: QueueDeps,
  site: QueueSite,
  pending: ReadonlySet<string>,
  stopping: AbortSignal,
): Promise<void> {
  const prefix = feedOrderKey('gosweetspot', site.siteId, '')
  const open = await deps.db
    .selectFrom('feed_orders')
    .innerJoin('orders', 'orders.code', 'feed_orders.code')
    .select('feed_orders.key')
    .where('feed_orders.key', '>=', prefix)
    .where('feed_orders.key', '<', `${prefix}\uffff`)
    .where('orders.shipped_at', 'is', null)
    .where('orders.is_stopped', '=', 0)
    .execute()
  const missing = open.map(({ key }) => key.slice(prefix.length)).filter((number) => !pending.has(number))
  for (let start = 0; start < missing.length; start += LOOKED_UP) {
    const numbers = missing.slice(start, start + LOOKED_UP)
    const query = { packingslipno: numbers.join(','), includeProducts: 'true', pagesize: String(PAGE_SIZE) }
    const { results } = Page.parse(await call(site, query, stopping))
    const found = new Set(results.flatMap((order) => numberOf(order) ?? []))
    for (const order of results) await storeOrder(deps, site, order)
    for (const orderId of numbers.filter((number) => !found.has(number))) {
      await storeChange(deps, site, {
        kind: 'deletion',
        orderId,
        body: JSON.stringify({ packingslipno: orderId }),
      })
    }
  }
}

/** The times of the last polls of a site: what is new, all that is pending, and the last one of all that read all pages. */
type Cursor = 'new' | 'all' | 'complete'

function cursorKey({ siteId }: Site, cursor: Cursor): string {
  return `gosweetspot/${siteId}/${cursor}`
}

/** In milliseconds since 1970; null before the first poll. */
async function positionOf({ db }: QueueDeps, site: Site, cursor: Cursor): Promise<number | null> {
  const found = await db
    .selectFrom('feed_cursors')
    .select('position')
    .where('key', '=', cursorKey(site, cursor))
    .executeTakeFirst()
  return parseInstant(found?.position ?? null)
}

async function setPosition({ db }: QueueDeps, site: Site, cursor: Cursor, at: number): Promise<void> {
  const [key, position] = [cursorKey(site, cursor), timestamp(at)]
  await db
    .insertInto('feed_cursors')
    .values({ key, position })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ position }))
    .execute()
}
