import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Database } from '../../../src/server/db/schema.ts'
import type { Stoppable } from '../../../src/server/platform/repeat.ts'
import { startWebhooks } from '../../../src/server/webhooks/sender.ts'
import { connectEndpoints } from '../../../src/server/webhooks/store.ts'
import { type WebhookEventType, writeEvent } from '../../../src/server/webhooks/write-event.ts'
import type { TestDatabase } from '../databases.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { type Receiver, startReceiver } from './receiver.ts'

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

interface StartOptions {
  db?: Kysely<Database>
  urls?: string[]
  answersWithin?: number
  stopWithin?: number
  hangsAfter?: number
  /** Milliseconds of the clock of this sender. */
  ahead?: number
}

/** No events, a receiver and a clock for each test, and senders that are stopped after it. */
export function webhooksOnTest(database: TestDatabase) {
  let receiver: Receiver | undefined
  const time = { now: 0 }
  const running: Stoppable[] = []
  const log = spyOnLog()
  beforeEach(async () => {
    log.clear()
    time.now = Date.parse('2026-11-20T01:00:00.000Z')
    receiver = await startReceiver()
    for (const table of ['webhook_deliveries', 'webhook_events', 'webhook_endpoints'] as const) {
      await database.db.deleteFrom(table).execute()
    }
    await connectEndpoints(database.db, [receiver.url], time.now)
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()))
    await receiver?.stop()
  })

  function onReceiver(): Receiver {
    if (receiver === undefined) throw new Error('The receiver is not there yet.')
    return receiver
  }

  async function start({
    db = database.db,
    urls = [onReceiver().url],
    answersWithin = 30_000,
    stopWithin = 30_000,
    hangsAfter = 30_000,
    ahead = 0,
  }: StartOptions = {}): Promise<Stoppable> {
    const deps = {
      db,
      clock: () => time.now + ahead,
      answersWithin,
      hangsAfter,
      stopWithin,
      pace: { look: 5, most: 20 },
    }
    const service = await startWebhooks({ ...deps, webhooks: { urls, secret: SECRET } })
    running.push(service)
    return service
  }

  /** Writes events as changes do: 'order.paid 104823'. */
  async function write(...events: `${WebhookEventType} ${string}`[]): Promise<void> {
    for (const event of events) {
      const [type, subject] = splitEvent(event)
      await database.db
        .transaction()
        .execute((within) =>
          writeEvent(within, { type, subject, at: time.now }, async () => ({ code: subject })),
        )
    }
  }

  /** The deliveries, oldest first. */
  const deliveries = async (db: Kysely<Database> = database.db) =>
    db
      .selectFrom('webhook_deliveries')
      .select(['subject', 'attempts', 'next_try_at', 'claimed_by', 'delivered_at', 'failed_at', 'last_error'])
      .orderBy('event_id')
      .orderBy('endpoint_id')
      .execute()
  const poll = <T>(what: () => T) => expect.poll(what)
  /** Waits until these events were received, in this order. */
  const until = (expected: string[]) => poll(() => onReceiver().events()).toEqual(expected)
  const untilDelivered = (count: number) =>
    poll(async () => (await deliveries()).filter((one) => one.delivered_at !== null).length).toBe(count)
  /** Waits until the first pending delivery was attempted so often and is not being attempted. */
  const untilAttempts = (count: number) =>
    poll(async () => {
      const first = (await deliveries()).find((one) => one.delivered_at === null && one.failed_at === null)
      return first?.claimed_by === null ? first.attempts : null
    }).toBe(count)
  return {
    get receiver() {
      return onReceiver()
    },
    time,
    log,
    start,
    write,
    deliveries,
    poll,
    until,
    untilDelivered,
    untilAttempts,
  }
}

function splitEvent(event: `${WebhookEventType} ${string}`): [WebhookEventType, string] {
  const type = TYPES.find((one) => event.startsWith(`${one} `))
  if (type === undefined) throw new Error(`No such event: ${event}`)
  return [type, event.slice(type.length + 1)]
}

const TYPES: readonly WebhookEventType[] = [
  'order.paid',
  'order.ready',
  'order.shipped',
  'order.collected',
  'order.reverted',
  'consignment.booked',
  'consignment.deleted',
  'consignment.delivered',
]
