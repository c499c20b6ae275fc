import { beforeEach, expect, it } from 'vitest'
import { runWebhooksCommand } from '../../../src/server/operations/webhooks.ts'
import { connectEndpoints, disableEndpoint } from '../../../src/server/webhooks/store.ts'
import { onEachDatabase } from '../databases.ts'
import { webhooksOnTest } from '../webhooks/webhooks-on-test.ts'
import { runCommand } from './run-command.ts'

const SHOP = 'https://shop.example/hooks'

onEachDatabase((database) => {
  const webhooks = webhooksOnTest(database)
  const { time, start, write, deliveries, poll, until, untilDelivered } = webhooks
  const run = (...words: string[]) => runWebhooksCommand(database.db, words)
  const lines = async (...words: string[]) =>
    (await run(...words)).text.split('\n').map((line) => line.split(/ {2,}/))
  const idOf = async (type: string) =>
    (
      await database.db
        .selectFrom('webhook_events')
        .select('message_id')
        .where('type', '=', type)
        .executeTakeFirstOrThrow()
    ).message_id
  beforeEach(() => {
    webhooks.receiver.script.answer = ({ what }) => (what === 'order.ready 1' ? 500 : 200)
  })

  it('lists the endpoints, and what they have not accepted', async () => {
    await write('order.paid 1', 'order.ready 1')
    await start()
    await untilDelivered(1)
    await poll(async () => (await deliveries())[1]?.last_error).toBe('answered 500')
    expect(await lines('list')).toEqual([
      ['Endpoint', 'State', 'Pending'],
      [webhooks.receiver.url, 'enabled', '1'],
      [''],
      ['Event', 'Type', 'About', 'Written', 'State', 'Attempts', 'Last error', 'Endpoint'],
      [
        await idOf('order.ready'),
        ...['order.ready', '1', '20/11/2026 14:00', 'pending', '1', 'answered 500'],
        webhooks.receiver.url,
      ],
    ])
    expect((await lines('list', '1')).slice(4).map((line) => [line[1], line[4]])).toEqual([
      ['order.paid', 'delivered'],
      ['order.ready', 'pending'],
    ])
    expect((await run('list', '2')).text).toMatch(/\n\n2 has no events\.$/)
  })

  it('says that nothing is pending, or that nothing is configured', async () => {
    expect((await run('list')).text).toMatch(/\n\nNothing is pending\.$/)
    await connectEndpoints(database.db, [], time.now)
    expect(await run('list')).toEqual({
      text: 'No endpoint is configured: set WEBHOOK_URL and start the server.',
      isFailure: false,
    })
  })

  it('resends one event, delivered or given up, before the later events of its order', async () => {
    await write('order.paid 1', 'order.shipped 1')
    await start()
    await untilDelivered(2)
    const id = await idOf('order.paid')
    webhooks.receiver.script.answer = ({ what }) => (what === 'order.paid 1' ? 500 : 200)
    expect(await run('resend', id)).toEqual({ text: `Resending ${id}.`, isFailure: false })
    await poll(async () => (await deliveries())[0]?.attempts).toBe(1)
    await write('order.collected 1')
    webhooks.receiver.script.answer = () => 200
    await run('resend', id)
    await untilDelivered(3)
    await until(['order.paid 1', 'order.shipped 1', 'order.paid 1', 'order.paid 1', 'order.collected 1'])
    const ids = webhooks.receiver.received.filter(({ what }) => what === 'order.paid 1').map((one) => one.id)
    expect(ids).toEqual([id, id, id])
  })

  it('resends all events since a day or a time in their order, also to an address that was added later', async () => {
    await write('order.paid 1', 'order.paid 2')
    time.now += 60 * 60_000
    await write('order.shipped 1')
    const at = '2026-11-20T03:00:00.000Z'
    const update = database.db.updateTable('webhook_deliveries')
    await update.set({ delivered_at: at }).where('subject', '=', '1').execute()
    await update.set({ failed_at: at }).where('subject', '=', '2').execute()
    await connectEndpoints(database.db, [webhooks.receiver.url, SHOP], time.now)
    expect(await run('resend', '--since', '2026-11-20T15:00+13:00')).toEqual({
      text: 'Resending all events since 20/11/2026 15:00: 2 to deliver.',
      isFailure: false,
    })
    await connectEndpoints(database.db, [webhooks.receiver.url], time.now)
    await start()
    await until(['order.shipped 1'])
    expect((await run('resend', '--since', '2026-11-20')).text).toMatch(/20\/11\/2026 00:00: 3 to deliver\.$/)
    await untilDelivered(3)
    expect(webhooks.receiver.events().filter((what) => what.endsWith(' 1'))).toEqual([
      'order.shipped 1',
      'order.paid 1',
      'order.shipped 1',
    ])
  })

  it('resends an event that is being delivered, whatever the result of that attempt', async () => {
    await write('order.paid 1')
    let answerFirst = (_status: number) => {}
    const first = new Promise<number>((resolve) => {
      answerFirst = resolve
    })
    webhooks.receiver.script.answer = () => (webhooks.receiver.received.length === 1 ? first : 200)
    await start()
    await until(['order.paid 1'])
    await run('resend', '--since', '2026-11-20')
    answerFirst(200)
    await until(['order.paid 1', 'order.paid 1'])
    await untilDelivered(1)
  })

  it('enables an endpoint that has answered 410', async () => {
    const [endpoint] = await connectEndpoints(database.db, [SHOP], time.now)
    if (!endpoint) throw new Error('There is no endpoint.')
    await disableEndpoint(database.db, endpoint, time.now)
    expect((await lines('list'))[1]).toEqual([SHOP, 'disabled', '0'])
    expect(await run('enable', 'HTTPS://Shop.example/hooks')).toEqual({
      text: `${SHOP} is enabled.`,
      isFailure: false,
    })
    expect((await lines('list'))[1]).toEqual([SHOP, 'enabled', '0'])
  })

  it.each([
    [[], /^Usage: /],
    [['resend'], /^Usage: /],
    [['resend', 'a', 'b'], /^Usage: /],
    [['list', '1', '2'], /^Usage: /],
    [['send', '1'], /^Usage: /],
    [['resend', 'msg_none'], 'There is no event msg_none.'],
    [['resend', '--since', '20/11/2026'], /^20\/11\/2026 is neither a day such as 2026-11-20 nor a time/],
    [['resend', '--since', '2030-01-01'], 'There are no events since 01/01/2030 00:00.'],
    [['enable', 'shop'], 'shop is not configured: WEBHOOK_URL has the addresses.'],
  ])('refuses %j', async (words, message) => {
    await write('order.paid 1')
    const { text, isFailure } = await run(...words)
    expect(isFailure).toBe(true)
    expect(text).toMatch(message)
    expect(await deliveries()).toMatchObject([{ attempts: 0 }])
  })

  it('runs beside a server', async () => {
    await write('order.paid 1')
    await start()
    await untilDelivered(1)
    const { databaseUrl, dataDir } = database.place
    const settings = { DATA_DIR: dataDir, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) }
    const id = await idOf('order.paid')
    expect(await runCommand('webhooks', ['resend', id], settings)).toEqual({
      code: 0,
      output: expect.stringContaining(`Resending ${id}.\n`),
    })
    await until(['order.paid 1', 'order.paid 1'])
    expect(await runCommand('webhooks', ['resend', 'x'], settings)).toMatchObject({ code: 1 })
  })
})
