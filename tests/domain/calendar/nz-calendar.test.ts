import { describe, expect, test } from 'vitest'
import {
  aucklandDayStart,
  daysBefore,
  formatConsignmentDate,
  isAucklandDay,
  parseWallClock,
  todayInAuckland,
  toWallClock,
} from '../../../src/domain/calendar/nz-calendar.ts'
import { fc } from '../../properties.ts'

test.each([
  ['2026-11-20T10:59:59.999Z', '2026-11-20'],
  ['2026-11-20T11:00:00.000Z', '2026-11-21'],
  ['2026-06-30T11:59:59.999Z', '2026-06-30'],
  ['2026-06-30T12:00:00.000Z', '2026-07-01'],
  // When clocks go forward the day has 23 hours, when they go back 25.
  ['2025-09-27T11:59:59.999Z', '2025-09-27'],
  ['2025-09-27T12:00:00.000Z', '2025-09-28'],
  ['2025-09-28T10:59:59.999Z', '2025-09-28'],
  ['2025-09-28T11:00:00.000Z', '2025-09-29'],
  ['2026-04-04T11:00:00.000Z', '2026-04-05'],
  ['2026-04-05T11:59:59.999Z', '2026-04-05'],
  ['2026-04-05T12:00:00.000Z', '2026-04-06'],
  ['2026-12-31T11:00:00.000Z', '2027-01-01'],
])('at %s it is %s in Auckland', (instant, day) => {
  expect(todayInAuckland(Date.parse(instant))).toBe(day)
})

test.each([
  ['2026-11-20', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['26-11-20', false],
  ['2026-11-20T00:00:00Z', false],
  ['20/11/2026', false],
  ['today', false],
  ['', false],
])('%j is a day: %s', (text, expected) => {
  expect(isAucklandDay(text)).toBe(expected)
})

test.each([
  ['2026-11-20', 0, '2026-11-20'],
  ['2026-11-20', 30, '2026-10-21'],
  ['2026-01-01', 1, '2025-12-31'],
  ['2024-03-01', 1, '2024-02-29'],
  ['2025-09-29', 1, '2025-09-28'],
  ['2025-09-29', 2, '2025-09-27'],
  ['2026-04-06', 1, '2026-04-05'],
  ['2026-04-06', 2, '2026-04-04'],
])('%s less %i days is %s', (day, days, expected) => {
  expect(daysBefore(day, days)).toBe(expected)
})

test.each([
  ['2026-11-20', '2026-11-19T11:00:00.000Z'],
  ['2026-06-30', '2026-06-29T12:00:00.000Z'],
  ['2025-09-28', '2025-09-27T12:00:00.000Z'],
  ['2025-09-29', '2025-09-28T11:00:00.000Z'],
  ['2026-04-05', '2026-04-04T11:00:00.000Z'],
  ['2026-04-06', '2026-04-05T12:00:00.000Z'],
])('%s begins at %s', (day, instant) => {
  expect(new Date(aucklandDayStart(day)).toISOString()).toBe(instant)
})

test.each(['2026-02-30', 'today', ''])('%j has neither a beginning nor a day before', (text) => {
  expect(() => aucklandDayStart(text)).toThrow(RangeError)
  expect(() => daysBefore(text, 1)).toThrow(RangeError)
})

test('every instant lies in its day', () => {
  const hours = fc.integer({ min: 0, max: 24 * 365 * 30 })
  fc.assert(
    fc.property(hours, (hour) => {
      const instant = Date.UTC(2010, 0, 1) + hour * 3_600_000
      const length = instant - aucklandDayStart(todayInAuckland(instant))
      expect(length).toBeGreaterThanOrEqual(0)
      expect(length).toBeLessThan(25 * 3_600_000)
    }),
  )
})

describe('the wall clock of consignments', () => {
  test.each([
    ['2026-11-20 14:05:00', '2026-11-20T01:05:00.000Z'],
    ['2026-06-20 14:05:30', '2026-06-20T02:05:30.000Z'],
    ['2025-09-28 01:59:59', '2025-09-27T13:59:59.000Z'],
    ['2025-09-28 02:30:00', '2025-09-27T14:30:00.000Z'], // skipped: the hour after it
    ['2025-09-28 03:00:00', '2025-09-27T14:00:00.000Z'],
    ['2026-04-05 02:30:00', '2026-04-04T13:30:00.000Z'], // twice: the first of the two
    ['2026-04-05 03:00:00', '2026-04-04T15:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(parseWallClock(text)).toBe(Date.parse(instant))
  })

  test.each([
    null,
    '',
    '2026-11-20',
    '2026-11-20T14:05:00',
    '2026-02-30 10:00:00',
    '2026-11-20 25:00:00',
    'soon',
  ])('%j is none', (text) => {
    expect(parseWallClock(text)).toBeNull()
  })

  test.each([
    ['2026-11-20T01:05:00Z', '2026-11-20 14:05:00'],
    ['2026-04-04T13:30:00Z', '2026-04-05 02:30:00'],
    ['2026-04-04T14:30:00Z', '2026-04-05 02:30:00'],
    ['2025-09-27T14:00:00Z', '2025-09-28 03:00:00'],
  ])('%s reads %s', (instant, text) => {
    expect(toWallClock(Date.parse(instant))).toBe(text)
  })

  test.each([
    ['2026-11-20 14:05:00', '20/11/2026 14:05 PM'],
    ['2026-11-20 00:05:59', '20/11/2026 00:05 AM'],
    ['2026-11-20 12:00:00', '20/11/2026 12:00 PM'],
    ['2026-04-05 02:30:00', '05/04/2026 02:30 AM'],
    [null, '—'],
    ['', '—'],
    ['soon', 'soon'],
  ])('%j is shown as %s', (text, shown) => {
    expect(formatConsignmentDate(text)).toBe(shown)
  })
})
