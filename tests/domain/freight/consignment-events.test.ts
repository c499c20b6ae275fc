import { expect, test } from 'vitest'
import { consignmentTimeline, withPlaceholders } from '../../../src/domain/freight/consignment-events.ts'
import { exampleConsignment } from '../example-consignment.ts'

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
