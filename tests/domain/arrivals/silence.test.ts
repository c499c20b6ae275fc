import { describe, expect, it } from 'vitest'
import { isUnusualSilence } from '../../../src/domain/arrivals/silence.ts'

/** Whole hours in UTC: the weeks before Monday 16 November 2026. */
const at = (text: string) => Date.parse(`${text}Z`)
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The hours from 8 to 17 of each day from the first to the last that is one of these weekdays, from 0 for Sunday. */
function hoursOf(first: string, last: string, weekdays: readonly number[], of: readonly number[]): number[] {
  const hours: number[] = []
  for (let day = at(`${first}T00:00`); day <= at(`${last}T00:00`); day += DAY) {
    if (weekdays.includes(new Date(day).getUTCDay())) hours.push(...of.map((hour) => day + hour * HOUR))
  }
  return hours
}

const WORKING_DAYS = [1, 2, 3, 4, 5]
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const DAYTIME = Array.from({ length: 10 }, (_, index) => 8 + index)

/** ARR-6 */
describe('silence of a source', () => {
  it.each([
    ['a busy shop, in a quiet moment', DAYTIME, EVERY_DAY, '2026-11-16T10:30', '2026-11-16T09:15', false],
    [
      'a busy shop, after hours in the daytime',
      DAYTIME,
      EVERY_DAY,
      '2026-11-16T14:30',
      '2026-11-16T10:15',
      true,
    ],
    ['a busy shop, in the night', DAYTIME, EVERY_DAY, '2026-11-17T05:00', '2026-11-16T17:40', false],
    ['an office, on Sunday', DAYTIME, WORKING_DAYS, '2026-11-15T12:00', '2026-11-13T17:40', false],
    ['an office, early on Monday', DAYTIME, WORKING_DAYS, '2026-11-16T07:50', '2026-11-13T17:40', false],
    ['an office, late on Monday', DAYTIME, WORKING_DAYS, '2026-11-16T11:00', '2026-11-13T17:40', true],
    ['a nightly file, before the next', [2], EVERY_DAY, '2026-11-16T20:00', '2026-11-16T02:00', false],
    ['a nightly file that is a little late', [2], EVERY_DAY, '2026-11-16T09:00', '2026-11-15T02:00', false],
    ['a nightly file that did not come', [2], EVERY_DAY, '2026-11-16T15:00', '2026-11-15T02:00', true],
  ])('%s', (_, of, weekdays, now, heardAt, isUnusual) => {
    const hours = hoursOf('2026-10-12', heardAt.slice(0, 10), weekdays, of).filter(
      (hour) => hour <= at(heardAt),
    )
    expect(isUnusualSilence({ heardAt: at(heardAt), hours }, at(now))).toBe(isUnusual)
  })

  it('is not judged before two weeks are known', () => {
    const [now, heardAt] = [at('2026-11-16T14:30'), at('2026-11-16T09:15')]
    const since = (first: string) =>
      hoursOf(first, '2026-11-16', EVERY_DAY, DAYTIME).filter((hour) => hour <= heardAt)
    expect(isUnusualSilence({ heardAt, hours: since('2026-11-08') }, now)).toBe(false)
    expect(isUnusualSilence({ heardAt, hours: since('2026-11-01') }, now)).toBe(true)
    expect(isUnusualSilence({ heardAt, hours: [] }, now)).toBe(false)
  })

  it('is no longer reported of a source that was given up weeks ago', () => {
    const heardAt = at('2026-10-12T17:00')
    const hours = hoursOf('2026-08-31', '2026-10-12', EVERY_DAY, DAYTIME)
    const within = (days: number) => isUnusualSilence({ heardAt, hours }, heardAt + days * DAY)
    expect([within(1), within(10), within(25)]).toEqual([true, true, false])
  })
})
