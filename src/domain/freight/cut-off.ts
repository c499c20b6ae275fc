import { DateTime } from 'luxon'
import type { Branch } from '../../contract/orders.ts'
import { daysBefore, parseWallClock, todayInAuckland } from '../calendar/nz-calendar.ts'
import { NZ_ZONE } from '../calendar/nz-time.ts'
import { isWorkingDay } from '../calendar/working-days.ts'
import type { Tone } from '../format/badge.ts'
import { regionOf } from './branch.ts'

/** The time until which a courier calls at a branch on a working day. */
export interface CutOff {
  /** 'HH:mm' in Auckland. */
  time: string
  /** A courier's slug; null for all couriers. */
  courier: string | null
  /** Null for both branches. */
  branch: Branch | null
}

/** GUESS: until the business sets its own (`CUT_OFFS`). */
export const DEFAULT_CUT_OFFS: readonly CutOff[] = [{ time: '15:30', courier: null, branch: null }]

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** From then on, the cut-off is marked as urgent. */
const SOON_MS = 30 * MINUTE

/** The cut-off time of a courier at a branch: the most specific one that is set; null if none is. */
export function cutOffTime(cutOffs: readonly CutOff[], courier: string, branch: Branch): string | null {
  const meant = cutOffs.filter(
    (one) =>
      (one.courier === null || one.courier === courier) && (one.branch === null || one.branch === branch),
  )
  const precision = (one: CutOff) => (one.courier === null ? 0 : 2) + (one.branch === null ? 0 : 1)
  return meant.toSorted((one, other) => precision(other) - precision(one))[0]?.time ?? null
}

/** The cut-off (ms) of today, even if it has passed; on other than working days that of the next one. */
export function nextCutOff(time: string, branch: Branch, now: number): number {
  return onWorkingDay(todayInAuckland(now), -1, time, branch)
}

/** The last cut-off (ms) that has passed. */
export function lastCutOff(time: string, branch: Branch, now: number): number {
  const today = todayInAuckland(now)
  const next = nextCutOff(time, branch, now)
  return next <= now ? next : onWorkingDay(daysBefore(today, 1), 1, time, branch)
}

function onWorkingDay(from: string, step: 1 | -1, time: string, branch: Branch): number {
  let day = from
  while (!isWorkingDay(day, regionOf(branch))) day = daysBefore(day, step)
  const at = parseWallClock(`${day} ${time}:00`)
  if (at === null) throw new RangeError(`not a time: ${time}`)
  return at
}

/** The time left until a cut-off (ms): '42 min left', '3 h 05 min left', 'passed', or its day if that is later. */
export function shownCutOff(at: number, now: number): { label: string; tone: Tone } {
  const left = at - now
  if (left <= 0) return { label: 'Passed', tone: 'red' }
  if (todayInAuckland(at) !== todayInAuckland(now)) return { label: dayAndTime(at), tone: 'grey' }
  const words = `${hoursAndMinutes(Math.ceil(left / MINUTE))} left`
  return { label: words, tone: left <= SOON_MS ? 'amber' : 'grey' }
}

/** How long something has waited since an instant (ms): '42 min', '3 h 05 min', '2 d'. */
export function shownWait(since: number, now: number): string {
  const waited = Math.max(0, now - since)
  return waited < DAY ? hoursAndMinutes(Math.floor(waited / MINUTE)) : `${Math.floor(waited / DAY)} d`
}

function hoursAndMinutes(minutes: number): string {
  if (minutes <= 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** 'Mon 15:30' in Auckland. */
function dayAndTime(at: number): string {
  return DateTime.fromMillis(at, { zone: NZ_ZONE, locale: 'en-NZ' }).toFormat('ccc HH:mm')
}
