import { expect, it } from 'vitest'
import { holdLease, releaseLease } from '../../../src/server/db/lease.ts'
import { onEachDatabase } from '../databases.ts'
import { NOW } from '../orders/harness.ts'

const LENGTH = 60_000

onEachDatabase((database) => {
  let count = 0
  /** Two holders of a lease of their own. */
  const start = () => {
    count += 1
    const lease = { name: `work-${count}`, length: LENGTH }
    const of = (holder: string) => ({
      hold: (now: number) => holdLease(database.db, { ...lease, holder }, now),
      release: () => releaseLease(database.db, { ...lease, holder }),
    })
    return { one: of('one'), other: of('other') }
  }

  it('is held by one holder until it ends', async () => {
    const { one, other } = start()
    expect(await one.hold(NOW)).toBe(true)
    expect(await other.hold(NOW + LENGTH - 1)).toBe(false)
    expect(await other.hold(NOW + LENGTH)).toBe(true)
    expect(await one.hold(NOW + LENGTH)).toBe(false)
  })

  it('lasts longer when it is renewed, and ends when it is released', async () => {
    const { one, other } = start()
    await one.hold(NOW)
    expect(await one.hold(NOW + LENGTH / 2)).toBe(true)
    expect(await other.hold(NOW + LENGTH)).toBe(false)
    await other.release()
    expect(await other.hold(NOW + LENGTH)).toBe(false)
    await one.release()
    expect(await other.hold(NOW + LENGTH)).toBe(true)
  })

  it('is given to one of several concurrent requests', async () => {
    const { one, other } = start()
    const held = await Promise.all([one.hold(NOW), other.hold(NOW), one.hold(NOW), other.hold(NOW)])
    expect([held[0] && held[2], held[1] && held[3]].toSorted()).toEqual([false, true])
  })

  it('stays with its holder if another request read its clock earlier and arrives later', async () => {
    const { one, other } = start()
    expect(await one.hold(NOW)).toBe(true)
    expect(await other.hold(NOW - 1)).toBe(false)
    expect(await other.hold(NOW - LENGTH)).toBe(false)
  })

  it('is not kept by a clock that was set back', async () => {
    const { one, other } = start()
    await one.hold(NOW + 24 * 3_600_000)
    expect(await other.hold(NOW)).toBe(true)
  })
})
