const HOUR_MS = 60 * 60_000
const WEEK_MS = 7 * 24 * HOUR_MS

/** Weeks that are compared. Hours before them are not needed. */
export const COMPARED_WEEKS = 4
/** Silences at the same time of earlier weeks that make a habit: one could be a public holiday. */
const LEAST_WEEKS = 2
/** A silence is unusual when it is this much longer than any of them, and never below an hour, which is how exactly they are known. */
const LONGER = 1.5
export const SHORTEST_SILENCE_MS = 2 * HOUR_MS

/** When a source was heard. All times are in milliseconds since 1970. */
export interface HeardSource {
  heardAt: number
  /** The first instants of the hours in which it was heard, in order. */
  hours: readonly number[]
}

/**
 * Whether a source is silent for unusually long (ARR-6): clearly longer than any of the silences around the same time of
 * the last weeks. So a shop that sends nothing at night, or an accounting program that sends once on working days, is not
 * reported when it does what it always does. A source that was heard for less than two weeks, or no more for weeks, has no
 * habit.
 */
export function isUnusualSilence({ heardAt, hours }: HeardSource, now: number): boolean {
  const usual = Array.from({ length: COMPARED_WEEKS }, (_, week) =>
    silenceAround(now - (week + 1) * WEEK_MS, hours),
  ).filter((length) => length !== null)
  const limit = Math.max(SHORTEST_SILENCE_MS, LONGER * Math.max(...usual))
  return usual.length >= LEAST_WEEKS && now - heardAt > limit
}

/** The length of the silence around a moment; null if the source was not heard both before and after it. */
function silenceAround(moment: number, hours: readonly number[]): number | null {
  const before = hours.findLast((hour) => hour <= moment)
  const after = hours.find((hour) => hour > moment)
  return before === undefined || after === undefined ? null : after - before
}
