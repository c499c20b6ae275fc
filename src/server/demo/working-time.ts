import { aucklandDayStart, daysBefore, todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { isPublicHoliday } from '../../domain/calendar/working-days.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** GUESS: activity in the hour that begins at `hour` o'clock, relative to a busy hour. */
function busyness(hour: number, isDayOff: boolean): number {
  const isOpen = hour >= 7 && hour < 17
  if (isDayOff) return isOpen ? 0.2 : hour >= 17 && hour < 22 ? 0.1 : 0.01
  if (isOpen) return 1
  return hour >= 17 && hour < 22 ? 0.2 : 0.02
}

/**
 * Demo data is generated on a clock that runs evenly. This maps its times (ms) to business hours: days are
 * busy, nights, weekends and public holidays in Auckland are quiet. The order of times and `now` are preserved.
 */
export function workingTime(now: number, spanDays: number): (even: number) => number {
  const from = now - spanDays * DAY
  const hours = hoursOf(from, now)
  const whole = hours.at(-1)?.busy ?? 0
  return (even) => {
    const busy = ((even - from) / (now - from)) * whole
    const next = firstWhere(1, hours.length - 1, (index) => (hours[index]?.busy ?? whole) >= busy)
    const [start, end] = [hours[next - 1], hours[next]]
    if (!start || !end) return even
    return start.at + ((busy - start.busy) / (end.busy - start.busy)) * (end.at - start.at)
  }
}

/** Binary search for the first index from `low` to `high` that is `late` enough; all later ones must be, too. */
function firstWhere(low: number, high: number, late: (index: number) => boolean): number {
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (late(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The weekday, 0 for Monday. Auckland is 12 or 13 hours ahead of UTC, so its midnight plus 13 hours is the same
 * day in UTC.
 */
export function weekdayAt(midnight: number): number {
  const days = Math.floor((midnight + 13 * HOUR) / DAY)
  // 1 January 1970 was a Thursday.
  return (days + 3) % 7
}

/** Two moments and every full hour between them, each with the activity accumulated so far. */
function hoursOf(from: number, to: number): { at: number; busy: number }[] {
  const hours = [{ at: from, busy: 0 }]
  let [at, busy] = [from, 0]
  let today = todayInAuckland(from)
  let midnight = aucklandDayStart(today)
  while (at < to) {
    const isDayOff = weekdayAt(midnight) >= 5 || isPublicHoliday(today, null)
    today = daysBefore(today, -1)
    const tomorrow = aucklandDayStart(today)
    while (at < Math.min(tomorrow, to)) {
      const hour = Math.floor((at - midnight) / HOUR)
      const end = Math.min(midnight + (hour + 1) * HOUR, to)
      busy += busyness(hour, isDayOff) * (end - at)
      at = end
      hours.push({ at, busy })
    }
    midnight = tomorrow
  }
  return hours
}
