import { expect, it } from 'vitest'
import { PATIENT } from '../../time-outs.ts'
import { onEmbedded } from '../databases.ts'
import { spawnServer, withoutDemo } from '../server-process.ts'
import { mailOnTest } from './mail-on-test.ts'

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
