import { expect, it } from 'vitest'
import { onEmbedded } from '../databases.ts'
import { spawnServer } from '../server-process.ts'
import { mailOnTest } from './mail-on-test.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const STARTS_A_PROCESS = { timeout: 3 * MINUTE }

// Only here, because the queue's tests let leases end on each database.
onEmbedded((database) => {
  const mail = mailOnTest(database)
  const { time, start, write, news, untilLast } = mail

  /** Runs the server as a process of its own and kills it once `killed` resolves. */
  async function runProcessUntil(killed: Promise<unknown>) {
    const server = spawnServer({
      ...{ DEMO: 'off', COURIERS: 'simulated', DATA_DIR: database.place.dataDir },
      ...{ SMTP_URL: mail.server.url, SMTP_FROM: 'orders@example.com' },
    })
    await server.url
    await killed
    server.child.kill('SIGKILL')
    await server.ended
  }

  const unanswered = () => new Promise<never>(() => undefined)

  it('sends once a message that a killed process had begun to send', STARTS_A_PROCESS, async () => {
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
    STARTS_A_PROCESS,
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
