import { describe, expect, test } from 'vitest'
import {
  type CutOff,
  cutOffTime,
  lastCutOff,
  nextCutOff,
  shownCutOff,
  shownWait,
} from '../../../src/domain/freight/cut-off.ts'
import {
  lateBecause,
  lateLimits,
  type Progress,
  shownLate,
} from '../../../src/domain/freight/late-consignments.ts'

const NOW = Date.parse('2026-11-20T01:00:00Z')
const HOUR = 3_600_000
const CUT_OFF = NOW - 22 * HOUR
const booked = (hours: number): Progress => ({
  bookedAt: NOW - hours * HOUR,
  stoppedAt: null,
  pickedAt: null,
  deliveredAt: null,
  handedOverAt: null,
  lastEvent: null,
})
const event = (hours: number, isException = false) => ({ at: NOW - hours * HOUR, isException })

test.each<[string, Progress, string | null]>([
  ['booked after the last cut-off', booked(21), null],
  ['booked at the last cut-off', booked(22), 'not-picked-up'],
  ['booked before the last cut-off', booked(23), 'not-picked-up'],
  ['handed over by a manifest', { ...booked(23), handedOverAt: NOW - 22 * HOUR }, null],
  ['picked up', { ...booked(23), pickedAt: NOW - 20 * HOUR }, null],
  ['in transit with an event', { ...booked(90), pickedAt: NOW - 80 * HOUR, lastEvent: event(47) }, null],
  ['in transit, silent', { ...booked(90), pickedAt: NOW - 80 * HOUR, lastEvent: event(48) }, 'no-event'],
  ['in transit without any event', { ...booked(90), pickedAt: NOW - 80 * HOUR }, 'no-event'],
  ['just picked up, with an old event', { ...booked(90), pickedAt: NOW - HOUR, lastEvent: event(90) }, null],
  ['carded', { ...booked(23), pickedAt: NOW - 20 * HOUR, lastEvent: event(1, true) }, 'exception'],
  ['carded and not picked up', { ...booked(23), lastEvent: event(1, true) }, 'exception'],
  ['delivered after a card', { ...booked(90), deliveredAt: NOW, lastEvent: event(60, true) }, null],
])('%s', (_, progress, reason) => {
  expect(lateBecause(progress, lateLimits(CUT_OFF, 'auckland', NOW))?.reason ?? null).toBe(reason)
})

test('says since when', () => {
  // It has waited since it was booked, however many cut-offs it has missed.
  expect(lateBecause(booked(100), lateLimits(CUT_OFF, 'auckland', NOW))?.since).toBe(NOW - 100 * HOUR)
  const silent = { ...booked(90), pickedAt: NOW - 50 * HOUR }
  expect(lateBecause(silent, lateLimits(CUT_OFF, 'auckland', NOW))?.since).toBe(NOW - 50 * HOUR)
})

test('without a cut-off nothing waits too long', () => {
  expect(lateBecause(booked(900), lateLimits(null, 'auckland', NOW))).toBeNull()
})

const hours = (count: number) => new Date(NOW - count * HOUR).toISOString()

// It is 14:00 in Auckland.
test.each([
  ['not-picked-up', hours(13), 'Not picked up today'],
  ['not-picked-up', hours(15), 'Not picked up for 1 day'],
  ['not-picked-up', hours(39), 'Not picked up for 2 days'],
  ['no-event', hours(120), 'No event for 5 days'],
  ['exception', hours(1), 'Exception today'],
  ['exception', hours(15), 'Exception 1 day ago'],
  ['exception', hours(72), 'Exception 3 days ago'],
  ['exception', null, 'Exception'],
  ['no-event', 'some day', 'No event'],
] as const)('%s since %s is shown as %s', (reason, since, label) => {
  expect(shownLate({ reason, since }, NOW).label).toBe(label)
})

test.each([
  // On Monday at 14:00, Thursday at 14:00 is two working days ago.
  ['2026-11-23T14:00:00+13:00', '2026-11-20T08:00:00+13:00', 'auckland', null],
  ['2026-11-23T14:00:00+13:00', '2026-11-19T13:59:00+13:00', 'auckland', 'no-event'],
  ['2026-11-23T14:00:00+13:00', '2026-11-19T14:01:00+13:00', 'auckland', null],
  // Canterbury's anniversary was on Friday 13 November.
  ['2026-11-16T14:00:00+13:00', '2026-11-12T13:00:00+13:00', 'auckland', 'no-event'],
  ['2026-11-16T14:00:00+13:00', '2026-11-12T13:00:00+13:00', 'christchurch', null],
] as const)('at %s, an event at %s from %s is late because of %s', (now, at, branch, reason) => {
  const heard = { at: Date.parse(at), isException: false }
  const progress = { ...booked(900), pickedAt: Date.parse(at), lastEvent: heard }
  expect(lateBecause(progress, lateLimits(null, branch, Date.parse(now)))?.reason ?? null).toBe(reason)
})

describe('a cut-off', () => {
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
})

// SHIP-6
test.each([
  [0, '0 min'],
  [60, '60 min'],
  [61, '1 h 01 min'],
  [24 * 60 - 1, '23 h 59 min'],
  [24 * 60, '1 d'],
  [244 * 24 * 60, '244 d'],
  [-5, '0 min'],
])('what has waited for %i minutes is shown as %s', (minutes, shown) => {
  expect(shownWait(0, minutes * 60_000)).toBe(shown)
})
