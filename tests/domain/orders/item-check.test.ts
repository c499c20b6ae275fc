import { describe, expect, test } from 'vitest'
import type { OrderItem } from '../../../src/contract/orders.ts'
import {
  type CheckedItem,
  followedItems,
  type ItemBarcode,
  itemsToCheck,
  leftOf,
  readItem,
  readPieces,
  sentNote,
  stillToScan,
  surplusOf,
  withConfirmed,
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
const pieces = (code: string, ordered: number, scanned = 0): CheckedItem => ({
  ...{ code, line: null, ordered, scanned },
  by: 'pieces',
})
const ITEMS = [pieces('ABC', 3, 1), pieces('2ABC', 1), pieces('KB-100', 2, 2)]
const scan = (code: string, typed: number | null = null) => ({ code, typed, quantity: 1, measure: null })

// SHIP-2, SHIP-3
test('each product is checked once, and each line that is measured or has no code on its own', () => {
  const named = { ...item('Pallet fee', 1), product: { code: 'Pallet fee', name: 'Pallet fee', price: 1 } }
  const note = { ...item(null, 0), product: { code: null, name: 'Ring the bell', price: 0 } }
  const all = [item('ABC', 2), item(null, 4), item('KB-100', 1.5), named, item('ABC', 1), note]
  expect(itemsToCheck(all, [])).toEqual([
    pieces('ABC', 3),
    { code: 'Name', line: 'null 4', ordered: 4, scanned: 0, by: 'key' },
    { code: 'KB-100', line: 'KB-100 1.5', ordered: 1.5, scanned: 0, by: 'measure' },
    { code: 'Pallet fee', line: 'Pallet fee 1', ordered: 1, scanned: 0, by: 'either' },
  ])
  expect(itemsToCheck([item('ABC', null)], [])).toEqual([pieces('ABC', 0)])
})

// SHIP-3
test('a code with spaces is a name only if it is the whole name, and no bar code knows its product', () => {
  const pipe = (name: string, quantity = 3) => [
    { ...item('PEX 20', quantity), product: { code: 'PEX 20', name, price: 1 } },
  ]
  const barcode: ItemBarcode = { code: EAN, quantity: 1, unit: null, product: 'PEX 20' }
  const either = { code: 'PEX 20', line: 'PEX 20 3', ordered: 3, scanned: 0, by: 'either' } as const
  expect(itemsToCheck(pipe('PEX 20 mm pipe'), [])).toEqual([pieces('PEX 20', 3)])
  expect(itemsToCheck(pipe('Pex 20'), [barcode])).toEqual([pieces('PEX 20', 3)])
  expect(itemsToCheck(pipe('Pex 20'), [])).toEqual([either])
  const long = `Pipe ${'x'.repeat(200)}`
  const cut = { ...item('', 1), product: { code: long.slice(0, 100), name: long, price: 1 } }
  expect(itemsToCheck([cut], [])).toMatchObject([{ by: 'either' }])
})

// SHIP-3
test('an item with its name as code is counted by scans, too, and a key confirms the rest', () => {
  const either = (code: string, ordered: number, scanned = 0): CheckedItem => ({
    ...{ code, line: code, ordered, scanned },
    by: 'either',
  })
  const items = [either('PEX 20', 3), either('Hose 12', 2.5)]
  const read = readItem(items, [], '2*pex 20')
  expect(read).toEqual(scan('PEX 20', 2))
  const after = withScanned(items, scan('PEX 20', 2))
  expect(after).toEqual({ items: [either('PEX 20', 3, 2), items[1]] })
  expect(withConfirmed([either('PEX 20', 3, 2)])).toEqual([either('PEX 20', 3, 3)])
  expect(withScanned(items, scan('Hose 12'))).toEqual({ items: [items[0], either('Hose 12', 2.5, 2.5)] })
  expect(withScanned([either('Hose 12', 2.5, 2.5)], scan('Hose 12'))).toEqual({
    wrong: 'Hose 12 was scanned already',
  })
})

describe('a text', () => {
  test.each<[string, string, number | null]>([
    ['12*40', '12*40', null],
    ['2*12*40', '12*40', 2],
    ['3*8', 'ABC', null],
    ['12 * 40', '40', 12],
  ])('%j that is a code or a bar code with a star is %j, %j times', (text, code, typed) => {
    const items = [pieces('12*40', 5), pieces('40', 20), pieces('8', 5), pieces('ABC', 5)]
    const starred: ItemBarcode = { code: '3*8', quantity: 1, unit: null, product: 'ABC' }
    expect(readItem(items, [starred], text)).toEqual(scan(code, typed))
  })

  test.each<[string, [string, number | null] | null]>([
    ['ABC', ['ABC', null]],
    [' abc ', ['ABC', null]],
    ['2ABC', ['2ABC', null]],
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
    expect(readItem(ITEMS, [], text)).toEqual(named && scan(...named))
  })

  // SHIP-1, SHIP-4
  test.each<[string, number | null | undefined]>([
    ['4823', null],
    ['5*4823', 5],
    ['5 4823', 5],
    // Codes of other products or of orders.
    ['54823', undefined],
    ['104823', undefined],
  ])('%j is the code 4823, which begins with a digit, %j times', (text, typed) => {
    expect(readItem([pieces('4823', 20)], [], text)).toEqual(typed === undefined ? null : scan('4823', typed))
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
    expect(withScanned(ITEMS, scan('ABC', 2))).toEqual({ items: [pieces('ABC', 3, 3), ITEMS[1], ITEMS[2]] })
  })

  test.each([
    ['KB-100', 1, 'Too many of KB-100: 3 instead of 2'],
    ['ABC', 3, 'Too many of ABC: 4 instead of 3'],
    ['DEF', 1, 'DEF is not in this order'],
  ])('of %s, %i pieces, is wrong', (code, pieces, wrong) => {
    expect(withScanned(ITEMS, scan(code, pieces))).toEqual({ wrong })
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
      const products = counts.map((count, index) => item(`P${index}`, count))
      let items = itemsToCheck(products, [])
      let left = counts.reduce((sum, count) => sum + count, 0)
      for (const pick of picks) {
        expect(stillToScan(items) === null).toBe(left === 0)
        if (left === 0) return
        const open = items.filter(({ ordered: most, scanned }) => scanned < most)
        const after = withScanned(items, scan(open[pick % open.length]?.code ?? ''))
        if ('wrong' in after) throw new Error(after.wrong)
        items = after.items
        left -= 1
      }
    }),
  )
})

const EAN = '4006381333931'
const CARTON = '10614141000415'
const SHARED = '73513537'
const BARCODES: ItemBarcode[] = [
  { code: EAN, quantity: 1, unit: null, product: 'ABC' },
  { code: CARTON, quantity: 24, unit: 'carton', product: 'ABC' },
  { code: SHARED, quantity: 1, unit: null, product: 'ABC' },
  { code: SHARED, quantity: 1, unit: null, product: 'XYZ' },
]

// SHIP-1
describe('a bar code', () => {
  const items = [pieces('ABC', 50), pieces(EAN.slice(1), 1)]
  test.each([
    [EAN, 1],
    [`0${EAN}`, 1],
    [`3*${EAN}`, 3],
    [CARTON, 24],
    [`2*${CARTON}`, 48],
    [`(01)${CARTON}(37)2(10)LOT`, 48],
    [`]C101${CARTON}372\u001d21SER`, 48],
  ])('%j counts %i of its product', (text, count) => {
    const read = readItem(items, BARCODES, text)
    if (read === null || 'wrong' in read) throw new Error('It names no item.')
    expect(withScanned(items, read)).toEqual({ items: [pieces('ABC', 50, count), items[1]] })
  })

  // PRD-8
  test('of two products counts none, also if one is the code of the other', () => {
    const wrong = { wrong: `${SHARED} is a bar code of ABC and XYZ. Scan or type the code of the product` }
    expect(readItem(items, BARCODES, SHARED)).toEqual(wrong)
    const code: ItemBarcode[] = [{ code: SHARED, quantity: 1, unit: null, product: 'ABC' }]
    const both = [pieces('ABC', 1), pieces(SHARED, 1)]
    expect(readItem(both, code, SHARED)).toMatchObject({
      wrong: expect.stringContaining(`ABC and ${SHARED}`),
    })
  })

  // PRD-7
  test('whose count cannot be read counts none', () => {
    expect(readItem(items, BARCODES, `]C101${CARTON}3724${'10LOT'}`)).toEqual({
      wrong: `]C101${CARTON}372410LOT lacks its separators: set the scanner to send FNC1 as ASCII 29`,
    })
  })
})

// SHIP-2
describe('a quantity that is not whole', () => {
  const hose = (scanned: number) => [
    { code: 'HOSE', line: '1', ordered: 12.5, scanned, by: 'measure' } as const,
    pieces('HOSE', 2),
  ]
  const measured = (measure: number) => ({ ...scan('HOSE'), measure })

  test('is one scan, after the pieces of the same product', () => {
    let items: readonly CheckedItem[] = hose(0)
    for (const left of ['12.5 of HOSE, 1 of HOSE', '12.5 of HOSE', null]) {
      const after = withScanned(items, scan('HOSE'))
      if ('wrong' in after) throw new Error(after.wrong)
      items = after.items
      expect(stillToScan(items)).toBe(left && `Still to scan: ${left}`)
    }
    expect(withScanned([hose(12.5)[0] ?? pieces('', 0)], scan('HOSE'))).toEqual({
      wrong: 'HOSE was scanned already',
    })
  })

  test('is the sum of what its bar codes measure', () => {
    expect(withScanned(hose(0), measured(5.2))).toEqual({ items: hose(5.2) })
    expect(withScanned(hose(5.2), measured(7.3))).toEqual({ items: hose(12.5) })
    expect(withScanned([...hose(5.2)].slice(0, 1), measured(7.4))).toEqual({
      wrong: 'Too many of HOSE: 12.6 instead of 12.5',
    })
  })
})

// SHIP-2, PRD-7
// SHIP-2
test('a piece of another length is another piece', () => {
  const cut: CheckedItem = { code: 'HOSE', line: '7', ordered: 12.5, scanned: 12.5, by: 'measure' }
  const followed = followedItems([cut], [{ ...cut, ordered: 13.5, scanned: 0 }])
  expect([followed[0]?.item.scanned, surplusOf([cut], followed)]).toEqual([0, ['12.5 of HOSE']])
})

describe('the measure of a bar code', () => {
  const WEIGHT = `01${CARTON}3102000250`
  const LENGTH = `01${CARTON}3112000520`
  const hose: CheckedItem = { code: 'ABC', line: '1', ordered: 12.5, scanned: 0, by: 'measure' }
  test.each<[string, string | null, string, CheckedItem, number]>([
    ['nothing of pieces', null, WEIGHT, pieces('ABC', 5), 1],
    ['nothing of pieces', 'carton', LENGTH, pieces('ABC', 5), 1],
    ['whole kilograms', 'kg', WEIGHT, pieces('ABC', 5), 2.5],
    ['whole metres', 'Metre', LENGTH, pieces('ABC', 12), 5.2],
    ['no kilograms of metres', 'm', WEIGHT, hose, 12.5],
    ['no metres of kilograms', 'KG', LENGTH, hose, 12.5],
    ['no kilograms of a line whose unit is not known', null, WEIGHT, hose, 12.5],
    ['the metres of such a line', null, LENGTH, hose, 5.2],
    ['the metres of a symbol that has both', 'm', `${WEIGHT}3112000520`, hose, 5.2],
    ['the kilograms of a symbol that has both', 'kg', `${LENGTH}3102000250`, hose, 2.5],
  ])('counts %s: unit %j, %s', (_, unit, text, ordered, scanned) => {
    const read = readItem([ordered], [{ code: CARTON, quantity: 1, unit, product: 'ABC' }], text)
    if (read === null || 'wrong' in read) throw new Error('It names no item.')
    expect(withScanned([ordered], read)).toEqual({ items: [{ ...ordered, scanned }] })
  })
})

// SHIP-3
test('items without a code are confirmed one after another', () => {
  const key = (code: string, scanned = 0): CheckedItem => ({
    code,
    line: code,
    ordered: 2,
    scanned,
    by: 'key',
  })
  const items = [key('Pallet fee'), pieces('ABC', 1), key('Advice')]
  expect(stillToScan(items)).toBe('Still to scan: 1 of ABC. Space confirms Pallet fee, Advice')
  const once = withConfirmed(items) ?? []
  expect(once).toEqual([key('Pallet fee', 2), pieces('ABC', 1), key('Advice')])
  expect(withConfirmed(withConfirmed(once) ?? [])).toBeNull()
  expect(readItem(items, [], 'Pallet fee')).toBeNull()
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
    expect(itemsToCheck(items, [])).toEqual([pieces('ABC', 3), pieces('GHI', 2)])
  })
})
