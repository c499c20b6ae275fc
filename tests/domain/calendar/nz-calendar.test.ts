import { describe, expect, it, test } from 'vitest'
import {
  aucklandDayStart,
  calendarDate,
  dayInWords,
  dayOfCalendar,
  daysAfter,
  daysBefore,
  formatConsignmentDate,
  formatDay,
  isAucklandDay,
  parseWallClock,
  parseWrittenTime,
  readDay,
  todayInAuckland,
  toWallClock,
  weekdayOf,
} from '../../../src/domain/calendar/nz-calendar.ts'
import { formatDateTime } from '../../../src/domain/calendar/nz-time.ts'
import { isPublicHoliday } from '../../../src/domain/calendar/working-days.ts'
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
  // FMT-4
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

  it('is the wall clock that Node has for random instants', () => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Pacific/Auckland',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    const [first, last] = [Date.UTC(1975, 0), Date.UTC(2075, 0)]
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (instant) => {
        expect(toWallClock(instant)).toBe(format.format(instant))
      }),
    )
    for (let hour = Date.UTC(2026, 3, 3); hour < Date.UTC(2026, 3, 7); hour += 3_600_000) {
      expect(toWallClock(hour)).toBe(format.format(hour))
    }
  })

  // FMT-4
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

/** A Sunday. */
const TODAY = '2026-11-22'

// FMT-5
test.each([
  ['22/11', '2026-11-22'],
  ['1/2', '2026-02-01'],
  ['01/02', '2026-02-01'],
  ['22/11/26', '2026-11-22'],
  ['22/11/2026', '2026-11-22'],
  ['3/4/2025', '2025-04-03'],
  ['22-11-2026', '2026-11-22'],
  ['22.11.26', '2026-11-22'],
  ['22 11 2026', '2026-11-22'],
  [' 22 / 11 / 2026 ', '2026-11-22'],
  ['2026-11-22', '2026-11-22'],
  ['22 nov', '2026-11-22'],
  ['22nov', '2026-11-22'],
  ['22 NOV 2026', '2026-11-22'],
  ['22 November, 2026', '2026-11-22'],
  ['22-nov-26', '2026-11-22'],
  ['3 sept 26', '2026-09-03'],
  ['today', '2026-11-22'],
  ['tod', '2026-11-22'],
  ['yest', '2026-11-21'],
  ['Yesterday', '2026-11-21'],
  ['tomorrow', '2026-11-23'],
  ['-1', '2026-11-21'],
  ['+1', '2026-11-23'],
  ['-0', '2026-11-22'],
  ['-365', '2025-11-22'],
  // The latest such weekday, which may be today.
  ['sun', '2026-11-22'],
  ['sunday', '2026-11-22'],
  ['sat', '2026-11-21'],
  ['fri', '2026-11-20'],
  ['mon', '2026-11-16'],
  // An existing day, however unlikely. Whether it is acceptable is decided by the field.
  ['29/2/2024', '2024-02-29'],
  ['20/10/0030', '0030-10-20'],
])('%j typed on a Sunday, 22 November 2026, is %s', (text, day) => {
  expect(readDay(text, TODAY)).toBe(day)
})

test.each([
  // The latest such day up to a month ahead: a date shortly after today is a typing error, not last year's date.
  ['23/11', '2026-11-22', '2026-11-23'],
  ['28/12', '2027-01-05', '2026-12-28'],
  ['3 jan', '2026-12-30', '2027-01-03'],
  ['30/6', '2026-12-31', '2026-06-30'],
  ['23/12', '2026-11-22', '2026-12-23'],
  ['24/12', '2026-11-22', '2025-12-24'],
  ['29/2', '2027-03-01', null],
  ['29/2', '2028-02-10', '2028-02-29'],
  ['29/2', '2029-01-10', '2028-02-29'],
  ['fri', '2026-11-20', '2026-11-20'],
  ['fri', '2026-11-19', '2026-11-13'],
  ['-1', '2026-01-01', '2025-12-31'],
  // Changes to and from daylight saving do not affect days.
  ['-1', '2025-09-29', '2025-09-28'],
  ['-1', '2026-04-06', '2026-04-05'],
  ['+1', '2024-02-28', '2024-02-29'],
])('%j typed on %s: %s', (text, today, day) => {
  expect(readDay(text, today)).toBe(day)
})

test.each([
  '',
  ' ',
  '22',
  '2211',
  '22112026',
  '10203040',
  '31/11',
  '32/1',
  '0/1',
  '11/22/2026',
  '29/2/2026',
  '22/11/202',
  '22/11/20265',
  '2026/11/22',
  'no',
  'nov',
  'nov 22',
  '22 nev',
  '22 no',
  'ye',
  'yesterdays',
  'fr',
  '1',
  '--1',
  '+',
  '12345',
  'NZP00894210',
  '22/11/2026 10:00',
])('%j is no day', (text) => {
  expect(readDay(text, TODAY)).toBeNull()
})

test('a parsed day is formatted as text that parses to the same day', () => {
  const parts = fc.constantFrom('1', '22', '31', '/', '-', '+', ' ', 'feb', 'nov', 'fri', '26', '2026')
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 6 }), (texts) => {
      const day = readDay(texts.join(''), TODAY)
      fc.pre(day !== null)
      expect(isAucklandDay(day ?? '')).toBe(true)
      expect(readDay(formatDay(day ?? ''), TODAY)).toBe(day)
    }),
  )
})

test.each([
  ['2026-11-05', '05/11/2026', 'Thu', 'Thursday 5 November 2026'],
  ['2024-02-29', '29/02/2024', 'Thu', 'Thursday 29 February 2024'],
  ['32/11', '32/11', null, null],
  ['', '', null, null],
])('%j is shown as %j, its day %j, in words %j', (text, shown, weekday, words) => {
  expect([formatDay(text), weekdayOf(text), dayInWords(text)]).toEqual([shown, weekday, words])
})

test.each([
  ['2026-11-30', 1, '2026-12-01'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-11-22', 0, '2026-11-22'],
])('%s and %i days is %s', (day, days, after) => {
  expect(daysAfter(day, days)).toBe(after)
})

test.each(['2026-11-22', '2026-04-05', '2025-09-28', '2000-01-01'])('%s is itself in a calendar', (day) => {
  const date = calendarDate(day)
  expect(date && dayOfCalendar(date)).toBe(day)
})

test('other text has no calendar date', () => expect(calendarDate('32/11')).toBeUndefined())

describe('a public holiday', () => {
  test.each([
    [
      'New Year',
      '2026-01-01 2026-01-02 2028-01-03 2028-01-04 2022-01-03 2022-01-04 2023-01-02 2023-01-03 2027-01-04',
    ],
    ['Waitangi Day', '2026-02-06 2021-02-08 2022-02-07'],
    [
      'Good Friday and Easter Monday',
      '2024-03-29 2024-04-01 2025-04-18 2025-04-21 2026-04-03 2026-04-06 2038-04-23',
    ],
    ['Anzac Day', '2025-04-25 2026-04-27 2027-04-26'],
    ['King’s Birthday', '2025-06-02 2026-06-01'],
    ['Matariki', '2025-06-20 2026-07-10 2027-06-25 2052-06-21'],
    ['Labour Day', '2025-10-27 2026-10-26'],
    ['Christmas', '2025-12-25 2025-12-26 2021-12-27 2021-12-28 2022-12-26 2022-12-27 2026-12-28'],
  ])('%s is a holiday of the whole country: %s', (_, days) => {
    for (const day of days.split(' ')) {
      expect([day, isPublicHoliday(day, null)]).toEqual([day, true])
      expect(isPublicHoliday(day, 'Otago')).toBe(true)
    }
  })

  test.each([
    ['2025-01-27', 'Auckland'],
    ['2026-01-26', 'Auckland'],
    ['2023-01-30', 'Northland'],
    ['2025-11-14', 'Canterbury'],
    ['2026-11-13', 'Canterbury'],
    ['2022-11-11', 'Canterbury'],
  ])('%s is one of %s alone', (day, region) => {
    expect(isPublicHoliday(day, region)).toBe(true)
    expect(isPublicHoliday(day, null)).toBe(false)
    expect(isPublicHoliday(day, region === 'Canterbury' ? 'Auckland' : 'Canterbury')).toBe(false)
  })

  test.each([
    '2026-01-05',
    '2026-02-09',
    '2026-04-07',
    '2026-04-28',
    '2026-06-08',
    '2026-11-20',
    '2053-06-20',
  ])('%s is none', (day) => expect(isPublicHoliday(day, 'Auckland')).toBe(false))
})

describe('a written time', () => {
  const at = (text: string) => {
    const instant = parseWrittenTime(text)
    return instant === null ? null : new Date(instant).toISOString()
  }

  test.each([
    ['2026-11-18 10:00:00 +1300', '2026-11-17T21:00:00.000Z'],
    ['2026-11-18 10:00:00 -0500', '2026-11-18T15:00:00.000Z'],
    ['2026-11-18T10:00:00Z', '2026-11-18T10:00:00.000Z'],
    ['2026-11-18 10:00:00 UTC', '2026-11-18T10:00:00.000Z'],
    ['2026-11-18 10:00:00', '2026-11-17T21:00:00.000Z'],
    ['2026-11-18', '2026-11-17T11:00:00.000Z'],
    ['18/11/2026 10:00', '2026-11-17T21:00:00.000Z'],
    ['18/07/2026 10:00', '2026-07-17T22:00:00.000Z'],
    ['18/11/2026', '2026-11-17T11:00:00.000Z'],
    ['8/1/26', '2026-01-07T11:00:00.000Z'],
    ['18-11-2026, 9:05:30', '2026-11-17T20:05:30.000Z'],
    ['18.11.2026 1:30 pm', '2026-11-18T00:30:00.000Z'],
    ['18/11/2026 12:00 AM', '2026-11-17T11:00:00.000Z'],
    ['18/11/2026 12:00 p.m.', '2026-11-17T23:00:00.000Z'],
  ])('%s is %s', (text, instant) => expect(at(text)).toBe(instant))

  test.each([
    '',
    'yesterday',
    '11/18/2026',
    '31/04/2026',
    '2026-02-30',
    '18/11/2026 25:00',
    '18/11/2026 13:00 pm',
    '18/11/2026 0:30 am',
    '2026-11-18 +1300',
    '44883',
  ])('%s is no time', (text) => expect(parseWrittenTime(text)).toBeNull())

  test('what the console shows is read as the same minute', () => {
    const minutes = fc.integer({ min: 0, max: 40_000_000 })
    fc.assert(
      fc.property(minutes, (minute) => {
        const shown = formatDateTime(new Date(minute * 60_000).toISOString())
        const again = parseWrittenTime(shown)
        expect(again === null ? null : formatDateTime(new Date(again).toISOString())).toBe(shown)
      }),
    )
  })
})
