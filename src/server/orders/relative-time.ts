import { parseInstant } from '../../domain/calendar/nz-time.ts'

const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const words = new Intl.RelativeTimeFormat('en-NZ', { numeric: 'always' })

/** The time since an instant at `now` (ms), in words: '3 hours ago'. Null without an instant. */
export function relativeTime(instant: string | null, now: number): string | null {
  const then = parseInstant(instant)
  if (then === null) return null
  const past = now - then
  for (const [unit, length] of UNITS) {
    if (Math.abs(past) >= length) return words.format(-Math.trunc(past / length), unit)
  }
  return 'just now'
}
