import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Change, Changes } from '../../../src/contract/changes.ts'
import { RECORD_KINDS } from '../../../src/domain/records/record-kind.ts'
import { ChangeFeed } from '../../../src/server/changes/change-feed.ts'
import { noteChanges, notesOf, type RecordChange } from '../../../src/server/changes/note-changes.ts'
import { prune, readChanges, startFeed } from '../../../src/server/changes/start-feed.ts'
import { settleDeletions } from '../../../src/server/consignments/delete.ts'
import { trackConsignments } from '../../../src/server/consignments/track.ts'
import { LISTENER_NAME, listenToNotices } from '../../../src/server/db/postgres-notices.ts'
import { fc } from '../../properties.ts'
import { bookingOnTest } from '../consignments/booking-on-test.ts'
import { fails } from '../consignments/fake-courier.ts'
import { onEachDatabase, onEmbedded, onPostgres, type TestDatabase } from '../databases.ts'
import { CUSTOMER, importFolder, ORDER } from '../import/harness.ts'
import { PAYMENT } from '../orders/order-on-test.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { feedOnTest } from './feed-on-test.ts'

const noteOn = ({ db }: TestDatabase, code: string) =>
  db.transaction().execute((within) => noteChanges(within, [{ kind: 'order', code, is_new: false }]))

onEachDatabase((database) => {
  const feeds = feedOnTest(database)
  const target = bookingOnTest(database)
  const folder = importFolder()
  const note = (...changes: RecordChange[]) =>
    database.db.transaction().execute((within) => noteChanges(within, changes))
  const order = (code: string): RecordChange => ({ kind: 'order', code, is_new: false })

  describe('changes are published', () => {
    it('by every process, in the order of their commits', async () => {
      const here = await feeds.start()
      const there = await feeds.start(await database.openAgain())
      await note(order('1'), order('2'))
      await note({ kind: 'consignment', code: 'AX 1', is_new: true })
      for (const process of [here, there]) {
        await process.shows('order 1', 'order 2', 'new consignment AX 1')
      }
    })

    it('only if their transaction commits', async () => {
      const { shows } = await feeds.start()
      const failing = database.db.transaction().execute(async (within) => {
        await noteChanges(within, [order('1')])
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      await note(order('2'))
      await shows('order 2')
    })

    it('after an action on an order, once, and not after a refused one', async () => {
      await target.putOrder()
      const { shows } = await feeds.start()
      const pay = () => target.app().post(`/api/v1/orders/${target.code}/payment`, PAYMENT)
      expect([(await pay()).status, (await pay()).status]).toEqual([200, 409])
      await note(order('end'))
      await shows(`order ${target.code}`, 'order end')
    })

    it('after a booking, for the consignment and its order', async () => {
      await target.putOrder()
      const { shows } = await feeds.start()
      await target.book(await target.quote())
      await shows(`new consignment ${target.swift.made[0]?.booking.trackingCode}`, `order ${target.code}`)
    })

    it('after a deletion is requested, and after its courier has confirmed it', async () => {
      await target.putOrder()
      await target.book(await target.quote())
      const code = target.swift.made[0]?.booking.trackingCode ?? ''
      const { shows } = await feeds.start()
      target.swift.behave({ cancel: fails })
      expect((await target.remove(code)).status).toBe(503)
      await shows(`consignment ${code}`)
      target.swift.behave()
      await settleDeletions(target.deps)
      await shows(`order ${target.code}`, `consignment ${code}`)
    })

    it('after tracking with new events, not after the same events again', async () => {
      await target.putOrder()
      await target.book(await target.quote())
      const code = target.swift.made[0]?.booking.trackingCode ?? ''
      const { seen } = await feeds.start()
      const event = { type: 'collected', code: 'C', description: 'Picked up', location: 'Penrose' } as const
      target.swift.events = [{ ...event, at: '2026-11-19T23:05:00.000Z' }]
      for (const end of ['first', 'second']) {
        target.later(60 * 60_000)
        await trackConsignments(target.deps)
        await note(order(end))
        await expect.poll(() => seen).toContain(`order ${end}`)
      }
      // The courier reports them for the consignments of other tests, too.
      expect(seen.filter((change) => change === `consignment ${code}`)).toHaveLength(1)
    })

    it('after records were loaded, with their codes', async () => {
      const { shows } = await feeds.start()
      folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': [ORDER] })
      await folder.run(database.db)
      await shows(`new customer ${CUSTOMER.code}`, `new order ${ORDER.code}`)
      folder.write({ 'orders.jsonl': [{ ...ORDER, notes: 'Ring first' }] })
      await folder.run(database.db)
      await shows(`order ${ORDER.code}`)
    })
  })
})

describe('changes before the start of a feed', () => {
  onEmbedded((database) => {
    const feeds = feedOnTest(database)
    it('are not published', async () => {
      await noteOn(database, '1')
      const { shows } = await feeds.start()
      await noteOn(database, '2')
      await shows('order 2')
    })
  })
})

describe('missed changes', () => {
  onEmbedded((database) => {
    it('a change by this process is read at once, and by another within a second', async () => {
      const feed = new ChangeFeed()
      const times: number[] = []
      feed.subscribe(() => times.push(performance.now()))
      const reading = await readChanges(database.db, feed)
      const began = performance.now()
      for (let count = 1; count <= 5; count += 1) {
        await noteOn(database, '1')
        await expect.poll(() => times.length, { interval: 1 }).toBe(count)
      }
      // Five polls would take five seconds.
      expect(performance.now() - began).toBeLessThan(3_000)
      await noteOn({ ...database, db: await database.openAgain() }, '2')
      await expect.poll(() => times.length).toBe(6)
      await reading.stop()
    })

    it('many notes are read without a rest', async () => {
      const feed = new ChangeFeed()
      const seen: string[] = []
      feed.subscribe(({ event }) => seen.push(event))
      const reading = await readChanges(database.db, feed)
      const began = performance.now()
      const notes = Array.from({ length: 900 }, (_, index) => ({ note: `note ${index}` }))
      await database.db.insertInto('changes').values(notes).execute()
      await expect.poll(() => seen.length, { interval: 5 }).toBe(900)
      // Five lots with a second after each would take four seconds.
      expect(performance.now() - began).toBeLessThan(3_500)
      await reading.stop()
    })

    it('old notes are deleted, but never the newest', async () => {
      for (const code of ['1', '2', '3']) await noteOn(database, code)
      const ids = async () =>
        (await database.db.selectFrom('changes').select('id').execute()).map(({ id }) => id)
      const before = await ids()
      await prune(database.db, 1)
      expect(await ids()).toEqual(before.slice(-1))
      await noteOn(database, '4')
      expect((await ids()).at(-1)).toBe(Number(before.at(-1)) + 1)
    })

    it('a process whose position has been deleted reports missed changes, then continues', async () => {
      const feed = new ChangeFeed()
      const seen: string[] = []
      feed.subscribe(({ event }) => seen.push(event))
      const reading = await readChanges(database.db, feed)
      // In one transaction, so that no poll happens in between.
      await database.db.transaction().execute(async (within) => {
        for (const code of ['1', '2']) await noteChanges(within, [{ kind: 'order', code, is_new: false }])
        await within.deleteFrom('changes').where('note', 'like', '%"1"%').execute()
      })
      await expect.poll(() => seen).toEqual(['reset'])
      await noteOn(database, '3')
      await expect.poll(() => seen).toEqual(['reset', 'change'])
      await reading.stop()
    })
  })

  onPostgres((database) => {
    const feeds = feedOnTest(database)

    // DB-2, DB-8
    it('a lost connection is opened again, and reports that changes may have been missed', async () => {
      const log = spyOnLog()
      const { shows } = await feeds.start()
      const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`
      const { rows: before } = await pid.execute(database.db.reads.list)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${LISTENER_NAME} and datname = current_database()`.execute(database.db)
      await shows('reset')
      expect((await pid.execute(database.db.reads.list)).rows).not.toEqual(before)
      await noteOn(database, '1')
      await shows('order 1')
      expect(log.entries().map(({ message }) => message)).toContain(
        'Lost the connection to PostgreSQL that reports changes',
      )
      log.restore()
    })

    it('another process publishes once the one that led has stopped', async () => {
      const [one, other] = [await feeds.start(), await feeds.start()]
      await noteOn(database, '1')
      await other.shows('order 1')
      await one.stop()
      await noteOn(database, '2')
      await expect.poll(() => other.seen, { timeout: 8000 }).toEqual(['order 2'])
    })
  })
})

// At once, each on a database of its own, because they mostly wait.
describe.concurrent('missed changes', () => {
  onPostgres((database) => {
    const feeds = feedOnTest(database)

    it('the table is seldom looked at, except after a change', async ({ expect }) => {
      const db = await database.openAgain()
      const looks: number[] = []
      const record = new Proxy(db.reads.record, {
        get(target, name) {
          if (name === 'selectFrom') looks.push(performance.now())
          const part = Reflect.get(target, name)
          return typeof part === 'function' ? part.bind(target) : part
        },
      })
      const { shows } = await feeds.start(Object.assign(db, { reads: { ...db.reads, record } }))
      const pauses = () => looks.slice(1).map((at, index) => at - (looks[index] ?? at))
      await expect.poll(() => looks.length).toBeGreaterThan(3)
      expect(Math.min(...pauses())).toBeGreaterThan(980)
      await noteOn(database, '1')
      await shows('order 1')
      await expect.poll(() => Math.min(...pauses())).toBeLessThan(200)
    })
  })

  onPostgres((database) => {
    const feeds = feedOnTest(database)

    // DB-8
    it('every process has a change published at once, although the table is seldom looked at', async ({
      expect,
    }) => {
      const pace = { idle: 600_000, busy: 0, follow: 600_000 }
      const other = await database.openAgain()
      const [here, there] = [await feeds.start(database.db, pace), await feeds.start(other, pace)]
      // At first both lead.
      const beats: string[] = []
      const listening = await listenToNotices(database.place.databaseUrl ?? '', 'dispatch_console_feed', {
        onNotice: (payload) => beats.push(payload),
        onLost: () => undefined,
        onMissed: () => undefined,
      })
      await expect.poll(() => beats.length > 4 && new Set(beats.slice(-3)).size === 1).toBe(true)
      await listening.stop()
      for (const db of [database.db, other, database.db, other]) {
        await noteOn({ ...database, db }, '1')
        await Promise.all([here.shows('order 1'), there.shows('order 1')])
      }
    })
  })

  onPostgres((database) => {
    it('a connection without notices counts as lost, and the next notice reports missed ones', async ({
      expect,
    }) => {
      const seen: string[] = []
      const listening = await listenToNotices(database.place.databaseUrl ?? '', 'silent', {
        onNotice: (payload) => seen.push(payload),
        onLost: () => seen.push('lost'),
        onMissed: () => seen.push('missed'),
      })
      await expect.poll(() => seen, { timeout: 12_000 }).toEqual(['lost'])
      const say = () => sql`select pg_notify('silent', 'heard')`.execute(database.db)
      await expect
        .poll(async () => {
          await say()
          return seen.slice(0, 3)
        })
        .toEqual(['lost', 'missed', 'heard'])
      await listening.stop()
    }, 20_000)

    // DB-6
    it('a start refuses an address at which it does not hear itself', async () => {
      const elsewhere = new URL(database.place.databaseUrl ?? '')
      elsewhere.pathname = '/postgres'
      const start = (databaseListenUrl: string) =>
        startFeed({ ...database.place, databaseListenUrl, db: database.db, feed: new ChangeFeed() })
      await expect(start(elsewhere.href)).rejects.toThrow(
        'DATABASE_LISTEN_URL reports no changes of DATABASE_URL: it must lead to the same database without a pooler in transaction mode.',
      )
      await expect(start('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(
        /^DATABASE_LISTEN_URL reports no changes of DATABASE_URL \(.*ECONNREFUSED.*\): it must/,
      )
    }, 20_000)
  })
})

describe('notes', () => {
  const read = (notes: readonly string[]): Change[] =>
    notes.flatMap((note) => Changes.parse(JSON.parse(note)))
  const orders = (count: number, isNew = true): RecordChange[] =>
    Array.from({ length: count }, (_, index) => ({ kind: 'order', code: `1048${index}`, is_new: isNew }))

  describe('notes of changes', () => {
    it('name up to a hundred records in their order', () => {
      for (const count of [0, 1, 40, 41, 100]) expect(read(notesOf(orders(count)))).toEqual(orders(count))
    })

    it('name no record if there are more, but each kind and whether some are new', () => {
      const customers: RecordChange[] = [{ kind: 'customer', code: '7', is_new: false }]
      expect(read(notesOf([...orders(100), ...customers]))).toEqual([
        { kind: 'order', code: null, is_new: true },
        { kind: 'customer', code: null, is_new: false },
      ])
    })

    it('are never longer than PostgreSQL accepts, and keep the kinds of all changes', () => {
      const change = fc.record({
        kind: fc.constantFrom(...RECORD_KINDS),
        code: fc.string({ minLength: 1, maxLength: 400, unit: 'grapheme' }),
        is_new: fc.boolean(),
      })
      fc.assert(
        fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
          const notes = notesOf(changes)
          for (const note of notes) expect(Buffer.byteLength(note)).toBeLessThan(8000)
          const kinds = (some: readonly Change[]) => new Set(some.map(({ kind }) => kind))
          expect(kinds(read(notes))).toEqual(kinds(changes))
        }),
      )
    })
  })
})
