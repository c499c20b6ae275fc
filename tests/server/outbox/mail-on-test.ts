import type { Kysely } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Database } from '../../../src/server/db/schema.ts'
import { timestamp } from '../../../src/server/db/times.ts'
import type { HandOver } from '../../../src/server/outbox/letter.ts'
import { writeMail } from '../../../src/server/outbox/queue.ts'
import { startMailSender } from '../../../src/server/outbox/sender.ts'
import { smtpHandOver } from '../../../src/server/outbox/smtp.ts'
import type { Stoppable } from '../../../src/server/platform/repeat.ts'
import type { TestDatabase } from '../databases.ts'
import { putCustomer, putOrders } from '../orders/harness.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

/** The step of an order that causes the e-mails. */
export const STEP = 0

interface StartOptions {
  db?: Kysely<Database>
  clock?: () => number
  stopWithin?: number
  handOver?: HandOver
  /** The longest wait while the mail server is away, in milliseconds. */
  most?: number
}

/** An empty outbox, a mail server and a clock for each test. Senders are stopped after it. */
export function mailOnTest(database: TestDatabase) {
  let server: MailServer | undefined
  const time = { now: 0 }
  const senders: Stoppable[] = []
  const log = spyOnLog()
  let orderId = 0
  beforeAll(async () => {
    await putOrders(database.db, await putCustomer(database.db, { code: '10482' }), [{ code: '104823' }])
    orderId = (await database.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()).id
  })
  beforeEach(async () => {
    log.clear()
    time.now = Date.parse('2026-11-20T01:00:00.000Z')
    server = await startMailServer()
    await database.db.deleteFrom('outbox').execute()
    await database.db.deleteFrom('email_events').execute()
  })
  afterEach(async () => {
    await Promise.all(senders.splice(0).map((sender) => sender.stop()))
    await server?.stop()
  })

  const by = (url: string) => smtpHandOver({ url, from: { name: '', address: 'orders@example.com' } }, null)

  function start(
    url = mailServer().url,
    {
      db = database.db,
      clock = () => time.now,
      stopWithin = 30_000,
      handOver = by(url),
      most = 20,
    }: StartOptions = {},
  ): Stoppable {
    const pace = { look: 5, withoutDatabase: 20, most }
    const sender = startMailSender({ db, clock, handOver, stopWithin, pace })
    senders.push(sender)
    return sender
  }

  /** Queues messages as an action does. Recipients identify them. */
  async function write(...recipients: string[]) {
    for (const recipient of recipients) {
      await database.db.transaction().execute((within) =>
        writeMail(within, {
          recipient,
          subject: `News for ${recipient}`,
          body: 'Kia ora',
          orderId,
          stepId: STEP,
          at: timestamp(time.now),
        }),
      )
    }
  }

  /** The events in the list of e-mails, oldest first: 'aroha@example.com delivered'. */
  async function news(db: Kysely<Database> = database.db): Promise<string[]> {
    const rows = await db.selectFrom('email_events').select(['recipient', 'event']).orderBy('id').execute()
    return rows.map(({ recipient, event }) => `${recipient} ${event}`)
  }
  const poll = <T>(what: () => T) => expect.poll(what, { interval: 10 })
  const until = (expected: string[]) => poll(news).toEqual(expected)
  const lastNews = async () => (await news()).at(-1)
  const untilLast = (expected: string) => poll(lastNews).toBe(expected)
  function mailServer(): MailServer {
    if (server === undefined) throw new Error('The mail server is not there yet.')
    return server
  }
  return {
    get server() {
      return mailServer()
    },
    time,
    log,
    start,
    write,
    news,
    poll,
    until,
    untilLast,
  }
}
