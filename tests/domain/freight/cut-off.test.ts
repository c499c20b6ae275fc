import { describe, expect, test } from 'vitest'
import {
  type CutOff,
  cutOffTime,
  lastCutOff,
  nextCutOff,
  shownCutOff,
} from '../../../src/domain/freight/cut-off.ts'

const at = (text: string) => Date.parse(text)
const iso = (instant: number) => new Date(instant).toISOString()

const SET: CutOff[] = [
  { time: '15:30', courier: null, branch: null },
  { time: '16:00', courier: 'nzpost', branch: null },
  { time: '14:45', courier: 'nzpost', branch: 'christchurch' },
  { time: '15:00', courier: null, branch: 'christchurch' },
]

test.each([
  ['aramex', 'auckland', '15:30'],
  ['aramex', 'christchurch', '15:00'],
  ['nzpost', 'auckland', '16:00'],
  ['nzpost', 'christchurch', '14:45'],
] as const)('%s calls at %s until %s', (courier, branch, time) => {
  expect(cutOffTime(SET, courier, branch)).toBe(time)
  expect(cutOffTime(SET.toReversed(), courier, branch)).toBe(time)
})

test('a courier without a time has none', () => {
  expect(cutOffTime([{ time: '16:00', courier: 'nzpost', branch: null }], 'aramex', 'auckland')).toBeNull()
})

describe('the next and the last cut-off at 15:30', () => {
  test.each([
    // Friday afternoon, and after the cut-off.
    ['auckland', '2026-11-20T14:00:00+13:00', '2026-11-20T15:30:00+13:00', '2026-11-19T15:30:00+13:00'],
    ['auckland', '2026-11-20T15:30:00+13:00', '2026-11-20T15:30:00+13:00', '2026-11-20T15:30:00+13:00'],
    ['auckland', '2026-11-20T23:59:00+13:00', '2026-11-20T15:30:00+13:00', '2026-11-20T15:30:00+13:00'],
    // A weekend.
    ['auckland', '2026-11-21T10:00:00+13:00', '2026-11-23T15:30:00+13:00', '2026-11-20T15:30:00+13:00'],
    ['auckland', '2026-11-23T09:00:00+13:00', '2026-11-23T15:30:00+13:00', '2026-11-20T15:30:00+13:00'],
    // Daylight saving began on Sunday 27 September, and ended on Sunday 5 April.
    ['auckland', '2026-09-28T09:00:00+13:00', '2026-09-28T15:30:00+13:00', '2026-09-25T15:30:00+12:00'],
    ['auckland', '2026-04-07T09:00:00+12:00', '2026-04-07T15:30:00+12:00', '2026-04-02T15:30:00+13:00'],
    // Only Auckland has its anniversary.
    ['auckland', '2026-01-26T10:00:00+13:00', '2026-01-27T15:30:00+13:00', '2026-01-23T15:30:00+13:00'],
    ['christchurch', '2026-01-26T10:00:00+13:00', '2026-01-26T15:30:00+13:00', '2026-01-23T15:30:00+13:00'],
    // Christmas Day to the day after New Year's Day of 2027, which moves to Monday.
    ['auckland', '2026-12-25T10:00:00+13:00', '2026-12-29T15:30:00+13:00', '2026-12-24T15:30:00+13:00'],
  ] as const)('%s at %s', (branch, now, next, last) => {
    expect(iso(nextCutOff('15:30', branch, at(now)))).toBe(iso(at(next)))
    expect(iso(lastCutOff('15:30', branch, at(now)))).toBe(iso(at(last)))
  })
})

test.each([
  ['2026-11-20T12:25:01+13:00', '3 h 05 min left', 'grey'],
  ['2026-11-20T14:30:00+13:00', '60 min left', 'grey'],
  ['2026-11-20T14:48:00+13:00', '42 min left', 'grey'],
  ['2026-11-20T15:00:00+13:00', '30 min left', 'amber'],
  ['2026-11-20T15:29:30+13:00', '1 min left', 'amber'],
  ['2026-11-20T15:30:00+13:00', 'Passed', 'red'],
  ['2026-11-19T23:00:00+13:00', 'Fri 15:30', 'grey'],
])('at %s a cut-off on Friday at 15:30 is shown as %s', (now, label, tone) => {
  expect(shownCutOff(at('2026-11-20T15:30:00+13:00'), at(now))).toEqual({ label, tone })
})
