import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { runSessionsCommand } from '../../../src/server/operations/sessions.ts'
import { onEmbedded } from '../databases.ts'
import { sessionsOf, testClock } from '../sign-in/console-app.ts'

const HOUR = 3_600_000
const IDLE = 4 * HOUR

onEmbedded((database) => {
  const start = () => {
    const clock = testClock()
    const sessions = sessionsOf(database.db, clock, 'local', IDLE)
    const email = `${randomUUID()}@Example.com`
    const begin = async (browser = 'Firefox on Linux') => {
      const staff = { id: `local:${email}`, name: 'Mere', givenName: 'Mere', email }
      const token = await sessions.begin({ staff, roles: [] }, browser)
      return { token, id: String(decodeJwt(token).jti) }
    }
    const run = (...words: string[]) =>
      runSessionsCommand({ db: database.db, now: clock(), sessionIdleMs: IDLE }, words)
    return { clock, sessions, email, begin, run }
  }

  test('lists whose sessions are open, on what, since when and last active when', async () => {
    const { email, begin, run } = start()
    const { id } = await begin()
    const { text, isFailure } = await run('list')
    expect(isFailure).toBe(false)
    const [head, ...lines] = text.split('\n').map((line) => line.split('\t'))
    expect(head).toEqual(['id', 'e-mail', 'browser', 'signed in', 'last active'])
    expect(lines).toContainEqual([id, email, 'Firefox on Linux', '04/03/2031 18:06', '04/03/2031 18:06'])
  })

  test('lists neither ended nor idle sessions', async () => {
    const { clock, sessions, begin, run } = start()
    const [ended, idle] = [await begin(), await begin()]
    await sessions.end([ended.id])
    expect((await run('list')).text).not.toContain(ended.id)
    clock.move(IDLE)
    expect((await run('list')).text).not.toContain(idle.id)
  })

  // V7.4.5
  test('ends all sessions of an e-mail address, in whatever case', async () => {
    const { sessions, email, begin, run } = start()
    const [one, other] = [await begin(), await begin()]
    const address = email.toUpperCase()
    expect(await run('end', address)).toEqual({ text: `Ended 2 sessions of ${address}.`, isFailure: false })
    expect([await sessions.active(one.token), await sessions.active(other.token)]).toEqual([null, null])
  })

  test('ends one session by its id', async () => {
    const { sessions, begin, run } = start()
    const [one, other] = [await begin(), await begin()]
    expect(await run('end', one.id)).toEqual({ text: `Ended 1 session of ${one.id}.`, isFailure: false })
    expect(await sessions.active(one.token)).toBeNull()
    expect(await sessions.active(other.token)).not.toBeNull()
  })

  test.each([[[]], [['end']], [['list', 'all']], [['end', 'a', 'b']], [['stop', 'a']]])(
    'says how it is used to %j, and ends nothing',
    async (words) => {
      const { run } = start()
      expect(await run(...words)).toEqual({ text: expect.stringMatching(/^Usage: /), isFailure: true })
    },
  )

  test('fails if no session has that e-mail address or id', async () => {
    const { run } = start()
    expect(await run('end', 'nobody@example.com')).toEqual({
      text: 'nobody@example.com has no open session.',
      isFailure: true,
    })
  })
})
