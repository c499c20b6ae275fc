import { expect, it } from 'vitest'
import { connectEndpoints, disableEndpoint, enableEndpoint } from '../../../src/server/webhooks/endpoints.ts'
import { deleteOldEvents } from '../../../src/server/webhooks/start.ts'
import { onEachDatabase } from '../databases.ts'
import { webhooksOnTest } from './webhooks-on-test.ts'

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
