import { expect, test } from 'vitest'
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
