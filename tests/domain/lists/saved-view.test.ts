import { expect, test } from 'vitest'
import { movedTo, viewNameFault, viewTitle } from '../../../src/domain/lists/saved-view.ts'

const view = (id: string, name: string, list = 'orders') => ({ id, name, list })
const VIEWS = [view('a', 'Unpaid'), view('b', 'Tāmaki'), view('c', 'Today', 'consignments')]

test.each([
  [view('', 'Ready'), null],
  [view('', ''), 'must not be empty'],
  [view('', ' \t '), 'must not be empty'],
  [view('', 'x'.repeat(60)), null],
  [view('', ` ${'x'.repeat(60)} `), null],
  [view('', 'x'.repeat(61)), 'must have at most 60 characters'],
  [view('', ' unpaid '), 'is the name of another view of orders'],
  [view('', 'TAMAKI'), 'is the name of another view of orders'],
  [view('', 'Today'), null],
  [view('a', 'unpaid'), null],
  [view('a', 'Tāmaki'), 'is the name of another view of orders'],
])('the name of %o: %s', (one, fault) => expect(viewNameFault(one, VIEWS)).toBe(fault))

test.each([
  ['a', 2, ['b', 'c', 'a']],
  ['c', 0, ['c', 'a', 'b']],
  ['b', 1, ['a', 'b', 'c']],
  ['b', 99, ['a', 'c', 'b']],
  ['x', 0, ['a', 'b', 'c']],
])('%s moves to %i: %j', (id, place, moved) => expect(movedTo(['a', 'b', 'c'], id, place)).toEqual(moved))

test('the title is the name, with the list only if it would be ambiguous', () => {
  const views = [...VIEWS, view('d', 'unpaid', 'consignments')]
  expect(views.map((one) => viewTitle(one, views))).toEqual([
    'Unpaid (orders)',
    'Tāmaki',
    'Today',
    'unpaid (consignments)',
  ])
})
