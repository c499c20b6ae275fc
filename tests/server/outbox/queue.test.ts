import { beforeEach, describe, expect, it } from 'vitest'
import { claimDueMail, leftBehind, noteHandOver } from '../../../src/server/outbox/queue.ts'
import { onEachDatabase } from '../databases.ts'

describe('the queue', () => {
  const AT = Date.parse('2026-11-20T01:00:00.000Z')
  const MINUTE = 60_000

  onEachDatabase((database) => {
    const write = (count: number) =>
      database.db
        .insertInto('outbox')
        .values(
          Array.from({ length: count }, (_, index) => ({
            order_id: null,
            recipient: `${index}@example.com`,
            subject: 'News',
            body: 'Kia ora',
            created_at: new Date(AT).toISOString(),
            sent_at: null,
          })),
        )
        .execute()

    /** Claims the next message and hands it over at a time, in ms. */
    async function handOver(now: number) {
      const mail = await claimDueMail({ db: database.db, clock: () => AT })
      if (!mail) throw new Error('Nothing was due.')
      await noteHandOver({ db: database.db, clock: () => now }, mail)
      return mail
    }

    beforeEach(async () => {
      await database.db.deleteFrom('outbox').execute()
    })

    it('gives each message to one of many concurrent callers, until its lease ends', async () => {
      await write(5)
      const connections = [database.db, await database.openAgain(), await database.openAgain()]
      const askAll = (now: number) =>
        Promise.all([...connections, ...connections].map((db) => claimDueMail({ db, clock: () => now })))
      const claimed: number[] = []
      for (let round = 0; round < 12; round++) {
        claimed.push(...(await askAll(AT)).flatMap((mail) => mail?.id ?? []))
      }
      expect(claimed).toHaveLength(5)
      expect(new Set(claimed).size).toBe(5)
      expect((await askAll(AT + 4 * MINUTE)).filter((mail) => mail !== null)).toEqual([])
      expect(await claimDueMail({ db: database.db, clock: () => AT + 6 * MINUTE })).toMatchObject({
        // Concurrent claims resolve in any order. The oldest message is the first free one.
        id: Math.min(...claimed),
      })
    })

    it.each([
      ['claimed_until', 5 * MINUTE],
      ['next_try_at', 60 * MINUTE],
    ])(
      'is delayed by %s at most a minute longer than its longest duration, although the clock was set back',
      async (column, most) => {
        await write(1)
        const { db } = database
        await db
          .updateTable('outbox')
          .set({ claimed_by: 'dead', [column]: new Date(AT + most + MINUTE).toISOString() })
          .execute()
        expect(await claimDueMail({ db, clock: () => AT })).toBeNull()
        expect(await claimDueMail({ db, clock: () => AT - 1 })).not.toBeNull()
      },
    )

    it.each([1, 3000, MINUTE])('is left to a process whose clock is %i ms ahead', async (ahead) => {
      await write(1)
      const { db } = database
      const mail = await claimDueMail({ db, clock: () => AT + ahead })
      if (!mail) throw new Error('Nothing was due.')
      const behind = { db, clock: () => AT }
      expect(await claimDueMail(behind)).toBeNull()
      await noteHandOver({ db, clock: () => AT + ahead }, mail)
      expect(await leftBehind(behind)).toEqual([])
    })

    it('is handed over by the claimant, whatever the clock says', async () => {
      await write(1)
      await handOver(AT + 72 * 60 * MINUTE)
      const { db } = database
      expect(await claimDueMail({ db, clock: () => AT + 72 * 60 * MINUTE })).toBeNull()
    })

    it('is left behind once the lease of a process that handed it over ends', async () => {
      await write(2)
      const mail = await handOver(AT)
      const { db } = database
      expect(await leftBehind({ db, clock: () => AT + 4 * MINUTE })).toEqual([])
      const left = await leftBehind({ db, clock: () => AT + 6 * MINUTE })
      expect(left.map(({ id }) => id)).toEqual([mail.id])
    })

    it('cannot be handed over after another process has claimed it', async () => {
      await write(1)
      const { db } = database
      const first = await claimDueMail({ db, clock: () => AT })
      const second = await claimDueMail({ db, clock: () => AT + 6 * MINUTE })
      if (!first || !second) throw new Error('Nothing was due.')
      await expect(noteHandOver({ db, clock: () => AT + 6 * MINUTE }, first)).rejects.toThrow(
        'claimed by another',
      )
      await noteHandOver({ db, clock: () => AT + 6 * MINUTE }, second)
      // A message that is being handed over is not claimed either.
      expect(await claimDueMail({ db, clock: () => AT + 60 * MINUTE })).toBeNull()
    })
  })
})
