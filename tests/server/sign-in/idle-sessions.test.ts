import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { createSessions } from '../../../src/server/sign-in/sessions.ts'
import { onEachDatabase } from '../databases.ts'
import { AS_MERE, MERE, sessionsOf, testClock } from './console-app.ts'

const HOUR = 3_600_000

onEachDatabase((database) => {
  describe('an idle session', () => {
    const IDLE = 4 * HOUR
    const start = async () => {
      const clock = testClock()
      const sessions = sessionsOf(database.db, clock, 'local', IDLE)
      return { clock, sessions, token: await sessions.begin(AS_MERE, 'Firefox on Linux') }
    }

    // V7.3.1
    test('ends after four hours without a request, to the millisecond', async () => {
      const { clock, sessions, token } = await start()
      clock.move(IDLE - 1)
      expect(await sessions.active(token)).toMatchObject({ staff: MERE })
      clock.move(IDLE)
      expect(await sessions.active(token)).toBeNull()
    })

    // V7.3.2
    test('is kept active by requests to any process, for twelve hours', async () => {
      const { clock, sessions, token } = await start()
      const id = decodeJwt(token).jti
      const there = sessionsOf(await database.openAgain(), clock, 'local', IDLE)
      for (const sessionsThen of [there, sessions, there]) {
        clock.move(IDLE - 60_000)
        expect(await sessionsThen.active(token)).not.toBeNull()
        const seenAt = async () => (await sessions.list()).find((one) => one.id === id)?.lastSeenAt
        await expect.poll(seenAt).toBe(clock())
      }
      clock.move(HOUR)
      expect(await sessions.active(token)).toBeNull()
    })

    test('is not kept active by unattended requests', async () => {
      const { clock, sessions, token } = await start()
      clock.move(IDLE - 1)
      expect(await sessions.active(token, false)).not.toBeNull()
      clock.move(1)
      expect(await sessions.active(token)).toBeNull()
    })

    // V7.3.1
    test('stays refused after the clock is set back', async () => {
      const { clock, sessions, token } = await start()
      clock.move(IDLE)
      expect(await sessions.active(token)).toBeNull()
      clock.move(-IDLE)
      expect(await sessions.active(token)).toBeNull()
    })

    test('does not end because the clock jumps ahead while it is in use', async () => {
      const clock = testClock()
      const deps = { db: database.db, clock, keyId: 'local', sessionIdleMs: IDLE, elapsed: () => 1000 }
      const sessions = createSessions(deps)
      const token = await sessions.begin(AS_MERE, '')
      await sessions.active(token)
      clock.move(5 * HOUR)
      expect(await sessions.active(token)).not.toBeNull()
      clock.move(-5 * HOUR)
      expect(await sessions.active(token)).not.toBeNull()
    })

    test('is not listed', async () => {
      const { clock, sessions, token } = await start()
      const id = decodeJwt(token).jti
      expect((await sessions.list(MERE.id)).map((one) => one.id)).toContain(id)
      clock.move(IDLE)
      expect((await sessions.list(MERE.id)).map((one) => one.id)).not.toContain(id)
    })
  })

  describe('a clock that jumps', () => {
    // V7.4.1
    test.each([13, 72, 24 * 6])(
      '%i hours ahead and back revives no session that has ended',
      async (hours) => {
        const clock = testClock()
        const sessions = sessionsOf(database.db, clock, 'local')
        const token = await sessions.begin(AS_MERE, '')
        await sessions.end([String(decodeJwt(token).jti)])
        clock.move(hours * HOUR)
        expect(await sessions.active(token)).toBeNull()
        // Each new session deletes expired ones and must not revive them.
        await sessions.begin(AS_MERE, '')
        clock.move(-hours * HOUR)
        expect(await sessions.active(token)).toBeNull()
      },
    )

    test.each([13, 72])('%i hours ahead and back ends no session for good', async (hours) => {
      const clock = testClock()
      const sessions = sessionsOf(database.db, clock, 'local')
      const token = await sessions.begin(AS_MERE, '')
      clock.move(hours * HOUR)
      expect(await sessions.active(token)).toBeNull()
      await sessions.begin(AS_MERE, '')
      clock.move(-hours * HOUR)
      expect(await sessions.active(token)).not.toBeNull()
    })
  })

  test('rows of long-expired sessions are deleted, and their tokens are invalid', async () => {
    const clock = testClock()
    const sessions = sessionsOf(database.db, clock, 'local')
    const token = await sessions.begin(AS_MERE, '')
    clock.move(8 * 24 * HOUR)
    await sessions.begin(AS_MERE, '')
    const rows = await database.db.selectFrom('sessions').select('token_id').execute()
    expect(rows.map(({ token_id }) => token_id)).not.toContain(decodeJwt(token).jti)
    clock.move(-8 * 24 * HOUR)
    expect(await sessions.active(token)).toBeNull()
  })
})
