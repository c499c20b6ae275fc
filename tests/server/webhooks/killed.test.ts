import { expect, it } from 'vitest'
import { PATIENT } from '../../time-outs.ts'
import { onEmbedded } from '../databases.ts'
import { spawnServer, withoutDemo } from '../server-process.ts'
import { SECRET, webhooksOnTest } from './webhooks-on-test.ts'

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
