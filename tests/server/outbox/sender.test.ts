import { expect, it } from 'vitest'
import { timestamp } from '../../../src/server/db/times.ts'
import { onEachDatabase } from '../databases.ts'
import { mailOnTest } from './mail-on-test.ts'
import { hangUpAfterEnd, startRudeServer } from './mail-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

onEachDatabase((database) => {
  const mail = mailOnTest(database)
  const { time, log, start, write, news, poll, until, untilLast } = mail

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

  it('continues after the database was unavailable', async () => {
    await database.db.schema.alterTable('outbox').renameTo('outbox_away').execute()
    start()
    await poll(() => log.entries().length).toBeGreaterThan(1)
    await database.db.schema.alterTable('outbox_away').renameTo('outbox').execute()
    await write('a@example.com')
    await untilLast('a@example.com delivered')
  })
})
