import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { timestamp } from '../../../src/server/db/times.ts'
import { MOST_ATTEMPTS, sign } from '../../../src/server/webhooks/sender.ts'
import { enableEndpoint } from '../../../src/server/webhooks/store.ts'
import { fc } from '../../properties.ts'
import { onEachDatabase } from '../databases.ts'
import { unavailableAtTimes } from '../unavailable-database.ts'
import { startReceiver } from './receiver.ts'
import { SECRET, webhooksOnTest } from './webhooks-on-test.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

onEachDatabase((database) => {
  const webhooks = webhooksOnTest(database)
  const unavailable = unavailableAtTimes(() => database.db)
  const { time, log, start, write, deliveries, poll, until, untilDelivered, untilAttempts } = webhooks
  /** The clock advances while waiting, because on a busy machine even a good receiver may exceed a short time-out. */
  const untilDeliveredLater = (count: number) =>
    poll(async () => {
      time.now += HOUR
      return (await deliveries()).filter((one) => one.delivered_at !== null).length
    }).toBe(count)

  it('sends an event once, signed, as Standard Webhooks prescribes', async () => {
    await write('order.paid 104823')
    time.now += 1500
    await start()
    await untilDelivered(1)
    const [one] = webhooks.receiver.received
    expect(one?.path).toBe('/hooks?key=1')
    expect(one?.body).toBe(
      '{"type":"order.paid","timestamp":"2026-11-20T01:00:00.000Z","data":{"code":"104823"}}',
    )
    // The time of the attempt in whole seconds.
    const sentAt = Math.floor(time.now / SECOND)
    expect(one?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[\w-]+$/),
      'webhook-timestamp': String(sentAt),
      'webhook-signature': sign(SECRET, one?.id ?? '', sentAt, one?.body ?? ''),
    })
    expect(webhooks.receiver.received).toHaveLength(1)
    expect(await deliveries()).toMatchObject([
      { attempts: 1, claimed_by: null, delivered_at: timestamp(time.now), last_error: null },
    ])
    expect(log.entries()).toEqual([])
  })

  it.each([1, 3000])('sends each event once by processes whose clocks are %i ms apart', async (ahead) => {
    const orders = Array.from({ length: 30 }, (_, index) => `order.paid ${index}` as const)
    await write(...orders)
    // Two connections to one SQLite file would block each other in one thread.
    const other = database.place.databaseUrl === null ? database.db : await database.openAgain()
    await start()
    await start({ db: other, ahead })
    await untilDelivered(orders.length)
    expect(webhooks.receiver.events().sort()).toEqual(orders.sort())
    expect(log.entries()).toEqual([])
  })

  it('has four attempts at once under way, and more only beside those that hang', async () => {
    await write(...Array.from({ length: 30 }, (_, index) => `order.paid ${index}` as const))
    webhooks.receiver.script.answer = () => 'silence'
    const service = await start({ hangsAfter: HOUR, stopWithin: 0 })
    await poll(() => webhooks.receiver.received.length).toBe(4)
    await service.stop()
    await start({ hangsAfter: 0, stopWithin: 0 })
    await poll(() => webhooks.receiver.received.length).toBe(4 + 16)
  })

  it('sends a new event at once although the retries of thirty others hang', async () => {
    const others = Array.from({ length: 30 }, (_, index) => `order.paid ${index}` as const)
    await write(...others)
    await database.db.updateTable('webhook_deliveries').set({ attempts: 1 }).execute()
    webhooks.receiver.script.answer = ({ what }) => (what === 'order.paid new' ? 204 : 'silence')
    await start({ hangsAfter: 0, stopWithin: 0 })
    await poll(() => webhooks.receiver.received.length).toBe(8)
    await write('order.paid new')
    await until([...others.slice(0, 8), 'order.paid new'])
    await untilDelivered(1)
  })

  it('repeats what fails after 5 s, 30 s, 2 min, 10 min and then every hour, with one id', async () => {
    const times: number[] = []
    webhooks.receiver.script.answer = () => {
      times.push(time.now)
      return times.length < 7 ? 500 : 204
    }
    const from = time.now
    await write('order.paid 1')
    await start()
    const waits = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, HOUR]
    for (const [index, wait] of waits.entries()) {
      await untilAttempts(index + 1)
      const [one] = await deliveries()
      expect(one).toMatchObject({ next_try_at: timestamp(time.now + wait), last_error: 'answered 500' })
      time.now += wait
    }
    await untilDelivered(1)
    let passed = 0
    expect(times.map((at) => at - from)).toEqual([0, ...waits.map((wait) => (passed += wait))])
    expect(new Set(webhooks.receiver.received.map(({ id }) => id)).size).toBe(1)
  })

  it('holds back later events of an order that fails, and of no other', async () => {
    let isUp = false
    webhooks.receiver.script.answer = ({ what }) => (what.endsWith(' 1') && !isUp ? 503 : 200)
    await write('order.paid 1', 'order.ready 1', 'order.paid 2', 'order.shipped 1', 'order.ready 2')
    await start()
    await untilDelivered(2)
    await untilAttempts(1)
    expect(webhooks.receiver.events().filter((what) => what !== 'order.paid 1')).toEqual([
      'order.paid 2',
      'order.ready 2',
    ])
    isUp = true
    time.now += 5 * SECOND
    await untilDelivered(5)
    expect(webhooks.receiver.events().slice(-3)).toEqual(['order.paid 1', 'order.ready 1', 'order.shipped 1'])
  })

  it('counts silence as a failure, while other orders go on', async () => {
    webhooks.receiver.script.answer = ({ what }) => (what.endsWith(' 1') ? 'silence' : 200)
    await write('order.paid 1', 'order.paid 2', 'order.ready 2')
    await start({ answersWithin: 50 })
    await untilAttempts(1)
    await untilDeliveredLater(2)
    expect((await deliveries())[0]).toMatchObject({ last_error: 'did not answer within 0.05 s' })
    webhooks.receiver.script.answer = () => 200
    await untilDeliveredLater(3)
  })

  it('sends an event again with the same id if the response was late', async () => {
    let late: (status: number) => void = () => undefined
    webhooks.receiver.script.answer = () =>
      new Promise((resolve) => {
        late = resolve
      })
    await write('order.paid 1')
    await start({ answersWithin: 1_000 })
    await untilAttempts(1)
    late(200)
    webhooks.receiver.script.answer = () => 200
    await untilDeliveredLater(1)
    const { received } = webhooks.receiver
    expect(received.length).toBeGreaterThan(1)
    expect(new Set(received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1)
  })

  // V15.3.2
  it.each([
    [302, 'answered 302'],
    [404, 'answered 404'],
  ])('treats the status %i as a failure and follows no redirect', async (status, last_error) => {
    webhooks.receiver.script.answer = () => status
    await write('order.paid 1')
    await start()
    await untilAttempts(1)
    expect(await deliveries()).toMatchObject([{ last_error, delivered_at: null }])
    expect(webhooks.receiver.received.map(({ path }) => path)).toEqual(['/hooks?key=1'])
  })

  it('waits for a receiver that is not running', async () => {
    await webhooks.receiver.stop()
    await write('order.paid 1')
    await start({ urls: [webhooks.receiver.url] })
    await untilAttempts(1)
    expect(await deliveries()).toMatchObject([{ last_error: 'could not be reached: ECONNREFUSED' }])
    expect(log.entries()).toEqual([
      {
        level: 'warn',
        message: 'Webhook event not delivered',
        event: expect.stringMatching(/^msg_/),
        endpoint: new URL(webhooks.receiver.url).origin,
        reason: 'could not be reached: ECONNREFUSED',
        attempts: 1,
      },
    ])
  })

  it('sends nothing more after 410 until it is enabled again, and then everything in order', async () => {
    webhooks.receiver.script.answer = () => 410
    await write('order.paid 1')
    await start()
    await poll(() => log.entries().map(({ message }) => message)).toEqual(['Webhook endpoint is disabled'])
    webhooks.receiver.script.answer = () => 200
    await write('order.ready 1')
    time.now += DAY
    const other = await start()
    await other.stop()
    await until(['order.paid 1'])
    expect(await enableEndpoint(database.db, webhooks.receiver.url)).toBe(true)
    await untilDelivered(2)
    await until(['order.paid 1', 'order.paid 1', 'order.ready 1'])
  })

  it('gives up after five days, and continues with the next event of the order', async () => {
    webhooks.receiver.script.answer = ({ what }) => (what === 'order.paid 1' ? 500 : 200)
    await write('order.paid 1', 'order.ready 1')
    await database.db
      .updateTable('webhook_deliveries')
      .set({ attempts: MOST_ATTEMPTS - 2 })
      .where('subject', '=', '1')
      .execute()
    await start()
    await untilAttempts(MOST_ATTEMPTS - 1)
    expect(webhooks.receiver.events()).toEqual(['order.paid 1'])
    time.now += HOUR
    await untilDelivered(1)
    expect(await deliveries()).toMatchObject([
      { attempts: MOST_ATTEMPTS, failed_at: timestamp(time.now) },
      { failed_at: null },
    ])
    expect(log.entries().at(-1)).toMatchObject({ level: 'error', message: 'Webhook event given up' })
    expect((MOST_ATTEMPTS - 5) * HOUR).toBeGreaterThan(4.9 * DAY)
  })

  it('delivers to each address on its own', async () => {
    const other = await startReceiver()
    other.script.answer = () => 500
    const first = await start({ urls: [webhooks.receiver.url, other.url] })
    await write('order.paid 1', 'order.ready 1')
    await untilDelivered(2)
    await until(['order.paid 1', 'order.ready 1'])
    expect(new Set(other.events())).toEqual(new Set(['order.paid 1']))
    await first.stop()
    await other.stop()
  })

  it('makes at most four attempts at once', async () => {
    webhooks.receiver.script.answer = () => 'silence'
    for (let order = 1; order <= 6; order += 1) await write(`order.paid ${order}`)
    await start({ stopWithin: 20 })
    await poll(() => webhooks.receiver.received.length).toBe(4)
    expect((await deliveries()).filter(({ claimed_by }) => claimed_by !== null)).toHaveLength(4)
  })

  it('delivers once and in order with a second sender', async () => {
    const orders = Array.from({ length: 12 }, (_, index) => `A${index}`)
    for (const order of orders) await write(`order.paid ${order}`, `order.ready ${order}`)
    // Two connections to one file would block each other in this thread.
    const db = database.place.databaseUrl === null ? database.db : await database.openAgain()
    await start()
    await start({ db })
    await untilDelivered(24)
    expect(webhooks.receiver.received).toHaveLength(24)
    for (const order of orders) {
      const ofOrder = webhooks.receiver.events().filter((what) => what.endsWith(` ${order}`))
      expect(ofOrder).toEqual([`order.paid ${order}`, `order.ready ${order}`])
    }
  })

  it('finishes the current attempt when it is stopped, and begins no other', async () => {
    let answer: ((status: number) => void) | undefined
    webhooks.receiver.script.answer = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    await write('order.paid 1', 'order.ready 1')
    const service = await start()
    await poll(() => answer !== undefined).toBe(true)
    const stopped = service.stop()
    answer?.(200)
    await stopped
    expect(await deliveries()).toMatchObject([{ delivered_at: timestamp(time.now) }, { attempts: 0 }])
    await until(['order.paid 1'])
  })

  it('breaks off when the receiver is silent, and leaves the event for the next', async () => {
    webhooks.receiver.script.answer = () => 'silence'
    await write('order.paid 1')
    const service = await start({ stopWithin: 20 })
    await until(['order.paid 1'])
    await service.stop()
    expect(await deliveries()).toMatchObject([{ attempts: 0, claimed_by: null, next_try_at: null }])
    webhooks.receiver.script.answer = () => 200
    await start()
    await untilDelivered(1)
  })

  describe('a result', () => {
    /** The receiver answers, and at that moment the database becomes unavailable. */
    async function sendWithoutDatabase() {
      const { db, goAway } = unavailable()
      webhooks.receiver.script.answer = () => {
        goAway()
        return 200
      }
      await write('order.paid 1')
      const service = await start({ db })
      await poll(() => log.entries().length).toBeGreaterThan(1)
      webhooks.receiver.script.answer = () => 200
      return service
    }

    it('is stored once the database is back, so that the event is not sent again', async () => {
      const { comeBack } = unavailable()
      await sendWithoutDatabase()
      time.now += HOUR
      comeBack()
      await write('order.ready 1')
      await untilDelivered(2)
      await until(['order.paid 1', 'order.ready 1'])
    })

    it('that cannot be stored before the server stops is named in the log, and the event sent again', async () => {
      const { comeBack } = unavailable()
      const service = await sendWithoutDatabase()
      await service.stop()
      expect(log.entries().at(-1)).toMatchObject({
        level: 'error',
        database: 'unreachable',
        message:
          'The result of a webhook delivery could not be stored, the event will be sent again: The database does not respond.',
        outcome: 'delivered',
        event: expect.stringMatching(/^msg_/),
      })
      comeBack()
      time.now += HOUR
      await start()
      await untilDelivered(1)
      await until(['order.paid 1', 'order.paid 1'])
    })
  })

  // DB-9
  it('sends events at once whose claim was made without an answer', async () => {
    const { db, loseAnswer } = unavailable()
    loseAnswer()
    await write('order.paid 1', 'order.ready 1')
    await start({ db })
    await untilDelivered(2)
    await until(['order.paid 1', 'order.ready 1'])
  })

  it('continues after the database was unreachable', async () => {
    const { schema } = database.db
    await start()
    await schema.alterTable('webhook_deliveries').renameTo('deliveries_away').execute()
    await poll(() => log.entries().length).toBeGreaterThan(1)
    await schema.alterTable('deliveries_away').renameTo('webhook_deliveries').execute()
    await write('order.paid 1')
    await untilDelivered(1)
  })
})

describe('signatures', () => {
  interface Documented {
    isGenuine(secret: string, headers: Record<string, string>, body: string, now?: number): boolean
  }

  const folder = mkdtempSync(join(tmpdir(), 'console-signature-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** The lines that docs/operations.md gives to receivers. */
  async function documented(): Promise<Documented> {
    const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
    const block = /<!-- verify:[^\n]*-->\s*```js\n([\s\S]*?)```/.exec(page)?.[1]
    if (block === undefined) throw new Error('docs/operations.md has no lines that verify a signature.')
    const file = join(folder, 'verify.mjs')
    writeFileSync(file, block)
    return import(/* @vite-ignore */ pathToFileURL(file).href)
  }

  describe('the signature', () => {
    it('is that of the example of Standard Webhooks', () => {
      expect(sign(SECRET, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')).toBe(
        'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      )
    })

    it('is verified by the documented lines, and nothing else is', async () => {
      const { isGenuine } = await documented()
      const keys = fc.uint8Array({ minLength: 24, maxLength: 64 })
      const secrets = keys.map((key) => `whsec_${Buffer.from(key).toString('base64')}`)
      const seconds = fc.integer({ min: 0, max: 4_000_000_000 })
      fc.assert(
        fc.property(secrets, secrets, fc.uuid(), seconds, fc.string(), (secret, other, id, sentAt, body) => {
          fc.pre(secret !== other)
          const headers = {
            'webhook-id': id,
            'webhook-timestamp': String(sentAt),
            'webhook-signature': sign(secret, id, sentAt, body),
          }
          const now = sentAt * 1000
          expect(isGenuine(secret, headers, body, now)).toBe(true)
          expect(isGenuine(other, headers, body, now)).toBe(false)
          expect(isGenuine(secret, headers, `${body} `, now)).toBe(false)
          expect(isGenuine(secret, { ...headers, 'webhook-id': `${id}1` }, body, now)).toBe(false)
          expect(isGenuine(secret, { ...headers, 'webhook-timestamp': `${sentAt + 1}` }, body, now)).toBe(
            false,
          )
          expect(isGenuine(secret, headers, body, now + 301_000)).toBe(false)
        }),
      )
    })
  })
})
