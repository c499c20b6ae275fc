import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { timestamp } from '../../../src/server/db/times.ts'
import { graphHandOver } from '../../../src/server/outbox/graph.ts'
import { applicationTokens } from '../../../src/server/outbox/microsoft-tokens.ts'
import { withdrawMails } from '../../../src/server/outbox/queue.ts'
import { PATIENT } from '../../time-outs.ts'
import { onEachDatabase, onEmbedded } from '../databases.ts'
import { spawnServer, withoutDemo } from '../server-process.ts'
import { unavailableAtTimes } from '../unavailable-database.ts'
import { mailOnTest, STEP } from './mail-on-test.ts'
import { hangUpAfterEnd, startRudeServer } from './mail-server.ts'
import { APPLICATION, MAILBOX, startMicrosoft } from './microsoft.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

onEachDatabase((database) => {
  const mail = mailOnTest(database)
  const { time, log, start, write, news, poll, until, untilLast } = mail
  const unavailable = unavailableAtTimes(() => database.db)

  it('sends each message once, oldest first, and records it', async () => {
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
    expect(mail.server.received.map(({ to }) => to)).toEqual([
      'a@example.com',
      'b@example.com',
      'c@example.com',
    ])
    const rows = await database.db.selectFrom('outbox').select(['sent_at', 'claimed_by']).execute()
    expect(rows).toEqual(Array(3).fill({ sent_at: timestamp(time.now), claimed_by: null }))
  })

  it.each([0, 1, 3000])(
    'sends each message once beside a sender whose clock is %i ms ahead',
    async (ahead) => {
      const recipients = Array.from({ length: 10 }, (_, index) => `${index}@example.com`)
      await write(...recipients)
      // Two connections to one SQLite file would block each other in one thread. The tests in killed.test.ts use two processes.
      const other = database.place.databaseUrl === null ? database.db : await database.openAgain()
      start()
      start(mail.server.url, { db: other, clock: () => time.now + ahead })
      await poll(async () => (await news()).length).toBe(20)
      expect(mail.server.received.map(({ to }) => to).sort()).toEqual(recipients.sort())
      // Every message was claimed only once.
      expect(log.entries()).toEqual([])
    },
  )

  it('waits for a mail server that is down, without an event', async () => {
    mail.server.script.connect = () => ({ code: 421, text: 'Closed for maintenance' })
    await write('a@example.com')
    start()
    await poll(() => log.entries().length).toBeGreaterThan(2)
    expect(await news()).toEqual(['a@example.com queued'])
    mail.server.script.connect = () => null
    await untilLast('a@example.com delivered')
    expect(await news()).toHaveLength(2)
  })

  it.each([450, 421])('tries again after %i: in a minute, then in two, then in four', async (code) => {
    const tries: number[] = []
    mail.server.script.to = (address) => {
      if (address !== 'a@example.com') return null
      tries.push(time.now)
      return tries.length < 4 ? { code, text: 'not now' } : null
    }
    await write('a@example.com', 'b@example.com')
    const from = time.now
    start()
    // Other messages are sent.
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
      time.now = from + minutes * MINUTE
    }
    await untilLast('a@example.com delivered')
    expect(tries.map((at) => (at - from) / MINUTE)).toEqual([0, 1, 3, 7])
    expect((await news()).slice(2)).toEqual([
      'a@example.com deferred',
      'b@example.com delivered',
      'a@example.com delivered',
    ])
  })

  it('never repeats a refused message, and continues with the next', async () => {
    mail.server.script.to = (address) =>
      address === 'gone@example.com' ? { code: 550, text: 'No such user' } : null
    await write('gone@example.com', 'not an address', 'a@example.com')
    start()
    await untilLast('a@example.com delivered')
    expect((await news()).slice(3)).toEqual([
      'gone@example.com hard-bounced',
      expect.stringMatching(/^not an address (rejected|hard-bounced)$/),
      'a@example.com delivered',
    ])
    time.now += 24 * HOUR
    await write('b@example.com')
    await untilLast('b@example.com delivered')
    expect(await news()).toHaveLength(8)
  })

  it('does not repeat a message that may have been accepted', async () => {
    const rude = await startRudeServer(hangUpAfterEnd((socket) => socket.destroy()))
    await write('a@example.com')
    const first = start(rude.url)
    await untilLast('a@example.com unconfirmed')
    const withdrawn = database.db
      .transaction()
      .execute((within) => withdrawMails(within, [STEP], timestamp(time.now)))
    expect(await withdrawn).toBe(false)
    expect(await news()).not.toContain('a@example.com withdrawn')
    await first.stop()
    await rude.stop()
    time.now += HOUR
    await write('b@example.com')
    start()
    await untilLast('b@example.com delivered')
    expect(mail.server.received.map(({ to }) => to)).toEqual(['b@example.com'])
  })

  it('finishes sending the current message when it is stopped', async () => {
    let take: (() => void) | undefined
    mail.server.script.data = () =>
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

  it('aborts when the mail server is silent, and leaves the message to the next sender', async () => {
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

  // DB-9
  it('sends a message at once whose claim was made without an answer', async () => {
    const { db, loseAnswer } = unavailable()
    loseAnswer()
    await write('a@example.com')
    start(undefined, { db })
    await untilLast('a@example.com delivered')
    expect(mail.server.received).toHaveLength(1)
  })

  it('continues after the database was unavailable, however long that took', async () => {
    await database.db.schema.alterTable('outbox').renameTo('outbox_away').execute()
    start(undefined, { most: HOUR })
    // With the wait for a mail server, the last would come after a minute.
    await poll(() => log.entries().length).toBeGreaterThan(13)
    await database.db.schema.alterTable('outbox_away').renameTo('outbox').execute()
    await write('a@example.com')
    await untilLast('a@example.com delivered')
  })
})

describe('by Microsoft Graph', () => {
  onEmbedded((database) => {
    const mail = mailOnTest(database)
    const { time, write, news, until, untilLast } = mail
    let microsoft: Awaited<ReturnType<typeof startMicrosoft>>
    beforeEach(async () => {
      microsoft = await startMicrosoft()
    })
    afterEach(() => microsoft.stop())
    const start = () => {
      const tokens = applicationTokens(APPLICATION, 'graph', microsoft.url)
      const from = { name: '', address: MAILBOX }
      return mail.start('', { handOver: graphHandOver({ from, mailbox: MAILBOX }, tokens, microsoft.url) })
    }

    it('messages have the same statuses, each is sent once', async () => {
      const replies: Record<string, number> = { 'gone@example.com': 400, 'lost@example.com': 504 }
      microsoft.script.send = ({ to }) => {
        const status = replies[to]
        return status === undefined ? null : { status, code: 'ErrorInvalidRecipients' }
      }
      await write('a@example.com', 'gone@example.com', 'lost@example.com', 'b@example.com')
      start()
      await untilLast('b@example.com delivered')
      time.now += HOUR
      await write('c@example.com')
      await untilLast('c@example.com delivered')
      expect((await news()).filter((line) => !line.endsWith('queued'))).toEqual([
        'a@example.com delivered',
        'gone@example.com hard-bounced',
        'lost@example.com unconfirmed',
        'b@example.com delivered',
        'c@example.com delivered',
      ])
      expect(microsoft.received.map(({ to }) => to)).toEqual([
        'a@example.com',
        'b@example.com',
        'c@example.com',
      ])
    })

    it('all messages wait as long as Microsoft requests', async () => {
      const times: number[] = []
      microsoft.script.send = () => {
        times.push(performance.now())
        return times.length === 1 ? { status: 429, headers: { 'retry-after': '1' } } : null
      }
      await write('a@example.com')
      start()
      await until(['a@example.com queued', 'a@example.com delivered'])
      const [first = 0, second = 0] = times
      expect(second - first).toBeGreaterThan(990)
    })

    it('all messages wait while the client secret is expired, and the log has the reason', async () => {
      const description = 'AADSTS7000222: The provided client secret keys are expired.'
      microsoft.script.token = () => ({ status: 401, error: 'invalid_client', description })
      await write('a@example.com')
      start()
      await mail
        .poll(() => mail.log.entries().at(-1))
        .toMatchObject({
          message: 'E-mail not sent',
          outcome: 'unreachable',
          reason: `Microsoft issued no token: ${description}`,
        })
      expect(await news()).toEqual(['a@example.com queued'])
      microsoft.script.token = () => null
      await untilLast('a@example.com delivered')
    })
  })
})

describe('a result', () => {
  onEachDatabase((database) => {
    const mail = mailOnTest(database)
    const { time, log, start, write, news, poll, until, untilLast } = mail
    const unavailable = unavailableAtTimes(() => database.db)

    /** The mail server answers, and at that moment the database becomes unavailable. */
    async function sendWithoutDatabase(answer: { code: number; text: string } | null = null) {
      const { db, goAway } = unavailable()
      mail.server.script.data = () => {
        goAway()
        return answer
      }
      await write('a@example.com')
      const sender = start(undefined, { db, stopWithin: 20 })
      await poll(() => log.entries().filter(({ level }) => level === 'error').length).toBeGreaterThan(1)
      return sender
    }

    it('is stored once the database is back, however long that takes', async () => {
      const { comeBack } = unavailable()
      await sendWithoutDatabase()
      time.now += HOUR
      comeBack()
      await until(['a@example.com queued', 'a@example.com delivered'])
      mail.server.script.data = () => null
      await write('b@example.com')
      await untilLast('b@example.com delivered')
      expect(mail.server.received).toHaveLength(2)
    })

    it.each([
      [null, 'delivered'],
      [{ code: 554, text: 'Not this one' }, 'rejected'],
    ])('%j replaces the status that another process has recorded meanwhile', async (answer, status) => {
      const { comeBack } = unavailable()
      await sendWithoutDatabase(answer)
      time.now += HOUR
      const other = start()
      await untilLast('a@example.com unconfirmed')
      await other.stop()
      comeBack()
      await untilLast(`a@example.com ${status}`)
      const row = await database.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
      expect([row.sent_at !== null, row.failed_at !== null]).toEqual([answer === null, answer !== null])
    })

    it('does not send a message again that another process has recorded as unconfirmed', async () => {
      const { comeBack } = unavailable()
      await sendWithoutDatabase({ code: 452, text: 'Try later' })
      time.now += HOUR
      const other = start()
      await untilLast('a@example.com unconfirmed')
      await other.stop()
      mail.server.script.data = () => null
      comeBack()
      await write('b@example.com')
      await untilLast('b@example.com delivered')
      time.now += HOUR
      await write('c@example.com')
      await untilLast('c@example.com delivered')
      expect(mail.server.received.map(({ to }) => to)).toEqual(['b@example.com', 'c@example.com'])
    })

    it('that cannot be stored before the server stops is named in the log', async () => {
      const sender = await sendWithoutDatabase()
      await sender.stop()
      expect(log.entries().at(-1)).toMatchObject({
        level: 'error',
        database: 'unreachable',
        message:
          'The result of an e-mail could not be stored, its status will be Unconfirmed: The database does not respond.',
        outcome: 'accepted',
        email: expect.any(Number),
      })
      time.now += HOUR
      start()
      await untilLast('a@example.com unconfirmed')
      expect(await news()).toHaveLength(2)
      expect(mail.server.received).toHaveLength(1)
    })
  })
})

describe('overdue e-mails', () => {
  const MINUTE = 60_000
  const HOUR = 60 * MINUTE

  onEachDatabase((database) => {
    const mail = mailOnTest(database)
    const { time, log, start, write, news, poll, untilLast } = mail

    it('drops messages that are two days old, attempted or not', async () => {
      await write('late@example.com')
      time.now += 48 * HOUR + 1
      await write('a@example.com')
      start()
      await untilLast('a@example.com delivered')
      expect(await news()).not.toContain('late@example.com soft-bounced')
      time.now += 5 * MINUTE
      await untilLast('late@example.com soft-bounced')
      expect(mail.server.received.map(({ to }) => to)).toEqual(['a@example.com'])
    })

    it('bounces nothing while the clock is three days ahead for a moment', async () => {
      mail.server.script.connect = () => ({ code: 421, text: 'Closed for maintenance' })
      const waiting = ['a@example.com', 'b@example.com', 'c@example.com']
      await write(...waiting)
      start()
      await poll(() => log.entries().length).toBeGreaterThan(1)
      time.now += 72 * HOUR
      const overdue = async () =>
        (await database.db.selectFrom('outbox').select('overdue_since').execute()).filter(
          (row) => row.overdue_since !== null,
        ).length
      await poll(overdue).toBe(3)
      time.now -= 72 * HOUR
      mail.server.script.connect = () => null
      await untilLast('c@example.com delivered')
      expect(mail.server.received.map(({ to }) => to)).toEqual(waiting)
      expect((await news()).filter((line) => line.endsWith('soft-bounced'))).toEqual([])
    })
  })
})

describe('a killed process', () => {
  const HOUR = 60 * 60_000

  // Not on PostgreSQL too, because the tests of the queue let leases end on each database.
  onEmbedded((database) => {
    const mail = mailOnTest(database)
    const { time, start, write, news, untilLast } = mail

    /** Runs the server as a process of its own and kills it once `killed` resolves. */
    async function runProcessUntil(killed: Promise<unknown>) {
      const server = spawnServer({
        ...withoutDemo(database.place.dataDir),
        SMTP_URL: mail.server.url,
        SMTP_FROM: 'orders@example.com',
      })
      await server.url
      await killed
      server.child.kill('SIGKILL')
      await server.ended
    }

    const unanswered = () => new Promise<never>(() => undefined)

    it('sends once a message that a killed process had begun to send', PATIENT, async () => {
      time.now = Date.now()
      await write('a@example.com')
      await runProcessUntil(
        new Promise<void>((begun) => {
          mail.server.script.to = () => {
            begun()
            return unanswered()
          }
        }),
      )
      mail.server.script.to = () => null
      time.now += HOUR
      start()
      await untilLast('a@example.com delivered')
      expect(mail.server.received).toHaveLength(1)
    })

    it(
      'does not repeat a message that a killed process had handed over, and records that',
      PATIENT,
      async () => {
        time.now = Date.now()
        await write('a@example.com')
        let wholes = 0
        await runProcessUntil(
          new Promise<void>((handedOver) => {
            mail.server.script.data = () => {
              wholes += 1
              handedOver()
              return unanswered()
            }
          }),
        )
        mail.server.script.data = () => null
        time.now += HOUR
        await write('b@example.com')
        start()
        await untilLast('b@example.com delivered')
        expect(await news()).toContain('a@example.com unconfirmed')
        expect([wholes, mail.server.received.map(({ to }) => to)]).toEqual([1, ['b@example.com']])
      },
    )
  })
})
