import { describe, expect, test } from 'vitest'
import {
  formatDateTime,
  formatRecent,
  parseInstant,
  timeToday,
} from '../../../src/domain/calendar/nz-time.ts'
import { fc } from '../../properties.ts'

describe('parseInstant', () => {
  const noon = Date.UTC(2026, 10, 20, 12, 0, 0)

  test.each([
    ['2026-11-20T12:00:00Z', noon],
    ['2026-11-20T12:00Z', noon],
    ['2026-11-20T12:00:00.000Z', noon],
    ['2026-11-21T01:00:00+13:00', noon],
    ['2026-11-21T01:00:00+1300', noon],
    ['2026-11-20T08:30:00-03:30', noon],
    ['2026-11-21T02:00:00+14:00', noon],
    ['2026-11-20T17:59:00+05:59', noon],
    ['2026-11-20T12:00:00-00:00', noon],
    ['2026-11-20T12:00:00.5Z', noon + 500],
    ['2026-11-20T12:00:00.069Z', noon + 69],
    ['2026-11-20T12:00:00.123999Z', noon + 123],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['1969-12-31T23:59:59.999Z', -1],
  ])('reads %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant)
  })

  test.each([
    null,
    '',
    '2026-11-20',
    '2026-11-20T12:00:00', // no offset
    '2026-11-20 12:00:00Z',
    '2026-11-20T12:00:00+13',
    '2026-11-20t12:00:00z',
    '2026-11-20T12Z',
    '2026-11-20T12:00:00,5Z',
    '2026-11-20T12:00:00.Z',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-13-10T00:00:00Z',
    '2026-11-00T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T12:60:00Z',
    '2026-11-20T12:00:60Z',
    '2026-11-20T12:00:00+14:01',
    '2026-11-20T12:00:00+13:60',
    '0050-11-20T12:00:00Z',
    '20/11/2026 12:00',
    ' 2026-11-20T12:00:00Z',
    '2026-11-20T12:00:00Z\n',
    '٢٠٢٦-11-20T12:00:00Z',
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeNull()
  })

  test('reads back every instant that the server writes', () => {
    const date = fc.date({
      min: new Date(-30_000_000_000_000),
      max: new Date(250_000_000_000_000),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(date, (one) => {
        expect(parseInstant(one.toISOString())).toBe(one.getTime())
      }),
    )
  })
})

describe('formatting in Auckland', () => {
  // FMT-3
  test.each([
    ['2026-11-20T01:02:03Z', '20/11/2026 14:02'],
    ['2026-11-20T11:00:00Z', '21/11/2026 00:00'],
    ['2026-06-01T12:00:00Z', '02/06/2026 00:00'],
    // Daylight saving begins on 2025-09-28: 02:00 becomes 03:00.
    ['2025-09-27T13:59:59Z', '28/09/2025 01:59'],
    ['2025-09-27T14:00:00Z', '28/09/2025 03:00'],
    // It ends on 2026-04-05: 03:00 becomes 02:00, so 02:30 occurs twice.
    ['2026-04-04T13:30:00Z', '05/04/2026 02:30'],
    ['2026-04-04T14:30:00Z', '05/04/2026 02:30'],
    ['2026-04-04T15:00:00Z', '05/04/2026 03:00'],
    ['2026-11-20T14:02:00+13:00', '20/11/2026 14:02'],
    [null, '—'],
    ['', '—'],
    ['  ', '—'],
    ['soon', 'soon'],
    ['2026-02-30T00:00:00Z', '2026-02-30T00:00:00Z'],
  ])('%j is %s', (text, shown) => {
    expect(formatDateTime(text)).toBe(shown)
  })

  // Saturday, 21 November 2026, 09:00 in Auckland.
  const now = Date.UTC(2026, 10, 20, 20)

  test.each([
    ['2026-11-20T11:00:00Z', 'Today 00:00'],
    ['2026-11-20T01:02:03Z', 'Yesterday'],
    ['2026-11-19T11:00:00Z', 'Yesterday'],
    ['2026-11-19T10:59:59Z', '19 Nov'],
    ['2025-12-31T11:00:00Z', '1 Jan'],
    ['2025-12-31T10:59:59Z', '31 Dec 2025'],
    ['2026-11-22T01:00:00Z', '22 Nov'],
    [null, '—'],
    ['soon', 'soon'],
  ])('%j is recently %s', (text, shown) => {
    expect(formatRecent(text, now)).toBe(shown)
  })

  test('the time of an instant of this day, and of no other', () => {
    expect(timeToday(now, now)).toMatch(/^\d\d:\d\d$/)
    expect(timeToday(now - 24 * 60 * 60_000, now)).toBeNull()
  })

  test('yesterday is the day before, also where that day has 23 or 25 hours', () => {
    expect(formatRecent('2025-09-26T13:00:00Z', Date.UTC(2025, 8, 27, 20))).toBe('Yesterday')
    expect(formatRecent('2026-04-03T12:00:00Z', Date.UTC(2026, 3, 4, 20))).toBe('Yesterday')
  })
})
