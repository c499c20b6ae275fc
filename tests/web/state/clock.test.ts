import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const LOCAL = Date.UTC(2026, 10, 20, 1, 0, 0)

beforeEach(() => {
  vi.useFakeTimers({ now: LOCAL })
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
})

const loadClock = () => import('../../../src/web/state/clock.ts')

test('adopts the server’s time and keeps running', async () => {
  const { correctClock, now } = await loadClock()
  correctClock('Fri, 20 Nov 2026 03:00:00 GMT')
  expect(now()).toBe(LOCAL + 2 * 3_600_000)
  vi.advanceTimersByTime(5_000)
  expect(now()).toBe(LOCAL + 2 * 3_600_000 + 5_000)
})

test.each([
  ['a difference within the header’s own precision', 'Fri, 20 Nov 2026 01:00:01 GMT'],
  ['no header', undefined],
  ['a header that is no date', 'soon'],
])('does not change the clock for %s', async (_, header) => {
  const { correctClock, now } = await loadClock()
  correctClock(header)
  expect(now()).toBe(LOCAL)
})
