import { expect, it } from 'vitest'
import { onEachDatabase } from '../databases.ts'
import { mailOnTest } from './mail-on-test.ts'

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
