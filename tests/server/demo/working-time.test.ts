import { expect, it } from 'vitest'
import { workingTime } from '../../../src/server/demo/working-time.ts'

const HOUR = 3_600_000
const inAuckland = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  hour: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Pacific/Auckland',
})

// Clock changes in spring and autumn, a Saturday night, and the middle of a working day.
const MOMENTS = [
  '2026-04-06T03:00:00Z',
  '2026-09-28T03:00:00Z',
  '2026-11-21T11:17:00Z',
  '2026-11-19T23:00:00Z',
]

it.each(MOMENTS)('starts at now and keeps the order of times, at %s', (moment) => {
  const now = Date.parse(moment)
  const workedAt = workingTime(now, 30)
  const times = Array.from({ length: 30 * 24 + 1 }, (_, hours) => workedAt(now - hours * HOUR))
  expect(times[0]).toBe(now)
  expect(times.at(-1)).toBeCloseTo(now - 30 * 24 * HOUR, 0)
  for (const [index, time] of times.slice(1).entries()) expect(time).toBeLessThan(times[index] ?? 0)
})

it.each(MOMENTS)('fills working days, at %s', (moment) => {
  const now = Date.parse(moment)
  const workedAt = workingTime(now, 60)
  const shares = { busy: 0, night: 0 }
  for (let even = now - 60 * 24 * HOUR; even < now; even += HOUR) {
    const parts = inAuckland.formatToParts(workedAt(even))
    const hour = Number(parts.find(({ type }) => type === 'hour')?.value)
    const weekday = parts.find(({ type }) => type === 'weekday')?.value ?? ''
    if (hour >= 7 && hour < 17 && !weekday.startsWith('S')) shares.busy += 1
    if (hour < 7 || hour >= 22) shares.night += 1
  }
  expect(shares.busy).toBeGreaterThan(0.75 * 60 * 24)
  expect(shares.night).toBeLessThan(0.05 * 60 * 24)
})
