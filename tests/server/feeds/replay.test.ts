import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { DatabaseFailure, type FailureKind } from '../../../src/server/db/failure.ts'
import { applyDue, replayOrder, startFeeds } from '../../../src/server/feeds/apply.ts'
import { deleteOldMessages } from '../../../src/server/feeds/messages.ts'
import { runShopsCommand } from '../../../src/server/feeds/replay.ts'
import { GENEROUS, PATIENT } from '../../time-outs.ts'
import { onEachDatabase } from '../databases.ts'
import { NOW } from '../orders/harness.ts'
import { feedsOnTest, SHOP, shopifyOrder } from './feeds-on-test.ts'

const DAY = 24 * 60 * 60_000

onEachDatabase((database) => {
  const feeds = feedsOnTest(database)
  const command = (...words: string[]) => runShopsCommand(database.db, words)
  const notesOf = async (code: string) => (await feeds.order(code))?.notes
  const spoil = (code: string) =>
    database.db.updateTable('orders').set({ notes: 'spoilt' }).where('code', '=', code).execute()
  const receive = async (parts: object, topic = 'orders/updated') => {
    expect((await feeds.shopify(topic, shopifyOrder({ note: 'as sent', ...parts }))).status).toBe(200)
    await feeds.applyAll()
  }
  afterEach(async () => {
    for (const table of [
      'arrivals',
      'feed_messages',
      'feed_orders',
      'order_items',
      'orders',
      'leases',
    ] as const) {
      await database.db.deleteFrom(table).execute()
    }
  })

  // FEED-8
  it('applies an order again, by command and by its code', async () => {
    await receive({})
    await spoil('#1001')
    expect(await command('replay', '#1001')).toEqual({
      text: 'Applying order #1001 again from 1 message.',
      isFailure: false,
    })
    await feeds.applyAll()
    expect(await notesOf('#1001')).toBe('as sent')
    await spoil('#1001')
    expect(await replayOrder(database.db, '#1001')).toBe(1)
    await feeds.applyAll()
    expect(await notesOf('#1001')).toBe('as sent')
  })

  // FEED-8
  it('applies an order that was refused again, from its arrival', async () => {
    await receive({ id: 2, name: '#1002', currency: 'AUD' })
    const arrival = async () =>
      database.db.selectFrom('arrivals').selectAll().where('code', '=', '#1002').executeTakeFirstOrThrow()
    const { id } = await arrival()
    const replay = () => feeds.app().request(`/api/v1/arrivals/${id}/replay`, { method: 'POST' })
    expect((await replay()).status).toBe(200)
    expect(await feeds.messages()).toMatchObject([{ outcome: null }])
    await feeds.applyAll()
    expect(await arrival()).toMatchObject({ id, state: 'waiting' })
    await database.db.deleteFrom('feed_messages').execute()
    const refused = await replay()
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringContaining('No message about this record is stored') }),
    ])
  })

  // FEED-8
  it('applies one message again, or all since a time, and never an older version', async () => {
    await receive({ updated_at: '2026-11-20T12:00:00+13:00' })
    await receive({ updated_at: '2026-11-20T11:00:00+13:00', note: 'older' })
    const messages = await database.db.selectFrom('feed_messages').select('id').orderBy('id').execute()
    await spoil('#1001')
    for (const { id } of messages) {
      expect((await command('replay', String(id))).text).toBe(`Applying message ${id} again.`)
    }
    await feeds.applyAll()
    expect(await notesOf('#1001')).toBe('as sent')
    expect((await feeds.messages()).map(({ outcome }) => outcome)).toEqual(['applied', 'older'])
    expect((await command('replay', '--since', '2026-11-01')).text).toMatch(/^Applying 2 messages since/)
    await feeds.applyAll()
    expect(await notesOf('#1001')).toBe('as sent')
  })

  it('lists what came and what became of it', async () => {
    await receive({ id: 1, name: '#1' })
    await receive({ id: 2, name: '#2', currency: 'AUD' })
    await feeds.shopify('orders/create', shopifyOrder({ id: 3, name: '#3' }))
    const { text } = await command('list')
    const lines = text.split('\n').map((line) => line.split(/ {2,}/).slice(2))
    expect(lines).toEqual([
      ['Shop', 'Topic', 'Order', 'State'],
      [SHOP, 'orders/create', 'pending'],
      [SHOP, 'orders/updated', '#2', 'waiting'],
      [SHOP, 'orders/updated', '#1', 'applied'],
    ])
    expect((await command('list', '#1')).text.split('\n')).toHaveLength(2)
    expect((await command('list', '#9')).text).toBe('No message about order #9 is stored.')
  })

  it.each([
    [[], 'Usage: '],
    [['list', '1', '2'], 'Usage: '],
    [['replay'], 'Usage: '],
    [['replay', '--since'], 'Usage: '],
    [['replay', '--since', 'yesterday'], 'yesterday is neither a day such as'],
    [['replay', '--since', '2030-01-01'], 'There are no messages since'],
    [['replay', '4711'], 'There is no stored message about order 4711, and no message 4711.'],
  ])('refuses %j', async (words, text) => {
    const outcome = await command(...words)
    expect(outcome).toEqual({ text: expect.stringContaining(text), isFailure: true })
  })

  // FEED-8
  it('deletes old messages, but none that is pending', async () => {
    await receive({ id: 1, name: '#1' })
    await feeds.shopify('orders/create', shopifyOrder({ id: 2, name: '#2' }))
    await deleteOldMessages(database.db, NOW + 29 * DAY, 30)
    expect(await feeds.messages()).toHaveLength(2)
    await deleteOldMessages(database.db, NOW + 31 * DAY, 30)
    expect(await feeds.messages()).toMatchObject([{ order_key: `shopify/${SHOP}/2`, outcome: null }])
  })

  // FEED-1
  it(
    'a running server applies what came, and leaves it to the process that holds the lease',
    PATIENT,
    async () => {
      const pace = { look: 20, held: 20, most: 20 }
      const start = () => startFeeds({ ...feeds.deps(), keepDays: 30 }, pace)
      const running = [start(), start()]
      for (let id = 1; id <= 45; id += 1) {
        await feeds.shopify('orders/create', shopifyOrder({ id, name: `#${id}` }))
      }
      await vi.waitFor(async () => {
        const pending = await database.db
          .selectFrom('feed_messages')
          .select('id')
          .where('settled_at', 'is', null)
          .execute()
        expect(pending).toEqual([])
      }, PATIENT)
      await Promise.all(running.map((one) => one.stop()))
      const orders = await database.db.selectFrom('orders').select('code').execute()
      expect(orders).toHaveLength(45)
      expect(await database.db.selectFrom('leases').selectAll().execute()).toEqual([])
    },
  )

  // FEED-1
  it('a running server applies at once what it has stored itself', async () => {
    const pace = { look: 600_000, held: 600_000, most: 600_000 }
    const running = [1, 2].map(() => startFeeds({ ...feeds.deps(), keepDays: 30 }, pace))
    onTestFinished(async () => void (await Promise.all(running.map((one) => one.stop()))))
    for (const id of [1, 2]) {
      await feeds.shopify('orders/create', shopifyOrder({ id, name: `#${id}` }))
      await vi.waitFor(
        async () => expect(await database.db.selectFrom('orders').select('code').execute()).toHaveLength(id),
        GENEROUS,
      )
    }
  })

  // FEED-7
  it.each<[string, FailureKind]>([
    ['is unavailable', 'unreachable'],
    ['has no connection left', 'exhausted'],
    ['is held by others for longer than a time limit', 'busy'],
  ])('puts off no message while the database %s', async (_, kind) => {
    for (const id of [1, 2]) {
      await feeds.shopify('orders/create', shopifyOrder({ id, name: `#${id}` }))
    }
    const transactions = vi.spyOn(database.db.batch, 'transaction').mockImplementationOnce(() => {
      throw new DatabaseFailure(kind, 'It failed.')
    })
    await expect(applyDue(feeds.deps())).rejects.toThrow('It failed.')
    expect(transactions).toHaveBeenCalledOnce()
    transactions.mockRestore()
    const tried = database.db.selectFrom('feed_messages').select(['outcome', 'attempts', 'next_try_at'])
    const pending = { outcome: null, attempts: 0, next_try_at: null }
    expect(await tried.execute()).toEqual([pending, pending])
    await applyDue(feeds.deps())
    expect(await tried.execute()).toMatchObject([{ outcome: 'applied' }, { outcome: 'applied' }])
  })

  // FEED-7
  it('puts off one message that exceeds a time limit, and leaves the others to the next round', async () => {
    for (const id of [1, 2, 3]) {
      await feeds.shopify('orders/create', shopifyOrder({ id, name: `#${id}` }))
    }
    const batch = database.db.batch.withPlugin({
      transformQuery({ node }) {
        if (node.kind !== 'InsertQueryNode') return node
        throw new DatabaseFailure('busy', 'A statement took too long.')
      },
      transformResult: async ({ result }) => result,
    })
    const { patient, reads, deepUntil, onInsert, renew, check } = database.db
    const others = { patient, reads, deepUntil, onInsert, renew, check }
    const db = Object.assign(database.db.withoutPlugins(), { ...others, batch })
    await applyDue({ ...feeds.deps(), db })
    const tried = database.db.selectFrom('feed_messages').select('attempts').orderBy('id')
    expect(await tried.execute()).toEqual([{ attempts: 1 }, { attempts: 0 }, { attempts: 0 }])
  })

  it('puts off a message that causes an error, and then keeps it for staff', async () => {
    let now = NOW
    const failing = { ...feeds.deps(), clock: () => now }
    await feeds.shopify('orders/create', shopifyOrder({ id: 1, name: '#1' }))
    await feeds.shopify('orders/create', shopifyOrder({ id: 2, name: '#2' }))
    await database.db
      .updateTable('feed_messages')
      .set({ body: '{"id":' })
      .where('order_key', 'like', '%/1')
      .execute()
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await applyDue(failing)
      now += DAY
    }
    expect(await feeds.order('#2')).not.toBeNull()
    expect((await feeds.messages()).map(({ outcome }) => outcome)).toEqual(['waiting', 'applied'])
  })
})
