import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookQuote } from '../../../src/server/consignments/book.ts'
import { LEASE_MS } from '../../../src/server/consignments/claims.ts'
import { cancelAndDelete, settleDeletions } from '../../../src/server/consignments/delete.ts'
import { TIME_OUTS } from '../../../src/server/consignments/deps.ts'
import { createLabelCache, labelsOf } from '../../../src/server/consignments/labels.ts'
import { quotePrices } from '../../../src/server/consignments/quotes.ts'
import { SETTLED_AFTER_MS, settleAbandoned } from '../../../src/server/consignments/settle.ts'
import { Refusal } from '../../../src/server/http/refusal.ts'
import { findOrder } from '../../../src/server/orders/store.ts'
import { connectEndpoints } from '../../../src/server/webhooks/store.ts'
import { programFile } from '../../programs.ts'
import { PATIENT } from '../../time-outs.ts'
import { eachDatabase, type TestDatabase } from '../databases.ts'
import { type CustomerRow, putCustomer, putOrders, TEST_CONFIG } from '../orders/harness.ts'
import type { Steps, Task } from './booking-process.ts'
import { bookingsIn, fileCourier, isCancelledIn } from './fake-courier.ts'
import { payloadFor } from './payload-for.ts'

const made = ({ file }: CrashTarget, quoteId: string) =>
  bookingsIn(file).filter(({ reference }) => reference === quoteId)
const stored = async (target: CrashTarget, code: string) => {
  const { consignments, ...rest } = await target.stored(code)
  return { ...rest, consignments: consignments.map(({ tracking_code }) => tracking_code) }
}
/** Books like staff, who try again after being told to wait a minute. */
async function bookPatiently({ deps, later }: CrashTarget, quoteId: string, code: string): Promise<string> {
  const wish = { quoteId, payload: payloadFor(code), staff: MERE }
  try {
    return await bookQuote(deps(), wish)
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 503) throw error
    later(SETTLED_AFTER_MS)
    return bookQuote(deps(), wish)
  }
}
const bookedOnce = (quoteId: string) => ({
  consignments: [`F1-${quoteId}`],
  status: 'Shipped',
  events: 1,
  claims: 0,
  webhooks: ['consignment.booked', 'order.shipped'],
})
const never = { consignments: [], status: 'Ordered', events: 0, webhooks: [] }

const bookings = killAtEachStep('book', (target, code) => target.priced(code))

describe.each(bookings.map((tasks) => [tasks.name, tasks] as const))('%s', (_, tasks) => {
  const { target } = tasks
  // FRT-15, FRT-19, V2.3.3
  it('books once, at whatever step it is killed and whatever runs next', { timeout: 300_000 }, async () => {
    const { whole, steps, killed } = tasks
    expect(steps.length).toBeGreaterThan(15)
    expect(await stored(target, 'whole')).toEqual(bookedOnce(whole?.subject ?? ''))
    // All claims have expired.
    target.later(LEASE_MS)
    const expectBooks = async (isEven: boolean) => {
      for (const { subject, orderCode } of killed.filter((_, index) => (index % 2 === 0) === isEven)) {
        expect(await bookPatiently(target, subject, orderCode)).toBe(`F1-${subject}`)
        expect(made(target, subject)).toHaveLength(1)
        expect(await stored(target, orderCode)).toEqual(bookedOnce(subject))
      }
    }
    const isEvenFirst = tasks.name === 'PostgreSQL'
    await expectBooks(isEvenFirst)
    await settleAbandoned(target.deps())
    for (const { subject, orderCode } of killed) {
      const isMade = made(target, subject).length === 1
      expect(await stored(target, orderCode)).toMatchObject(isMade ? bookedOnce(subject) : never)
    }
    await expectBooks(!isEvenFirst)
  })
})

it('books once for several processes at once', PATIENT, async () => {
  const tasks = await Promise.all(
    bookings.map(async ({ target }) => target.task('book', await target.priced('crowded'), 'crowded')),
  )
  const ends = await Promise.all([1, 2, 3].map(() => runTasks(tasks)))
  for (const { signal, steps } of ends) {
    expect([signal, steps.map(({ length }) => length > 0)]).toEqual([null, tasks.map(() => true)])
  }
  for (const [index, { target }] of bookings.entries()) {
    const quoteId = tasks[index]?.subject ?? ''
    expect(made(target, quoteId)).toHaveLength(1)
    expect(await stored(target, 'crowded')).toEqual(bookedOnce(quoteId))
  }
})

const HANA = { id: 'local:hana', name: 'Hana Tūhoe', givenName: 'Hana', email: 'hana@example.com' }
const book = ({ deps }: CrashTarget, quoteId: string, code: string) =>
  bookQuote(deps(), { quoteId, payload: payloadFor(code), staff: HANA })

const live = (trackingCode: string) => ({
  consignments: [{ tracking_code: trackingCode, deleting_since: null, deleted_at: null }],
  status: 'Shipped',
  events: 1,
  webhooks: ['consignment.booked', 'order.shipped'],
})
const pending = (trackingCode: string) => ({
  consignments: [
    { tracking_code: trackingCode, deleting_since: expect.any(String), deleted_by_name: MERE.name },
  ],
})
const deletedOnce = (trackingCode: string) => ({
  consignments: [{ tracking_code: trackingCode, deleted_at: expect.any(String), deleted_by_name: MERE.name }],
  status: 'Ordered',
  events: 2,
  webhooks: ['consignment.booked', 'order.shipped', 'consignment.deleted'],
})

/** The prices of the consignments. */
const quotes = new Map<string, string>()
const deletions = killAtEachStep('delete', async (target, code) => {
  const quoteId = await target.priced(code)
  const trackingCode = await book(target, quoteId, code)
  quotes.set(trackingCode, quoteId)
  return trackingCode
})

/** What a killed deletion has left, after checking that it is consistent. */
async function leftBy({ deps, file, stored }: CrashTarget, trackingCode: string, code: string) {
  const [left] = (await stored(code)).consignments
  const isDeleted = left?.deleted_at !== null
  const isPending = left?.deleting_since !== null && !isDeleted
  if (isPending) {
    expect(await stored(code)).toMatchObject(pending(trackingCode))
    await expect(
      labelsOf({ ...deps(), config: TEST_CONFIG, labelCache: createLabelCache() }, trackingCode),
    ).rejects.toThrow('The consignment is being deleted.')
  } else if (!isDeleted) {
    expect(isCancelledIn(file, trackingCode)).toBe(false)
    expect(await stored(code)).toMatchObject(live(trackingCode))
  }
  return { isDeleted, isPending }
}

describe.each(deletions.map((tasks) => [tasks.name, tasks] as const))('%s', (_, tasks) => {
  const { target } = tasks
  const { deps, file, stored } = target
  it('deletes once, at whatever step it is killed, and never offers a cancelled label', {
    timeout: 300_000,
  }, async () => {
    const { whole, steps, killed } = tasks
    expect(steps.length).toBeGreaterThan(8)
    expect(await stored('whole')).toMatchObject(deletedOnce(whole?.subject ?? ''))
    const ends: { code: string; trackingCode: string; isDeleted: boolean }[] = []
    let pendingAfterCancel = 0
    for (const [index, { subject: trackingCode, orderCode: code }] of killed.entries()) {
      const { isDeleted, isPending } = await leftBy(target, trackingCode, code)
      if (isPending && isCancelledIn(file, trackingCode)) pendingAfterCancel += 1
      if (index % 3 === 0) await cancelAndDelete(deps(), trackingCode, MERE)
      else if (index % 3 === 1 && isPending) {
        await expect(book(target, quotes.get(trackingCode) ?? '', code)).rejects.toThrow('was deleted')
      }
      ends.push({ code, trackingCode, isDeleted: isPending || isDeleted || index % 3 === 0 })
    }
    // For those that were neither deleted nor booked again.
    await settleDeletions(deps())
    for (const { code, trackingCode, isDeleted } of ends) {
      expect(await stored(code)).toMatchObject(isDeleted ? deletedOnce(trackingCode) : live(trackingCode))
      expect(isCancelledIn(file, trackingCode)).toBe(isDeleted)
    }
    expect(pendingAfterCancel).toBeGreaterThan(0)
  })
})

/** The tasks of a database: one that ran to its end, and those killed at its steps, in order. */
interface KilledTasks {
  /** Of the database. */
  name: string
  target: CrashTarget
  whole: Task | undefined
  /** Of the task that ran to its end. */
  steps: Steps
  killed: Task[]
}

/** Runs tasks in one process. @returns how it ended, and the steps of each task if it was not killed */
async function runTasks(tasks: readonly Task[]): Promise<{ signal: string | null; steps: Steps[] }> {
  const child = spawn(process.execPath, [programFile('booking'), JSON.stringify(tasks)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  // Waits for 'close' and not 'exit', because output may arrive after the exit.
  const [, signal] = await once(child, 'close')
  return { signal, steps: output === '' ? [] : JSON.parse(output) }
}

/**
 * On each database, runs a task to its end and kills others at its steps, before the tests. Within a transaction only
 * at the first and the last, see `isKilledAt`.
 * @param prepare makes an order, and returns the price or the consignment of its task
 */
function killAtEachStep(
  work: Task['work'],
  prepare: (target: CrashTarget, orderCode: string) => Promise<string>,
): KilledTasks[] {
  const all = [...eachDatabase()].map(([name, database]): KilledTasks => {
    return { name, target: crashOnTest(database), whole: undefined, steps: [], killed: [] }
  })
  const taskFor = async (target: CrashTarget, code: string, killedAt?: number) =>
    target.task(work, await prepare(target, code), code, killedAt)
  beforeAll(async () => {
    const wholes = await Promise.all(all.map(({ target }) => taskFor(target, 'whole')))
    const { steps } = await runTasks(wholes)
    const rounds: Task[][] = []
    for (const [index, one] of all.entries()) {
      one.whole = wholes[index]
      one.steps = steps[index] ?? []
      for (const step of one.steps.keys()) {
        if (!isKilledAt(one.steps, step)) continue
        one.killed.push(await taskFor(one.target, `killed-${step + 1}`, step + 1))
      }
      for (const [round, tasks] of roundsOf(one.killed, one.steps).entries()) {
        rounds[round] = [...(rounds[round] ?? []), ...tasks]
      }
    }
    for (const tasks of rounds) expect((await runTasks(tasks)).signal).toBe('SIGKILL')
  }, 300_000)
  return all
}

/**
 * Whether a step is outside of transactions, or the first or the last of its transaction: each kill within one needs a
 * process of its own, and all of its statements are rolled back alike.
 */
function isKilledAt(steps: Steps, index: number): boolean {
  const transaction = steps[index] ?? 0
  return transaction === 0 || steps[index - 1] !== transaction || steps[index + 1] !== transaction
}

/**
 * The tasks of one process after another, to start few: in each, one task at most waits within a transaction, and
 * begins last, because others would wait for its locks.
 */
function roundsOf(tasks: readonly Task[], steps: Steps): Task[][] {
  const isWithin = ({ killedAt }: Task) => steps[killedAt - 1] !== 0
  const [first, ...others] = tasks.filter(isWithin)
  const outside = tasks.filter((task) => !isWithin(task))
  return [[...outside, ...(first ? [first] : [])], ...others.map((task) => [task])]
}

const MERE = { id: 'local:mere', name: 'Mere Parata', givenName: 'Mere', email: 'mere@example.com' }

/** A database with orders, and a courier whose memory is a file, for processes that book or delete. */
type CrashTarget = ReturnType<typeof crashOnTest>

/** Orders, a courier whose memory is a file, and tasks for processes that book or delete until they are killed. */
function crashOnTest(database: TestDatabase) {
  const folder = mkdtempSync(join(tmpdir(), 'console-killed-'))
  const file = join(folder, 'courier')
  let customer: CustomerRow | undefined
  let ahead = 0
  beforeAll(async () => {
    customer = await putCustomer(database.db, { code: '1' })
    await connectEndpoints(database.db, ['https://shop.example/hooks'], Date.now())
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const deps = () => ({
    db: database.db,
    clock: () => Date.now() + ahead,
    couriers: [fileCourier(file)],
    courierRules: [],
    cartons: null,
    creditStop: 'refuse' as const,
    timeOuts: TIME_OUTS,
  })
  return {
    file,
    deps,
    later(milliseconds: number) {
      ahead += milliseconds
    },
    /** The id of a price for a new order. */
    priced: async (code: string): Promise<string> => {
      if (customer) await putOrders(database.db, customer, [{ code }])
      const options = await quotePrices(deps(), payloadFor(code), new AbortController().signal)
      return options[0]?.id ?? ''
    },
    /** For a process. Without a step to be killed at, it runs to its end. */
    task: (work: Task['work'], subject: string, orderCode: string, killedAt = 0): Task => {
      return { place: database.place, file, work, subject, orderCode, killedAt }
    },
    /** The stored data of an order. */
    stored: async (code: string) => {
      const { db } = database
      const consignments = await db
        .selectFrom('consignments')
        .selectAll()
        .where('order_code', '=', code)
        .execute()
      const found = await findOrder(db, code)
      const events = await db
        .selectFrom('order_events')
        .select('action')
        .where('order_id', '=', found?.record.id ?? 0)
        .execute()
      const claims = await db.selectFrom('claims').select('quote_id').where('order_code', '=', code).execute()
      const webhooks = await db
        .selectFrom('webhook_events')
        .select('type')
        .where('subject', '=', code)
        .orderBy('id')
        .execute()
      return {
        consignments,
        status: found?.record.status,
        events: events.length,
        claims: claims.length,
        webhooks: webhooks.map(({ type }) => type),
      }
    },
  }
}
