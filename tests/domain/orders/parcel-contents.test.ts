import { describe, expect, test } from 'vitest'
import { equalsStart, startingParcels, withStart } from '../../../src/domain/freight/parcel-filling.ts'
import { firstRows, withCell, withoutRow, withTypedParcel } from '../../../src/domain/freight/parcels.ts'
import { contentsLine, contentsOfPieces, withNextParcel } from '../../../src/domain/orders/parcel-contents.ts'

const A = (quantity: number) => ({ code: 'A', line: null, quantity })
const B = { code: 'B', line: '2', quantity: 0.5 }

// PACK-4
describe('the contents of the pieces', () => {
  test.each([
    ['nothing was scanned', [[]], 1, null],
    ['all is in the only piece', [[A(2), B]], 1, [[A(2), B]]],
    ['as many were begun', [[A(2)], [A(1), B], []], 2, [[A(2)], [A(1), B]]],
    ['several were put into one', [[A(2)], [A(1), B], [B]], 1, [[A(3), { ...B, quantity: 1 }]]],
    ['more are booked', [[A(2)], [B]], 3, null],
    ['fewer are booked', [[A(2)], [B], [A(1)]], 2, null],
  ])('where %s', (_, contents, pieces, expected) => {
    expect(contentsOfPieces(contents, pieces)).toEqual(expected)
  })

  test('begin anew only after something is in the parcel', () => {
    expect(withNextParcel([[A(1)]])).toEqual([[A(1)], []])
    expect(withNextParcel([[A(1)], []])).toBeNull()
  })

  test('are one line', () => {
    const line = contentsLine([
      { code: 'ELBOW', name: 'Elbow 15 mm', quantity: 2 },
      { code: null, name: 'Fee', quantity: 1 },
    ])
    expect(line).toBe('2 × ELBOW, 1 × Fee')
  })
})

// PACK-4
describe('the parcels after some were packed', () => {
  const small = { name: 'Small', height_cm: 10, length_cm: 10, width_cm: 10, tare_kg: 0.1, most_kg: 5 }
  const large = { name: 'Large', height_cm: 40, length_cm: 40, width_cm: 40, tare_kg: 0.5, most_kg: 24 }
  const item = (line: string, code: string, quantity: number, weight: number) => ({
    ...{ line, code, quantity, weight, height: 2, depth: 2, width: 2 },
  })
  const items = [item('1', 'A', 3, 2), item('2', 'B', 1.5, 1), item('3', 'A', 1, 2)]
  const again = {
    order_code: '104700',
    pieces: [{ package_type: null, height: 1, length: 1, width: 1, weight: 1 }],
  }
  const begun = (packed: Parameters<typeof startingParcels>[2]) => {
    const start = startingParcels({ items, again }, [small, large], packed)
    return typeof start === 'string' ? start : [start.reason, ...start.pieces.map(({ weight }) => weight)]
  }

  test.each([
    [[], ['As the same items were sent with order 104700', 1]],
    [[[A(2)]], ['As packed: 1 × Small, 1 × Large', 4.1, 6]],
    [
      [[A(2)], [A(2)]],
      ['As packed: 3 × Small', 4.1, 4.1, 1.6],
    ],
    [[[A(4), { ...B, quantity: 1.5 }]], ['As packed: 1 × Large', 10]],
    [[[A(9)]], ['As packed: 1 × Large, 1 × Small', 8.5, 1.6]],
  ])('%j are weighed by what is in them: %j', (packed, expected) => {
    expect(begun(packed)).toEqual(expected)
  })

  test('are one carton, even if it is heavier than it may be', () => {
    const heavy = [item('1', 'A', 5, 10)]
    const start = startingParcels(
      { items: heavy, again: { order_code: null, pieces: [] } },
      [small, large],
      [[A(3)]],
    )
    expect(start).toMatchObject({ pieces: [{ weight: 30.5 }, { weight: 20.5 }] })
  })
})

// PACK-2, PACK-4
describe('parcels in a form', () => {
  const piece = { package_type: null, height: 10, length: 20, width: 30, weight: 2 }
  const start = (pieces: number) => ({
    from: 'proposal' as const,
    pieces: Array(pieces).fill(piece),
    reason: '',
  })
  const proposed = withStart(firstRows('104823'), start(2), '104823')
  const typed = { quantity: '1', height: '1', length: '2', width: '3', weight: '4' }
  const quantities = (rows: typeof proposed) => rows.map(({ quantity, height }) => [quantity, height])

  test('follow another start only while nobody has chosen otherwise', () => {
    expect(quantities(withStart(proposed, start(3), '104823'))).toEqual([['3', '10']])
    expect(equalsStart(proposed, start(2))).toBe(true)
    const bag = withCell(proposed, '1', 'package_type', 'a5')
    expect(withStart(bag, start(3), '104823')).toEqual(bag)
    const mixed = { ...start(2), pieces: [piece, { ...piece, weight: 3 }] }
    const fewer = withoutRow(withStart(firstRows('104823'), mixed, '104823'), '2')
    expect(withStart(fewer, mixed, '104823')).toEqual(fewer)
  })

  test('that are typed come after those packed before', () => {
    const second = withTypedParcel(proposed, { ...typed, number: 2 }, '104823')
    expect(quantities(second)).toEqual([
      ['1', '10'],
      ['1', '1'],
    ])
    const again = withTypedParcel(second, { ...typed, height: '9', number: 2 }, '104823')
    expect(quantities(again).map(([, height]) => height)).toEqual(['10', '9'])
    expect(quantities(withTypedParcel(again, { ...typed, number: 1 }, '104823'))).toEqual([['1', '1']])
    const several = withTypedParcel([], { ...typed, quantity: '3', number: 1 }, '104823')
    expect(quantities(withTypedParcel(several, { ...typed, number: 2 }, '104823'))).toEqual([
      ['3', '1'],
      ['1', '1'],
    ])
  })
})
