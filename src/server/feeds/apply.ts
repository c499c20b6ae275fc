import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import {
  endArrivals,
  keepRefused,
  type LoadedRecord,
  noteOutcomes,
  type RefusedRecord,
  TAKEABLE,
} from '../arrivals/keep.ts'
import { noteSourceHeard } from '../arrivals/sources.ts'
import { CAME_RIGHT } from '../arrivals/take.ts'
import { exclusively, isAmong } from '../db/dialect/dialect.ts'
import { DatabaseFailure } from '../db/failure.ts'
import { holdLease, releaseLease } from '../db/lease.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { Refusal } from '../http/refusal.ts'
import { IMPORT_KINDS } from '../import/kinds/all-kinds.ts'
import type { KindName, RecordResult } from '../import/kinds/kind.ts'
import { loadLot } from '../import/kinds/load-lot.ts'
import type { RawRecord } from '../import/kinds/raw-record.ts'
import { isJson } from '../platform/json.ts'
import { log } from '../platform/log.ts'
import { feedMessages } from '../platform/metrics.ts'
import { backOff, everyHour, repeat, type Stoppable } from '../platform/repeat.ts'
import { goSweetSpotFeed } from './go-sweet-spot.ts'
import {
  type DueMessage,
  deleteOldMessages,
  dueMessages,
  messagesAbout,
  postponeMessages,
  replayMessages,
  settleMessages,
} from './messages.ts'
import {
  FEEDS,
  type FeedOrder,
  isOfOther,
  type ReadDeps,
  type ReadOrder,
  readOrders,
  sharedCode,
  shopOf,
} from './read-orders.ts'

export interface ApplyDeps extends ReadDeps {
  db: Connections
  clock: Clock
}

const SECOND = 1000
const MINUTE = 60 * SECOND

/** After this time another process takes over from one that has died. */
const LEASE_MS = MINUTE
/**
 * Milliseconds between checks for messages, while another process applies some, and the longest interval while the
 * database is unavailable.
 */
const PACE = { look: 4 * SECOND, held: 500, most: MINUTE }

/**
 * Applies what feeds have sent, in one process at a time, and deletes old messages. Every process runs one, which begins
 * as soon as it has stored a message.
 */
export function startFeeds({ keepDays, ...deps }: ApplyDeps & { keepDays: number }, pace = PACE): Stoppable {
  const lease = { name: 'feeds', holder: randomUUID(), length: LEASE_MS }
  let failures = 0
  const applying = repeat(async (stopping) => {
    try {
      let left = await applyAsHolder(deps, lease)
      failures = 0
      while (!stopping.aborted && left === 'more') left = await applyAsHolder(deps, lease)
      if (left === 'held') return pace.held
    } catch (error) {
      if (failures === 0) log.error({ err: error }, 'Messages of shops could not be applied')
      failures += 1
    }
    return backOff(failures, pace.look, pace.most)
  })
  const endListening = deps.db.onInsert('feed_messages', applying.wake)
  const upkeep = everyHour('Old messages of shops could not be deleted', () =>
    deleteOldMessages(deps.db, deps.clock(), keepDays),
  )
  return {
    async stop() {
      endListening()
      await Promise.all([applying.stop(), upkeep.stop()])
      await releaseLease(deps.db, lease).catch(() => undefined)
    },
  }
}

/** Applies due messages. @returns whether there may be more, or another process has the lease to apply them */
async function applyAsHolder(
  deps: ApplyDeps,
  lease: Parameters<typeof holdLease>[1],
): Promise<'none' | 'more' | 'held'> {
  const { db, clock } = deps
  // Read before the lease is written, so that an idle server writes nothing.
  const due = await dueMessages(db, LOT, clock())
  if (due.length === 0) return 'none'
  if (!(await holdLease(db, lease, clock()))) return 'held'
  await applyDue(deps, due)
  if (due.length === LOT) return 'more'
  // Another process may store the next message, and applies it at once.
  await releaseLease(db, lease)
  return 'none'
}

/** Messages of a transaction, few enough that the console's writes get their turn. */
const LOT = 20
/** Attempts that end with an error of the server before a message waits for staff, and the first delay between them. */
const MOST_ATTEMPTS = 5
const FIRST_WAIT_MS = 5 * SECOND

/**
 * Applies messages. Each is applied and ended in one transaction, so that an interruption changes nothing. Messages that
 * cause an error do not stop the others.
 * @param due by default the oldest ones
 * @throws {DatabaseFailure} if the database is unavailable or others hold it, with which no message is put off
 */
export async function applyDue(deps: ApplyDeps, due?: readonly DueMessage[]): Promise<void> {
  const messages = due ?? (await dueMessages(deps.db, LOT, deps.clock()))
  const orders = byOrder(messages)
  try {
    await applyTogether(deps, messages)
  } catch (error) {
    if (orders.length === 1 || isAway(error)) return await putOff(deps, messages, error)
    await applySingly(deps, orders)
  }
}

/** Applies orders each by itself, up to the first time limit: several would take longer than the lease. */
async function applySingly(deps: ApplyDeps, orders: readonly DueMessage[][]): Promise<void> {
  for (const messages of orders) {
    try {
      await applyTogether(deps, messages)
    } catch (error) {
      await putOff(deps, messages, error)
      if (error instanceof DatabaseFailure) return
    }
  }
}

/** Messages in groups of one order each. */
function byOrder(messages: readonly DueMessage[]): DueMessage[][] {
  const groups = new Map<string | number, DueMessage[]>()
  for (const message of messages) {
    const key = message.order_key ?? message.id
    groups.set(key, [...(groups.get(key) ?? []), message])
  }
  return [...groups.values()]
}

/** Whether it says nothing of a message. A time limit of its work does: the message may be what takes so long. */
function isAway(error: unknown): boolean {
  return error instanceof DatabaseFailure && error.kind !== 'busy'
}

/** After several errors, messages wait for staff. */
async function putOff(deps: ApplyDeps, due: readonly DueMessage[], error: unknown): Promise<void> {
  if (isAway(error)) throw error
  const ids = due.map(({ id }) => id)
  const attempts = Math.max(...due.map((message) => message.attempts)) + 1
  log.error({ err: error, order: due[0]?.order_key, attempts }, 'A message of a shop could not be applied')
  if (attempts < MOST_ATTEMPTS) {
    await postponeMessages(deps.db, ids, FIRST_WAIT_MS * 2 ** attempts, deps.clock())
    return
  }
  const fault = { field: '', reason: 'could not be stored: the log of the server has the reason' }
  await exclusively(deps.db.batch, (within) => keepUnread(within, deps, { ids, fault }))
}

/**
 * Runs work in a transaction beside which no other one loads records.
 * @throws {DatabaseFailure} `unreachable` instead of `busy` if the wait for those takes too long: it says nothing of the work
 */
async function alone<Result>(
  db: Connections,
  work: (within: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  let hasBegun = false
  try {
    return await exclusively(db.batch, (within) => {
      hasBegun = true
      return work(within)
    })
  } catch (error) {
    if (hasBegun || !(error instanceof DatabaseFailure) || error.kind !== 'busy') throw error
    throw new DatabaseFailure('unreachable', error.message, error)
  }
}

async function applyTogether(deps: ApplyDeps, due: readonly DueMessage[]): Promise<void> {
  const keys = [...new Set(due.flatMap(({ order_key }) => order_key ?? []))]
  const nameless = due.flatMap(({ id, order_key }) => (order_key === null ? id : []))
  await alone(deps.db, async (within) => {
    await keepUnread(within, deps, { ids: nameless, fault: { field: 'id', reason: 'is required' } })
    const read = await readOrders(within, deps, await pendingOrders(within, keys))
    const results = await load(within, deps, read)
    for (const one of read) await end(within, deps, one, results.get(one) ?? null)
  })
}

/** What is stored about the orders of these keys, without those that have nothing pending. */
async function pendingOrders(within: Transaction<Database>, keys: readonly string[]): Promise<FeedOrder[]> {
  const known = await within
    .selectFrom('feed_orders')
    .selectAll()
    .where(isAmong(within, 'key', keys))
    .execute()
  const orders: FeedOrder[] = []
  for (const key of keys) {
    const { code = null, version = '' } = known.find((one) => one.key === key) ?? {}
    const messages = await messagesAbout(within, key)
    if (messages.pending.length > 0) orders.push({ key, code, version, messages })
  }
  return orders
}

/** In the order in which they are loaded. */
const LOADED = ['products', 'customers', 'orders'] as const satisfies readonly KindName[]

/** Loads the records of orders. @returns the results of the orders that were read */
async function load(
  within: Transaction<Database>,
  { clock }: ApplyDeps,
  read: readonly ReadOrder[],
): Promise<Map<ReadOrder, RecordResult>> {
  const results = new Map<ReadOrder, RecordResult>()
  const now = timestamp(clock())
  for (const name of LOADED) {
    const kind = IMPORT_KINDS[name]
    const all = read.flatMap((from) =>
      from.is === 'readable'
        ? from.records.flatMap((one) => (one.kind === name ? { from, raw: one.raw } : []))
        : [],
    )
    for (const some of withoutRepeats(all, kind.keyField)) {
      const lot = name === 'orders' ? some : await MISSING[name](within, some)
      if (lot.length === 0) continue
      const raws = lot.map(({ raw }) => raw)
      const loaded = await loadLot(within, kind, raws, { now, replaces: false })
      const outcomes: { loaded: LoadedRecord[]; refused: RefusedRecord[] } = { loaded: [], refused: [] }
      for (const [index, { from, raw }] of lot.entries()) {
        const result = loaded[index]
        if (!result) continue
        if (name === 'orders') results.set(from, result)
        const { source, origin, original } = from
        const code = raw.cells[kind.keyField] || null
        if (result.outcome === 'refused') {
          const { faults } = result
          outcomes.refused.push({ source, origin, original, kind: name, code, line: 0, raw, faults })
        } else outcomes.loaded.push({ source, code })
      }
      await noteOutcomes(within, name, outcomes, now)
    }
  }
  await endBesideOrders(within, results, now)
  return results
}

/**
 * Ends the arrivals of what came along with orders and is not needed any more: of customers once their order is loaded, of
 * products once they are here, because both do not come along then.
 */
async function endBesideOrders(
  within: Transaction<Database>,
  results: ReadonlyMap<ReadOrder, RecordResult>,
  now: string,
): Promise<void> {
  const loaded = [...results].flatMap(([one, { outcome }]) =>
    outcome === 'refused' || !('source' in one) ? [] : { key: one.order.key, source: one.source },
  )
  if (loaded.length === 0) return
  const [keys, sources] = [loaded.map(({ key }) => key), loaded.map(({ source }) => source)]
  const beside = await within
    .selectFrom('feed_messages')
    .innerJoin('arrivals', 'arrivals.original', 'feed_messages.body')
    .leftJoin('products', 'products.code', 'arrivals.code')
    .select('arrivals.id')
    .where(isAmong(within, 'feed_messages.order_key', keys))
    .where(isAmong(within, 'arrivals.source', sources))
    .where('arrivals.state', 'in', TAKEABLE)
    .where('arrivals.kind', 'in', ['customers', 'products'])
    .where(({ or, eb }) => or([eb('arrivals.kind', '=', 'customers'), eb('products.weight', 'is not', null)]))
    .execute()
  await endArrivals(
    within,
    beside.map(({ id }) => id),
    now,
  )
}

/** What comes with an order is added only where it is missing: orders do not change customers and products. */
const MISSING = { products: newOrWithoutWeight, customers: newCustomers } as const

async function newCustomers<One extends { raw: RawRecord }>(
  within: Transaction<Database>,
  lot: readonly One[],
): Promise<One[]> {
  const codes = lot.map(({ raw }) => raw.cells.code ?? '')
  const known = await within
    .selectFrom('customers')
    .select('code')
    .where(isAmong(within, 'code', codes))
    .execute()
  return lot.filter(({ raw }) => !known.some(({ code }) => code === raw.cells.code))
}

/** A product that is here keeps all but a weight that it lacks. */
async function newOrWithoutWeight<One extends { raw: RawRecord }>(
  within: Transaction<Database>,
  lot: readonly One[],
): Promise<One[]> {
  const codes = lot.map(({ raw }) => raw.cells.code ?? '')
  const known = await within
    .selectFrom('products')
    .select(['code', 'weight'])
    .where(isAmong(within, 'code', codes))
    .execute()
  const weights = new Map(known.map(({ code, weight }) => [code, weight]))
  return lot.flatMap((one) => {
    const { code = '', weight = '' } = one.raw.cells
    if (!weights.has(code)) return one
    return weights.get(code) === null ? { ...one, raw: { ...one.raw, cells: { code, weight } } } : []
  })
}

/** Lots in which no code occurs twice. */
function* withoutRepeats<One extends { raw: RawRecord }>(
  all: readonly One[],
  field: string,
): Generator<One[]> {
  let lot = new Map<string, One>()
  for (const one of all) {
    const code = one.raw.cells[field] ?? ''
    if (lot.has(code)) {
      yield [...lot.values()]
      lot = new Map()
    }
    lot.set(code, one)
  }
  if (lot.size > 0) yield [...lot.values()]
}

/** Ends the messages about an order, and records what was applied. */
async function end(
  within: Transaction<Database>,
  { clock }: ApplyDeps,
  read: ReadOrder,
  result: RecordResult | null,
): Promise<void> {
  const { key, messages, version } = read.order
  const now = clock()
  const newest = messages.newest?.version ?? ''
  const isOlder = (message: (typeof messages.pending)[number]) =>
    message.kind === 'order' && message.version < (read.is === 'older' ? version : newest)
  const waits = read.is === 'faulty' || result?.outcome === 'refused'
  const outcome = waits ? 'waiting' : read.is === 'older' || read.is === 'ahead' ? read.is : 'applied'
  if (read.is === 'faulty') {
    const { source, code, origin, original, faults } = read
    const kept = { source, code, origin, original, faults, kind: 'orders', line: 0, raw: null } as const
    await keepRefused(within, [kept], timestamp(now))
  }
  const older = messages.pending.filter(isOlder)
  const others = messages.pending.filter((message) => !isOlder(message))
  await settleMessages(within, older, 'older', now)
  await settleMessages(within, others, outcome, now)
  if ('source' in read) {
    const code = read.code ?? read.order.code
    const applied = { code, version: waits || newest === '' ? version : newest }
    await within
      .insertInto('feed_orders')
      .values({ key, ...applied })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(applied))
      .execute()
    // Of a queue, the poll knows better whether it is read as a whole.
    const isPolled = (messages.newest ?? messages.deletion)?.feed === goSweetSpotFeed.name
    if (!isPolled) await noteSourceHeard(within, read.source, timestamp(now))
  }
  feedMessages.inc({ outcome: 'older' }, older.length)
  feedMessages.inc({ outcome }, others.length)
}

/** Keeps messages for staff that could not be read at all, and ends them. */
async function keepUnread(
  within: Transaction<Database>,
  { clock }: ApplyDeps,
  { ids, fault }: { ids: readonly number[]; fault: { field: string; reason: string } },
): Promise<void> {
  if (ids.length === 0) return
  const now = clock()
  const messages = await within
    .selectFrom('feed_messages')
    .selectAll()
    .where(isAmong(within, 'id', ids))
    .where('settled_at', 'is', null)
    .execute()
  const kept = messages.map(({ feed, topic, body }) => ({
    source: FEEDS[feed].program,
    ...({ kind: 'orders', code: null, line: 0, raw: null } as const),
    origin: topic,
    original: isJson(body) ? body : JSON.stringify(body),
    faults: [isJson(body) ? fault : { field: '', reason: 'is not valid JSON' }],
  }))
  await keepRefused(within, kept, timestamp(now))
  await settleMessages(within, messages, 'waiting', now)
}

/**
 * Makes the stored messages about an order pending again, so that it is applied once more.
 * @param code with the prefix of its source
 * @returns how many messages are pending; 0 if none is stored any more
 */
export async function replayOrder(db: Kysely<Database>, code: string): Promise<number> {
  const orders = await db.selectFrom('feed_orders').select('key').where('code', '=', code).execute()
  return replayMessages(db, { keys: orders.map(({ key }) => key) })
}

/**
 * Records an order that staff have taken from Arrivals as applied, as the version that was refused: no order of another
 * shop may overwrite it then (FEED-10). Nothing is recorded of an order that no stored message contains.
 * @param code with the prefix of its source
 * @param body the message as it came
 * @throws Refusal 409 if a newer version was applied, or an order of another shop has the code
 */
export async function noteTakenOrder(
  within: Transaction<Database>,
  code: string,
  body: string,
): Promise<void> {
  const all = await within.selectFrom('feed_orders').selectAll().where('code', '=', code).execute()
  const refused = await within
    .selectFrom('feed_messages')
    .select(['order_key', 'version'])
    .where(
      isAmong(
        within,
        'order_key',
        all.map(({ key }) => key),
      ),
    )
    .where('kind', '=', 'order')
    // Two shops may have sent the same code: only the message says whose order waited.
    .where('body', '=', body)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const own = all.find(({ key }) => key === refused?.order_key)
  if (own === undefined || refused === undefined) return
  if (own.version > refused.version) throw new Refusal(409, CAME_RIGHT)
  const other = all.find(({ key, version }) => version !== '' && isOfOther(own.key, key))
  if (other) throw new Refusal(409, `${code} ${sharedCode(shopOf(other.key))}.`)
  const { version } = refused
  await within.updateTable('feed_orders').set({ version }).where('key', '=', own.key).execute()
}
