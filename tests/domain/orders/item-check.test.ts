import { describe, expect, test } from 'vitest'
import type { OrderItem } from '../../../src/contract/orders.ts'
import {
  type CheckedItem,
  itemsToCheck,
  leftOf,
  readItem,
  readPieces,
  sentNote,
  stillToScan,
  withScanned,
} from '../../../src/domain/orders/item-check.ts'
import { fc } from '../../properties.ts'

const item = (code: string | null, quantity: number | null): OrderItem => ({
  id: `${code} ${quantity}`,
  quantity,
  fulfilled_quantity: null,
  costs: { subtotal: 100 },
  product: { code, name: 'Name', price: 100 },
})
const ITEMS: CheckedItem[] = [
  { code: 'ABC', ordered: 3, scanned: 1 },
  { code: '2ABC', ordered: 1, scanned: 0 },
  { code: 'KB-100', ordered: 2, scanned: 2 },
]

test('each product of an order is checked once, except those without a code', () => {
  expect(itemsToCheck([item('ABC', 2), item(null, 4), item('KB-100', 1.5), item('ABC', 1)])).toEqual([
    { code: 'ABC', ordered: 3, scanned: 0 },
    { code: 'KB-100', ordered: 2, scanned: 0 },
  ])
  expect(itemsToCheck([item('ABC', null)])).toEqual([{ code: 'ABC', ordered: 0, scanned: 0 }])
})

describe('a text', () => {
  test.each<[string, [string, number] | null]>([
    ['ABC', ['ABC', 1]],
    [' abc ', ['ABC', 1]],
    ['2ABC', ['2ABC', 1]],
    ['3*ABC', ['ABC', 3]],
    ['3 ABC', ['ABC', 3]],
    ['3ABC', ['ABC', 3]],
    // Twelve pieces of ABC, or one of 2ABC.
    ['12ABC', null],
    ['12KB-100', ['KB-100', 12]],
    ['1234ABC', null],
    ['XABC', null],
    ['ABCX', null],
    ['', null],
  ])('%j names %j', (text, named) => {
    expect(readItem(ITEMS, text)).toEqual(named && { code: named[0], pieces: named[1] })
  })

  test.each([
    ['3', 3],
    ['3*', 3],
    ['120', 120],
    ['0', null],
    ['104823', null],
    ['A3', null],
  ])('%j is the number of pieces %s', (text, pieces) => expect(readPieces(text)).toBe(pieces))
})

describe('a scan', () => {
  test('counts its pieces', () => {
    expect(withScanned(ITEMS, { code: 'ABC', pieces: 2 })).toEqual({
      items: [{ code: 'ABC', ordered: 3, scanned: 3 }, ITEMS[1], ITEMS[2]],
    })
  })

  test.each([
    ['KB-100', 1, 'Too many of KB-100: 3 instead of 2'],
    ['ABC', 3, 'Too many of ABC: 4 instead of 3'],
    ['DEF', 1, 'DEF is not in this order'],
  ])('of %s, %i pieces, is wrong', (code, pieces, wrong) => {
    expect(withScanned(ITEMS, { code, pieces })).toEqual({ wrong })
  })
})

test('what is missing is named with its pieces', () => {
  expect(stillToScan(ITEMS)).toBe('Still to scan: 2 of ABC, 1 of 2ABC')
  expect(stillToScan(ITEMS.slice(2))).toBeNull()
  expect(stillToScan([])).toBeNull()
})

test('any right scans in any order are complete exactly when all pieces were scanned', () => {
  const ordered = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(ordered, fc.infiniteStream(fc.nat(3)), (counts, picks) => {
      let items = itemsToCheck(counts.map((count, index) => item(`P${index}`, count)))
      let left = counts.reduce((sum, count) => sum + count, 0)
      for (const pick of picks) {
        expect(stillToScan(items) === null).toBe(left === 0)
        if (left === 0) return
        const open = items.filter(({ ordered: most, scanned }) => scanned < most)
        const after = withScanned(items, { code: open[pick % open.length]?.code ?? '', pieces: 1 })
        if ('wrong' in after) throw new Error(after.wrong)
        items = after.items
        left -= 1
      }
    }),
  )
})

// ORD-90
describe('what was sent elsewhere', () => {
  test.each([
    [5, null, 5, null],
    [5, 0, 5, null],
    [5, 2, 3, '2 sent, 3 left'],
    [5, 5, 0, '5 sent, 0 left'],
    [5, 9, 0, '5 sent, 0 left'],
    [5, -1, 5, null],
    [2.5, 1, 1.5, '1 sent, 1.5 left'],
    [null, 2, 0, null],
  ])('of %j pieces, %j were sent: %j are left', (quantity, fulfilled_quantity, left, note) => {
    expect(leftOf({ quantity, fulfilled_quantity })).toBe(left)
    expect(sentNote({ quantity, fulfilled_quantity })).toBe(note)
  })

  test('need not be scanned', () => {
    const items = [
      { ...item('ABC', 5), fulfilled_quantity: 2 },
      { ...item('DEF', 1), fulfilled_quantity: 1 },
      item('GHI', 2),
    ]
    expect(itemsToCheck(items)).toEqual([
      { code: 'ABC', ordered: 3, scanned: 0 },
      { code: 'GHI', ordered: 2, scanned: 0 },
    ])
  })
})
