import { expect, it } from 'vitest'
import { bookConsignment } from '../../../src/server/consignments/book.ts'
import { LEASE_MS } from '../../../src/server/consignments/claims.ts'
import { SETTLED_AFTER_MS, settleAbandoned } from '../../../src/server/consignments/settle.ts'
import { Refusal } from '../../../src/server/http/refusal.ts'
import { onEachDatabase } from '../databases.ts'
import { crashOnTest, MERE } from './crash-on-test.ts'
import { bookingsIn } from './file-courier.ts'
import { payloadFor } from './payload-for.ts'

onEachDatabase((database) => {
  const target = crashOnTest(database)
  const { deps, file, priced, run } = target

  const made = (quoteId: string) => bookingsIn(file).filter(({ reference }) => reference === quoteId)
  const stored = async (code: string) => {
    const { consignments, ...rest } = await target.stored(code)
    return { ...rest, consignments: consignments.map(({ tracking_code }) => tracking_code) }
  }
  /** Books like staff, who try again after being told to wait a minute. */
  const bookPatiently = async (wish: Parameters<typeof bookConsignment>[1]) => {
    try {
      return await bookConsignment(deps(), wish)
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 503) throw error
      target.later(SETTLED_AFTER_MS)
      return bookConsignment(deps(), wish)
    }
  }
  const bookedOnce = (quoteId: string) => ({
    consignments: [`F1-${quoteId}`],
    status: 'Shipped',
    events: 1,
    claims: 0,
    webhooks: ['consignment.booked', 'order.shipped'],
  })
  const never = { consignments: [], status: 'Ordered', events: 0, webhooks: [] }

  it('books once, at whatever step it is killed and whatever runs next', { timeout: 300_000 }, async () => {
    const whole = await priced('whole')
    const { output } = await run('book', whole, 'whole', 0)
    const steps = Number(output)
    expect(steps).toBeGreaterThan(15)
    expect(await stored('whole')).toEqual(bookedOnce(whole))
    // All claims have expired.
    target.later(LEASE_MS)
    for (let crashAt = 1; crashAt <= steps; crashAt += 1) {
      const code = `killed-${crashAt}`
      const quoteId = await priced(code)
      const { signal } = await run('book', quoteId, code, crashAt)
      expect(signal).toBe('SIGKILL')
      if (crashAt % 2 === (database.place.databaseUrl === null ? 0 : 1)) {
        await settleAbandoned(deps())
        expect(await stored(code)).toMatchObject(made(quoteId).length === 1 ? bookedOnce(quoteId) : never)
      }
      const wish = { quoteId, payload: payloadFor(code), staff: MERE }
      expect(await bookPatiently(wish)).toBe(`F1-${quoteId}`)
      expect(made(quoteId)).toHaveLength(1)
      expect(await stored(code)).toEqual(bookedOnce(quoteId))
    }
  })
  it('books once for several processes at once', { timeout: 180_000 }, async () => {
    const quoteId = await priced('crowded')
    const ends = await Promise.all([1, 2, 3].map(() => run('book', quoteId, 'crowded', 0)))
    expect(ends.map(({ signal, output }) => [signal, Number(output) > 0])).toEqual(
      new Array(3).fill([null, true]),
    )
    expect(made(quoteId)).toHaveLength(1)
    expect(await stored('crowded')).toEqual(bookedOnce(quoteId))
  })
})
