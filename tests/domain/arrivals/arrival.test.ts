import { describe, expect, it } from 'vitest'
import {
  arrivalChoices,
  arrivalTitle,
  faultsInShort,
  fieldLabel,
  fieldsByFault,
  isUnusualSilence,
  originalLines,
  readArrivalChoices,
} from '../../../src/domain/arrivals/arrival.ts'

const fault = (field: string | null, reason: string) => ({ field, reason })

describe('an arrival', () => {
  const NONE = { code: null, origin: null, source: null, kind: null }

  it.each([
    [{ ...NONE, type: 'record', kind: 'orders', code: '#1001' }, 'Order #1001'],
    [{ ...NONE, type: 'record', kind: 'supplier-orders', code: 'PO7' }, 'Supplier order PO7'],
    [{ ...NONE, type: 'record', kind: 'customers', code: ' ' }, 'Customer without a code'],
    [{ ...NONE, type: 'record', kind: 'parcels', code: '7' }, 'Record 7'],
    [{ ...NONE, type: 'difference', kind: 'orders', code: '7' }, 'Order 7'],
    [{ ...NONE, type: 'file', origin: 'a.csv' }, 'a.csv'],
    [{ ...NONE, type: 'source', source: 'Xero' }, 'Xero'],
  ] as const)('%j is %s', (one, title) => {
    expect(arrivalTitle(one)).toBe(title)
  })

  it.each([
    ['delivery_address.postcode', 'Delivery address postcode'],
    ['items.2.product.code', 'Item 2 product code'],
    ['items', 'Items'],
    ['items.1.product.price', 'Item 1 product price (cents)'],
    ['costs.total', 'Costs total (cents)'],
    ['dates.ordered_at', 'Ordered at'],
    ['code', 'Code'],
  ])('the field %s is %s', (field, label) => {
    expect(fieldLabel(field)).toBe(label)
  })

  it.each([
    [[], ''],
    [[fault(null, 'must be an object')], 'must be an object'],
    [[fault('code', 'is required')], 'Code: is required'],
    [[fault('code', 'is required'), fault('', 'is odd')], 'Code: is required, and 1 more fault'],
    [[fault('code', 'a'), fault('code', 'b'), fault('code', 'c')], 'Code: a, and 2 more faults'],
  ])('the faults %j are in short %s', (faults, words) => {
    expect(faultsInShort(faults)).toBe(words)
  })

  it('has its faulty fields first, among them those that it lacks', () => {
    const fields = [
      { field: 'code', value: '7' },
      { field: 'notes', value: 'Ring' },
      { field: 'items.1.quantity', value: 'two' },
    ]
    const faults = [
      fault('items.1.quantity', 'must be a number'),
      fault('ordered_at', 'is required'),
      fault('items.1.quantity', 'is odd'),
      fault(null, 'is too large'),
    ]
    expect(fieldsByFault(fields, faults)).toEqual({
      faulty: [
        { field: 'items.1.quantity', value: 'two', reason: 'must be a number; is odd' },
        { field: 'ordered_at', value: '', reason: 'is required' },
      ],
      others: [
        { field: 'code', value: '7' },
        { field: 'notes', value: 'Ring' },
      ],
      whole: ['is too large'],
    })
  })
})

describe('what came', () => {
  it.each([
    ['{"a":"1","b":{"c":true,"d":null,"e":""}}', ['a=1', 'b · c=true']],
    ['[{"Name":"#1","Zip":"-"}]', ['Name=#1', 'Zip=-']],
    ['[{"Sku":"A"},{"Sku":"B"}]', ['1 · Sku=A', '2 · Sku=B']],
    ['"cut …"', ['=cut …']],
    ['no JSON', ['=no JSON']],
    ['7', ['=7']],
  ])('%s line by line', (original, lines) => {
    expect(originalLines(original).map(({ name, value }) => `${name}=${value}`)).toEqual(lines)
  })

  it('is cut after 500 lines', () => {
    expect(originalLines(JSON.stringify(Array.from({ length: 600 }, () => 1)))).toHaveLength(500)
  })
})

describe('the filter in an address', () => {
  it.each([
    ['', {}],
    ['type=file&state=left-out', { type: 'file', state: 'left-out' }],
    ['type=parcel&state=waiting', {}],
    ['state=gone', {}],
  ])('%s', (search, choices) => {
    expect(arrivalChoices(readArrivalChoices(new URLSearchParams(search)))).toEqual(choices)
  })
})

/** Whole hours in UTC: the weeks before Monday 16 November 2026. */
const at = (text: string) => Date.parse(`${text}Z`)
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The hours from 8 to 17 of each day from the first to the last that is one of these weekdays, from 0 for Sunday. */
function hoursOf(first: string, last: string, weekdays: readonly number[], of: readonly number[]): number[] {
  const hours: number[] = []
  for (let day = at(`${first}T00:00`); day <= at(`${last}T00:00`); day += DAY) {
    if (weekdays.includes(new Date(day).getUTCDay())) hours.push(...of.map((hour) => day + hour * HOUR))
  }
  return hours
}

const WORKING_DAYS = [1, 2, 3, 4, 5]
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const DAYTIME = Array.from({ length: 10 }, (_, index) => 8 + index)

/** ARR-6 */
describe('silence of a source', () => {
  it.each([
    ['a busy shop, in a quiet moment', DAYTIME, EVERY_DAY, '2026-11-16T10:30', '2026-11-16T09:15', false],
    [
      'a busy shop, after hours in the daytime',
      DAYTIME,
      EVERY_DAY,
      '2026-11-16T14:30',
      '2026-11-16T10:15',
      true,
    ],
    ['a busy shop, in the night', DAYTIME, EVERY_DAY, '2026-11-17T05:00', '2026-11-16T17:40', false],
    ['an office, on Sunday', DAYTIME, WORKING_DAYS, '2026-11-15T12:00', '2026-11-13T17:40', false],
    ['an office, early on Monday', DAYTIME, WORKING_DAYS, '2026-11-16T07:50', '2026-11-13T17:40', false],
    ['an office, late on Monday', DAYTIME, WORKING_DAYS, '2026-11-16T11:00', '2026-11-13T17:40', true],
    ['a nightly file, before the next', [2], EVERY_DAY, '2026-11-16T20:00', '2026-11-16T02:00', false],
    ['a nightly file that is a little late', [2], EVERY_DAY, '2026-11-16T09:00', '2026-11-15T02:00', false],
    ['a nightly file that did not come', [2], EVERY_DAY, '2026-11-16T15:00', '2026-11-15T02:00', true],
  ])('%s', (_, of, weekdays, now, heardAt, isUnusual) => {
    const hours = hoursOf('2026-10-12', heardAt.slice(0, 10), weekdays, of).filter(
      (hour) => hour <= at(heardAt),
    )
    expect(isUnusualSilence({ heardAt: at(heardAt), hours }, at(now))).toBe(isUnusual)
  })

  it('is not judged before two weeks are known', () => {
    const [now, heardAt] = [at('2026-11-16T14:30'), at('2026-11-16T09:15')]
    const since = (first: string) =>
      hoursOf(first, '2026-11-16', EVERY_DAY, DAYTIME).filter((hour) => hour <= heardAt)
    expect(isUnusualSilence({ heardAt, hours: since('2026-11-08') }, now)).toBe(false)
    expect(isUnusualSilence({ heardAt, hours: since('2026-11-01') }, now)).toBe(true)
    expect(isUnusualSilence({ heardAt, hours: [] }, now)).toBe(false)
  })

  it('is no longer reported of a source that was given up weeks ago', () => {
    const heardAt = at('2026-10-12T17:00')
    const hours = hoursOf('2026-08-31', '2026-10-12', EVERY_DAY, DAYTIME)
    const within = (days: number) => isUnusualSilence({ heardAt, hours }, heardAt + days * DAY)
    expect([within(1), within(10), within(25)]).toEqual([true, true, false])
  })
})
