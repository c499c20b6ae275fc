import { expect, test } from 'vitest'
import { formatDateTime } from '../../../src/domain/calendar/nz-time.ts'
import { parseWrittenTime } from '../../../src/domain/calendar/written-time.ts'
import { fc } from '../../properties.ts'

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
