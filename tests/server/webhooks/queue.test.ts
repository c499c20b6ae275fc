import { describe, expect, it } from 'vitest'
import { timestamp } from '../../../src/server/db/times.ts'
import {
  claimDueDeliveries,
  LONGEST_RETRY_WAIT_MS,
  settleDelivery,
} from '../../../src/server/webhooks/queue.ts'
import { deleteOldEvents } from '../../../src/server/webhooks/sender.ts'
import { connectEndpoints, disableEndpoint, enableEndpoint } from '../../../src/server/webhooks/store.ts'
import { PATIENT } from '../../time-outs.ts'
import { onEachDatabase, onEmbedded } from '../databases.ts'
import { spawnServer, withoutDemo } from '../server-process.ts'
import { SECRET, webhooksOnTest } from './webhooks-on-test.ts'

const AT = Date.parse('2026-11-20T01:00:00.000Z')
const MINUTE = 60_000

onEachDatabase((database) => {
  const { write, deliveries } = webhooksOnTest(database)
  const endpointId = async () =>
    (await database.db.selectFrom('webhook_endpoints').select('id').executeTakeFirstOrThrow()).id
  const claim = async (now: number, db = database.db, most = 4) =>
    claimDueDeliveries({ db, clock: () => now }, await endpointId(), { most, retries: most })

  it('gives each delivery to one of many that ask at once, until the lease is over', async () => {
    await write('order.paid 1', 'order.paid 2', 'order.paid 3', 'order.paid 4', 'order.paid 5')
    const connections = [database.db, await database.openAgain(), await database.openAgain()]
    const askAll = async (now: number) =>
      (await Promise.all([...connections, ...connections].map((db) => claim(now, db, 2)))).flat()
    const claimed: number[] = []
    for (let round = 0; round < 8; round++) claimed.push(...(await askAll(AT)).map(({ id }) => id))
    expect(claimed).toHaveLength(5)
    expect(new Set(claimed).size).toBe(5)
    expect(await askAll(AT + MINUTE - 1)).toEqual([])
    expect(await claim(AT + MINUTE)).toHaveLength(4)
  })

  it('claims the oldest events first, one of each order, up to the requested number', async () => {
    await write('order.paid 1', 'order.ready 1', 'order.paid 2', 'order.paid 3')
    const bodies = (await claim(AT, database.db, 2)).map(({ body }) => JSON.parse(body).data.code)
    expect(bodies).toEqual(['1', '2'])
    expect((await claim(AT)).map(({ body }) => JSON.parse(body).data.code)).toEqual(['3'])
  })

  it('claims first attempts before retries, but always one retry, and no more retries than requested', async () => {
    await write('order.paid 1', 'order.paid 2', 'order.paid 3')
    await database.db.updateTable('webhook_deliveries').set({ attempts: 1 }).execute()
    await write('order.paid 4', 'order.paid 5', 'order.paid 6')
    const next = async (most: number, retries: number) =>
      (await claimDueDeliveries({ db: database.db, clock: () => AT }, await endpointId(), { most, retries }))
        .map(({ body }) => JSON.parse(body).data.code)
        .sort()
    expect(await next(1, 0)).toEqual(['4'])
    expect(await next(2, 2)).toEqual(['1', '5'])
    expect(await next(4, 1)).toEqual(['2', '6'])
    expect(await next(4, 4)).toEqual(['3'])
  })

  it.each([
    ['claimed_until', MINUTE],
    ['next_try_at', 60 * MINUTE],
  ])(
    'is held up by %s no longer than a minute more than that, though the clock was set back',
    async (column, most) => {
      await write('order.paid 1')
      await database.db
        .updateTable('webhook_deliveries')
        .set({ claimed_by: 'dead', [column]: timestamp(AT + most + MINUTE) })
        .execute()
      expect(await claim(AT)).toEqual([])
      expect(await claim(AT - 1)).toHaveLength(1)
    },
  )

  it.each([1, 3000, MINUTE])('are left to a process whose clock is %i ms ahead', async (ahead) => {
    await write('order.paid 1')
    const [first] = await claim(AT + ahead)
    if (!first) throw new Error('Nothing was due.')
    expect(await claim(AT)).toEqual([])
    // Its next attempt is due after the longest delay, not at once.
    const next_try_at = timestamp(AT + ahead + LONGEST_RETRY_WAIT_MS)
    await settleDelivery(database, first, { attempts: 9, next_try_at })
    expect(await claim(AT)).toEqual([])
    expect(await claim(AT + ahead + LONGEST_RETRY_WAIT_MS)).toHaveLength(1)
  })

  it('keeps the result of the process that claimed last', async () => {
    await write('order.paid 1')
    const [first] = await claim(AT)
    const [second] = await claim(AT + 2 * MINUTE)
    if (!first || !second) throw new Error('Nothing was due.')
    await settleDelivery(database, first, { delivered_at: timestamp(AT) })
    expect(await deliveries()).toMatchObject([{ delivered_at: null, claimed_by: second.claimedBy }])
    // Regardless of the clock at that time.
    await settleDelivery(database, second, { delivered_at: timestamp(AT) })
    expect(await deliveries()).toMatchObject([{ delivered_at: timestamp(AT), claimed_by: null }])
  })

  it('claims nothing for an endpoint that is not configured', async () => {
    await write('order.paid 1')
    const id = await endpointId()
    await connectEndpoints(database.db, [], AT)
    expect(
      await claimDueDeliveries({ db: database.db, clock: () => AT }, id, { most: 4, retries: 4 }),
    ).toEqual([])
  })
})

describe('endpoints', () => {
  const DAY = 24 * 60 * 60_000
  const SHOP = 'https://shop.example/hooks'
  const BOOKS = 'https://books.example/hooks'

  onEachDatabase((database) => {
    const { time, write, deliveries } = webhooksOnTest(database)
    const connect = async (...urls: string[]) =>
      (await connectEndpoints(database.db, urls, time.now)).map(({ url }) => url)
    const events = async () => (await deliveries()).map(({ subject }) => subject)

    it('are those of the last start, each with its own deliveries', async () => {
      expect(await connect(SHOP, BOOKS)).toEqual([SHOP, BOOKS])
      await write('order.paid 1')
      expect(await connect(BOOKS)).toEqual([BOOKS])
      await write('order.paid 2')
      expect(await connect()).toEqual([])
      await write('order.paid 3')
      expect(await events()).toEqual(['1', '1', '2'])
      expect(await database.db.selectFrom('webhook_events').select('subject').execute()).toHaveLength(2)
    })

    it('are created once by concurrent starts', async () => {
      await Promise.all(Array.from({ length: 4 }, () => connect(SHOP)))
      await write('order.paid 1')
      expect(await events()).toEqual(['1'])
    })

    it('stay disabled across a start, until they are enabled or configured again', async () => {
      const state = async () =>
        database.db.selectFrom('webhook_endpoints').select('disabled_at').where('url', '=', SHOP).execute()
      const [endpoint] = await connectEndpoints(database.db, [SHOP], time.now)
      if (!endpoint) throw new Error('There is no endpoint.')
      await disableEndpoint(database.db, endpoint, time.now)
      await connect(SHOP)
      await connect(SHOP, BOOKS)
      expect(await state()).toEqual([{ disabled_at: '2026-11-20T01:00:00.000Z' }])
      expect(await enableEndpoint(database.db, SHOP)).toBe(true)
      expect(await state()).toEqual([{ disabled_at: null }])
      await disableEndpoint(database.db, endpoint, time.now)
      await connect(BOOKS)
      expect(await enableEndpoint(database.db, SHOP)).toBe(false)
      await connect(SHOP)
      expect(await state()).toEqual([{ disabled_at: null }])
    })

    it('keep delivered events for 30 days, and pending ones longer', async () => {
      await connect(SHOP)
      await write('order.paid delivered', 'order.paid pending', 'order.paid failed')
      const at = '2026-11-20T01:00:00.000Z'
      const update = database.db.updateTable('webhook_deliveries')
      await update.set({ delivered_at: at }).where('subject', '=', 'delivered').execute()
      await update.set({ failed_at: at }).where('subject', '=', 'failed').execute()
      time.now += 30 * DAY
      const deps = { db: database.db, clock: () => time.now }
      await deleteOldEvents(deps)
      expect(await events()).toEqual(['delivered', 'pending', 'failed'])
      time.now += 1
      await deleteOldEvents(deps)
      expect(await events()).toEqual(['pending'])
      await connect(BOOKS)
      await deleteOldEvents(deps)
      expect(await events()).toEqual([])
    })
  })
})

describe('a killed process', () => {
  // Not on PostgreSQL too, because the tests of the queue let leases end on each database.
  onEmbedded((database) => {
    const webhooks = webhooksOnTest(database)
    const { time, start, write, poll, untilDelivered } = webhooks

    it('delivers what a killed server had begun to send, with the same id', PATIENT, async () => {
      webhooks.receiver.script.answer = () => 'silence'
      const server = spawnServer({
        ...withoutDemo(database.place.dataDir),
        WEBHOOK_URL: webhooks.receiver.url,
        WEBHOOK_SECRET: SECRET,
      })
      await server.url
      time.now = Date.now()
      await write('order.paid 1', 'order.ready 1')
      await poll(() => webhooks.receiver.received.length).toBe(1)
      server.child.kill('SIGKILL')
      await server.ended
      webhooks.receiver.script.answer = () => 200
      // Its claim lasts a minute.
      time.now = Date.now() + 2 * 60_000
      await start()
      await untilDelivered(2)
      expect(webhooks.receiver.events()).toEqual(['order.paid 1', 'order.paid 1', 'order.ready 1'])
      const [first, again] = webhooks.receiver.received
      expect(again?.id).toBe(first?.id)
    })
  })
})
