import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Board } from '../../contract/end-of-day.ts'
import { BRANCHES, type Branch } from '../../contract/orders.ts'
import { cutOffTime, nextCutOff } from '../../domain/freight/cut-off.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { countReadyToShip, firstToShip } from '../dispatch/next-to-ship.ts'
import { type LateDeps, whatIsLate } from './late.ts'
import { collectionOf, handedTotals, startOfToday } from './store.ts'

type BoardDeps = LateDeps & { db: Connections }

/** How often the figures are read at most, for all benches together. */
const EVERY_MS = 1_000

/**
 * What is to be done at the benches now (SHIP-6), for a bench of a branch or of any. Idle benches ask at the same moment, so
 * they share an answer.
 */
export function sharedBoard(deps: BoardDeps): (branch?: Branch) => Promise<Board> {
  const figures = sharing(() => figuresOf(deps), EVERY_MS)
  return async (branch) => {
    const { next, ...rest } = await figures()
    return { ...rest, next: next.get(branch) ?? null }
  }
}

/**
 * Calls with one answer: each is answered by a run that begins after it, so that it never misses a change. Runs do not
 * overlap, and begin at least `everyMs` after each other.
 */
export function sharing<Answer>(run: () => Promise<Answer>, everyMs: number): () => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve()
  let began = Number.NEGATIVE_INFINITY
  let waiting: Promise<Answer> | null = null
  const begin = async () => {
    await last
    const left = began + everyMs - performance.now()
    if (left > 0) await delay(left)
    waiting = null
    began = performance.now()
    const answer = run()
    last = answer.catch(() => undefined)
    return answer
  }
  return () => {
    waiting ??= begin()
    return waiting
  }
}

type Figures = Omit<Board, 'next'> & { next: ReadonlyMap<Branch | undefined, Board['next']> }

/** Reads lists only: the reads of single records never wait for a board. */
async function figuresOf({ db, clock, ...rest }: BoardDeps): Promise<Figures> {
  const now = clock()
  const lists = db.reads.list
  const deps = { ...rest, clock, db: lists }
  const asked = [undefined, ...BRANCHES].map(
    async (branch) => [branch, await firstToShip(db, branch ? { branch } : {}, now)] as const,
  )
  const next: Figures['next'] = new Map(await Promise.all(asked))
  const first = next.get(undefined) ?? null
  return {
    to_ship: await countReadyToShip(lists, now),
    held: await countHeld(lists),
    late: (await whatIsLate(deps)).length,
    sent: await countSent(lists, now),
    // What is not packed is not waiting to be shipped.
    oldest: first !== null && first.since !== null ? first : null,
    next,
    couriers: await couriersToday(deps),
  }
}

/** The orders that the search `held` finds, which does not find those of a customer whose credit is stopped. */
async function countHeld(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('shipped_at', 'is', null)
    // As in the condition of the index.
    .where(sql<SqlBool>`is_stopped = 0`)
    .where('is_held', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countSent(db: Kysely<Database>, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('consignments')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('created_at', '>=', startOfToday(now))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type CourierToday = Board['couriers'][number]

async function couriersToday({ db, clock, cutOffs, couriers }: LateDeps): Promise<CourierToday[]> {
  const now = clock()
  const today = new Map<string, CourierToday>()
  const add = (one: Omit<CourierToday, 'cut_off'>) => {
    const time = cutOffTime(cutOffs, one.provider, one.branch)
    const key = JSON.stringify([one.courier, one.provider, one.branch])
    const consignments = (today.get(key)?.consignments ?? 0) + (one.consignments ?? 0)
    const cut_off = time === null ? null : timestamp(nextCutOff(time, one.branch, now))
    today.set(key, { ...one, consignments, cut_off })
  }
  for (const total of await handedTotals(db, now)) {
    const { provider_name, consignments } = total
    add({ ...collectionOf(total), provider_name, consignments: Number(consignments) })
  }
  const booked = [...today.values()]
  const named = cutOffs.flatMap(({ courier }) => courier ?? [])
  for (const branch of BRANCHES) {
    const here = booked.filter((one) => one.branch === branch)
    for (const slug of new Set([...couriers.map(({ slug }) => slug), ...named])) {
      const isBooked = here.some(({ courier, provider }) => courier === slug || provider === slug)
      if (isBooked || cutOffTime(cutOffs, slug, branch) === null) continue
      const name = couriers.find((one) => one.slug === slug)?.name ?? null
      add({ courier: slug, provider: slug, branch, provider_name: name, consignments: 0 })
    }
  }
  const orderOf = ({ cut_off, branch, provider }: CourierToday) => `${cut_off ?? '~'} ${branch} ${provider}`
  return [...today.values()].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
}
