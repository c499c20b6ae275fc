import { expect, test } from 'vitest'
import { isPublicHoliday } from '../../../src/domain/calendar/working-days.ts'

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

test.each(['2026-01-05', '2026-02-09', '2026-04-07', '2026-04-28', '2026-06-08', '2026-11-20', '2053-06-20'])(
  '%s is none',
  (day) => expect(isPublicHoliday(day, 'Auckland')).toBe(false),
)
