import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../../../src/server/db/schema.ts'
import { timestamp } from '../../../src/server/db/times.ts'
import { writeMail } from '../../../src/server/mail/outbox.ts'
import { type MailSender, startMailSender } from '../../../src/server/mail/sender.ts'
import { onEachDatabase } from '../databases.ts'
import { putCustomer, putOrders } from '../orders/harness.ts'
import { hangUpAfterEnd, type MailServer, startMailServer, startRudeServer } from './mail-server.ts'

const MAIN = fileURLToPath(new URL('../../../src/server/main.ts', import.meta.url))
const MINUTE = 60_000
const STARTS_A_PROCESS = 3 * MINUTE
const HOUR = 60 * MINUTE

onEachDatabase((database) => {
  let server: MailServer
  let now = 0
  const senders: MailSender[] = []
  const log = vi.spyOn(console, 'error')
  let orderId = 0
  beforeAll(async () => {
    await putOrders(database.db, await putCustomer(database.db, { code: '10482' }), [{ code: '104823' }])
    orderId = (await database.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()).id
  })
  beforeEach(async () => {
    log.mockReset().mockImplementation(() => undefined)
    now = Date.parse('2026-11-20T01:00:00.000Z')
    server = await startMailServer()
    await database.db.deleteFrom('outbox').execute()
    await database.db.deleteFrom('email_events').execute()
  })
  afterEach(async () => {
    await Promise.all(senders.splice(0).map((sender) => sender.stop()))
    await server.stop()
  })

  function start(
    url = server.url,
    { db = database.db, clock = () => now, stopWithin = 30_000 } = {},
  ): MailSender {
    const smtp = { url, from: { name: '', address: 'orders@example.com' } }
    const sender = startMailSender({ db, clock, smtp, stopWithin, pace: { look: 5, most: 20 } })
    senders.push(sender)
    return sender
  }

  /** Writes messages as an action does; the recipients tell them apart. */
  async function write(...recipients: string[]) {
    for (const recipient of recipients) {
      await database.db.transaction().execute((within) =>
        writeMail(within, {
          recipient,
          subject: `News for ${recipient}`,
          body: 'Kia ora',
          orderId,
          at: timestamp(now),
        }),
      )
    }
  }

  /** What the list of e-mails tells, oldest first: 'aroha@example.com delivered'. */
  async function news(db: Kysely<Database> = database.db): Promise<string[]> {
    const rows = await db.selectFrom('email_events').select(['recipient', 'event']).orderBy('id').execute()
    return rows.map(({ recipient, event }) => `${recipient} ${event}`)
  }
  const poll = <T>(what: () => T) => expect.poll(what, { timeout: 45_000 })
  const until = (expected: string[]) => poll(news).toEqual(expected)
  const lastNews = async () => (await news()).at(-1)
  const untilLast = (expected: string) => poll(lastNews).toBe(expected)

  it('sends each message once, the oldest first, and tells of it', async () => {
    await write('a@example.com', 'b@example.com')
    start()
    await until([
      'a@example.com queued',
      'b@example.com queued',
      'a@example.com delivered',
      'b@example.com delivered',
    ])
    await write('c@example.com')
    await untilLast('c@example.com delivered')
    expect(server.received.map(({ to }) => to)).toEqual(['a@example.com', 'b@example.com', 'c@example.com'])
    const rows = await database.db.selectFrom('outbox').select(['sent_at', 'claimed_by']).execute()
    expect(rows).toEqual(Array(3).fill({ sent_at: timestamp(now), claimed_by: null }))
  })

  it('sends each message once beside another sender', async () => {
    const recipients = Array.from({ length: 10 }, (_, index) => `${index}@example.com`)
    await write(...recipients)
    // Two connections to one file would wait for each other in this one thread: two processes are tested below.
    const other = database.place.databaseUrl === null ? database.db : await database.openAgain()
    start()
    start(server.url, { db: other })
    await poll(async () => (await news()).length).toBe(20)
    expect(server.received.map(({ to }) => to).sort()).toEqual(recipients.sort())
    // Neither has taken a message from the other.
    expect(log).not.toHaveBeenCalled()
  })

  it('waits for a mail server that is down, and says nothing of the message', async () => {
    server.script.connect = () => ({ code: 421, text: 'Closed for maintenance' })
    await write('a@example.com')
    start()
    await poll(() => log.mock.calls.length).toBeGreaterThan(2)
    expect(await news()).toEqual(['a@example.com queued'])
    server.script.connect = () => null
    await untilLast('a@example.com delivered')
    expect(await news()).toHaveLength(2)
  })

  it.each([450, 421])('tries again after %i: in a minute, then in two, then in four', async (code) => {
    const tries: number[] = []
    server.script.to = (address) => {
      if (address !== 'a@example.com') return null
      tries.push(now)
      return tries.length < 4 ? { code, text: 'not now' } : null
    }
    await write('a@example.com', 'b@example.com')
    const from = now
    start()
    // The others go on.
    await untilLast('b@example.com delivered')
    const waiting = async () => {
      const row = await database.db
        .selectFrom('outbox')
        .select(['next_try_at', 'claimed_by'])
        .orderBy('id')
        .executeTakeFirstOrThrow()
      return row.claimed_by === null ? row.next_try_at : 'claimed'
    }
    for (const minutes of [1, 3, 7]) {
      await poll(waiting).toBe(timestamp(from + minutes * MINUTE))
      now = from + minutes * MINUTE
    }
    await untilLast('a@example.com delivered')
    expect(tries.map((at) => (at - from) / MINUTE)).toEqual([0, 1, 3, 7])
    expect((await news()).slice(2)).toEqual([
      'a@example.com deferred',
      'b@example.com delivered',
      'a@example.com delivered',
    ])
  })

  it('never sends again what was refused, and goes on with the next', async () => {
    server.script.to = (address) =>
      address === 'gone@example.com' ? { code: 550, text: 'No such user' } : null
    await write('gone@example.com', 'not an address', 'a@example.com')
    start()
    await untilLast('a@example.com delivered')
    expect((await news()).slice(3)).toEqual([
      'gone@example.com hard-bounced',
      expect.stringMatching(/^not an address (rejected|hard-bounced)$/),
      'a@example.com delivered',
    ])
    now += 24 * HOUR
    await write('b@example.com')
    await untilLast('b@example.com delivered')
    expect(await news()).toHaveLength(8)
  })

  it('gives up what is two days old, sent or not', async () => {
    await write('late@example.com')
    now += 48 * HOUR + 1
    await write('a@example.com')
    start()
    await untilLast('a@example.com delivered')
    expect(await news()).toContain('late@example.com soft-bounced')
    expect(server.received.map(({ to }) => to)).toEqual(['a@example.com'])
  })

  it('does not send again what may have been taken', async () => {
    const rude = await startRudeServer(hangUpAfterEnd((socket) => socket.destroy()))
    await write('a@example.com')
    const first = start(rude.url)
    await untilLast('a@example.com unconfirmed')
    await first.stop()
    await rude.stop()
    now += HOUR
    await write('b@example.com')
    start()
    await untilLast('b@example.com delivered')
    expect(server.received.map(({ to }) => to)).toEqual(['b@example.com'])
  })

  it('finishes the message under way when it is stopped', async () => {
    let take: (() => void) | undefined
    server.script.data = () =>
      new Promise((resolve) => {
        take = () => resolve(null)
      })
    await write('a@example.com', 'b@example.com')
    const sender = start()
    await poll(() => take !== undefined).toBe(true)
    const stopped = sender.stop()
    take?.()
    await stopped
    expect((await news()).slice(2)).toEqual(['a@example.com delivered'])
  })

  it('breaks off when the mail server is silent, and leaves the message for the next', async () => {
    let isAsked = false
    const silent = await startRudeServer(() => {
      isAsked = true
    })
    await write('a@example.com')
    const sender = start(silent.url, { stopWithin: 20 })
    await poll(() => isAsked).toBe(true)
    await sender.stop()
    await silent.stop()
    expect(await news()).toEqual(['a@example.com queued'])
    start()
    await untilLast('a@example.com delivered')
  })

  it('goes on when the database was away', async () => {
    await database.db.schema.alterTable('outbox').renameTo('outbox_away').execute()
    start()
    await poll(() => log.mock.calls.length).toBeGreaterThan(1)
    await database.db.schema.alterTable('outbox_away').renameTo('outbox').execute()
    await write('a@example.com')
    await untilLast('a@example.com delivered')
  })

  /** The server as a process of its own, killed the hard way once `killed` resolves. */
  async function runProcessUntil(killed: Promise<unknown>) {
    const { databaseUrl, dataDir } = database.place
    const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DEMO: 'off',
        SMTP_URL: server.url,
        SMTP_FROM: 'orders@example.com',
        DATA_DIR: dataDir,
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
      },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await killed
    child.kill('SIGKILL')
    await ended
  }

  const unanswered = () => new Promise<never>(() => undefined)

  it(
    'sends once what a killed process had begun to send',
    async () => {
      now = Date.now()
      await write('a@example.com')
      await runProcessUntil(
        new Promise<void>((begun) => {
          server.script.to = () => {
            begun()
            return unanswered()
          }
        }),
      )
      server.script.to = () => null
      now += HOUR
      start()
      await untilLast('a@example.com delivered')
      expect(server.received).toHaveLength(1)
    },
    STARTS_A_PROCESS,
  )

  it(
    'does not send again what a killed process had handed over, and says so',
    async () => {
      now = Date.now()
      await write('a@example.com')
      let wholes = 0
      await runProcessUntil(
        new Promise<void>((handedOver) => {
          server.script.data = () => {
            wholes += 1
            handedOver()
            return unanswered()
          }
        }),
      )
      server.script.data = () => null
      now += HOUR
      await write('b@example.com')
      start()
      await untilLast('b@example.com delivered')
      expect(await news()).toContain('a@example.com unconfirmed')
      expect([wholes, server.received.map(({ to }) => to)]).toEqual([1, ['b@example.com']])
    },
    STARTS_A_PROCESS,
  )
})
