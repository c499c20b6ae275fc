import { describe, expect, test } from 'vitest'
import {
  canDeleteConsignment,
  consignmentStage,
  knownOrderCode,
  nextReference,
  shownReference,
  shownStage,
} from '../../../src/domain/freight/consignment.ts'
import {
  type ConsignmentPart,
  consignmentTimeline,
  consignmentTotals,
  detailVolume,
  dimensions,
  extraServices,
  partName,
  withPlaceholders,
} from '../../../src/domain/freight/consignment-details.ts'
import { exampleConsignment } from '../example-records.ts'

function part(parts: object = {}): ConsignmentPart {
  const [one] = exampleConsignment({ parts: [parts] }).parts
  if (!one) throw new Error('a consignment of one part has one')
  return one
}
const service = (total: number | null) => ({ code: 'RD', description: 'Rural', total })

describe('the volume of the detail', () => {
  // CON-8
  test.each([
    [{ height: 22, length: 60, width: 60 }, 0.792],
    [{ height: 10, length: 10, width: 10 }, 0.01],
    [{ height: 10, length: 10 }, 0],
    [{}, 0],
    [{ height: 1e200, length: 1e200, width: 1 }, 0],
  ])('of %j is %d: divided by 100,000', (measures, volume) => {
    expect(detailVolume(part(measures))).toBeCloseTo(volume, 10)
  })

  test('is not the volume of the wire', () => {
    expect(detailVolume(part({ height: 10, length: 10, width: 10, volume: 0.001 }))).toBe(0.01)
  })
})

// CON-7
test.each([
  [{ reference: '104823-1', label: 'A1', part_number: '1' }, '104823-1'],
  [{ reference: ' ', label: 'A1', part_number: '1' }, 'A1'],
  [{ part_number: 1 }, '1'],
  [{}, '—'],
])('a parcel %j goes by %s', (parts, name) => expect(partName(part(parts))).toBe(name))

test.each([
  [{ height: 22, length: 60, width: 60.5 }, '22 × 60 × 60.5'],
  [{ height: 22 }, '22 × — × —'],
])('measures %j read %s', (parts, words) => expect(dimensions(part(parts))).toBe(words))

test('service lines of a parcel are shown above 0 alone', () => {
  const services = [service(0), service(1), service(null), service(-5)]
  expect(extraServices(part({ services })).map(({ total }) => total)).toEqual([1])
})

// CON-7
test('the totals are the sums of the lines shown', () => {
  const consignment = exampleConsignment({
    parts: [
      { height: 10, length: 10, width: 10, weight: 1.25, cost: 1086, services: [service(100), service(0)] },
      { height: 20, length: 10, width: 10, weight: 2.5, cost: 500 },
      {},
    ],
    services: [service(250), service(null), service(-5)],
  })
  const totals = consignmentTotals(consignment)
  expect(totals).toEqual({ volume: expect.closeTo(0.03, 10), weight: 3.75, cost: 1936 })
  expect(consignmentTotals(exampleConsignment())).toEqual({ volume: 0, weight: 0, cost: 0 })
})

// CON-7
test.each([
  ['104823', '104823'],
  [' 104823 ', '104823'],
  ['48213', null],
  ['ĀBCDE', null],
  ['', null],
  [null, null],
])('the order %s can be viewed as %s', (order_code, code) => {
  expect(knownOrderCode(exampleConsignment({ order_code }))).toBe(code)
})

const CREATED_AT = '2026-11-20 14:05:00'
const event = (type: string | null, parts: object = {}) => ({
  type,
  date: '2026-11-20 16:30:00',
  code: 'CR',
  description: `what ${type} is`,
  location: 'Hamilton',
  ...parts,
})
const tracked = (...events: object[]) => exampleConsignment({ created_at: CREATED_AT, events })

const PLACED_CREATED = {
  date: CREATED_AT,
  type: 'created',
  code: null,
  description: 'Tracking number allocated & order ready',
  location: 'Auckland',
}
const PLACED_UPDATED = {
  ...PLACED_CREATED,
  type: 'updated',
  description: 'Awaiting collection by freight company',
}

// CON-10
test('without events both placeholders are there', () => {
  expect(withPlaceholders(tracked())).toEqual([PLACED_CREATED, PLACED_UPDATED])
})

test('one event is followed by the second placeholder', () => {
  expect(withPlaceholders(tracked(event('created')))).toEqual([event('created'), PLACED_UPDATED])
})

test('two events and more stay as they are', () => {
  const events = [event('created'), event('collected'), event('delivered')]
  expect(withPlaceholders(tracked(...events.slice(0, 2)))).toEqual(events.slice(0, 2))
  expect(withPlaceholders(tracked(...events))).toEqual(events)
})

// CON-9
test.each([
  ['created', 'success'],
  ['collected', 'success'],
  ['delivered', 'success'],
  ['Delivered ', 'success'],
  ['updated', 'other'],
  ['exception', 'warning'],
  ['lost in space', 'other'],
  [null, 'other'],
])('an event of the type %s looks like %s', (type, look) => {
  expect(consignmentTimeline(tracked(event(type), event('updated')))[0]?.type).toBe(look)
})

test.each([
  [event('delivered'), 'what delivered is', '20/11/2026 16:30 PM', 'Hamilton'],
  [event('updated', { description: ' ', location: null }), 'CR', '20/11/2026 16:30 PM', null],
  [event('updated', { description: null, code: null, date: null }), 'updated', null, 'Hamilton'],
  [event(null, { description: null, code: null, date: 'soon' }), '—', 'soon', 'Hamilton'],
])('%j is told in words', (one, title, date, place) => {
  expect(consignmentTimeline(tracked(one, event('updated')))[0]).toMatchObject({ title, date, place })
})

describe('its reference', () => {
  test.each([
    ['104823', [], '104823-2'],
    ['104823', ['104823-2'], '104823-3'],
    ['104823', ['104823-4', '104823-2'], '104823-5'],
    ['104823', ['1048231-7', '204823-9', 'Pipe'], '104823-2'],
    ['104823', ['104823-', '104823-2b', '104823--3'], '104823-2'],
    ['W-1', ['W-1-2'], 'W-1-3'],
    ['104823', ['104823-9', '104823-10'], '104823-11'],
  ])('after order %s with %j comes %s', (order, taken, next) => {
    expect(nextReference(order, taken)).toBe(next)
  })

  test.each([
    [{ order_code: '104823', reference: '104823-2' }, '104823-2'],
    [{ order_code: '104823', reference: null }, '104823'],
    [{ order_code: '104823', reference: ' ' }, '104823'],
    [{ order_code: null, reference: null }, null],
  ])('%j is shown as %s', (consignment, shown) => {
    expect(shownReference(consignment)).toBe(shown)
  })
})

describe('its status', () => {
  const AT = '2026-11-20 14:05:00'
  const dated = (dates: Record<string, string | null>) => exampleConsignment({ dates })
  const deleting = (dates: Record<string, string | null> = {}) =>
    exampleConsignment({ dates, status: 'Being deleted' })

  describe.each([
    [{}, 'Awaiting pick-up', 'grey'],
    [{ picked_at: null, delivered_at: ' ' }, 'Awaiting pick-up', 'grey'],
    [{ created_at: AT, manifested_at: AT }, 'Awaiting pick-up', 'grey'],
    [{ picked_at: AT }, 'Out for delivery', 'sky'],
    [{ picked_at: AT, delivered_at: AT }, 'Delivered', 'lime'],
    [{ delivered_at: AT }, 'Delivered', 'lime'],
  ])('with %j', (dates, label, tone) => {
    // CON-3
    test(`it is ${label}`, () => {
      expect(shownStage(consignmentStage(dated(dates)))).toEqual({ label, tone })
    })

    test('it can be deleted exactly while it awaits its pick-up', () => {
      const { offered, reason } = canDeleteConsignment(dated(dates))
      expect(offered).toBe(label === 'Awaiting pick-up')
      expect(reason).toBe(offered ? null : 'The consignment has already been picked up')
    })
  })

  test('one that is being deleted says so until it is picked up, and cannot be deleted again', () => {
    expect(shownStage(consignmentStage(deleting()))).toEqual({ label: 'Being deleted', tone: 'orange' })
    expect(canDeleteConsignment(deleting())).toEqual({
      offered: false,
      reason: 'The consignment is being deleted',
    })
    expect(consignmentStage(deleting({ picked_at: AT }))).toBe('out')
  })

  test('accepts dates outside their group', () => {
    expect(consignmentStage(exampleConsignment({ picked_at: AT }))).toBe('out')
  })
})
