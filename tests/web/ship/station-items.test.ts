import { describe, expect, test } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { payloadOf, stationOnTest, toSend } from './station-on-test.ts'

const ORDER = toSend('104823')
const NEXT = toSend('104824')
const NOTHING = { is: 'nothing' } as const

// SHIP-1
describe('bar codes of items', () => {
  const CARTON = '10614141000415'
  const EAN = '4006381333931'
  const opened = (quantity: number) => {
    const station = stationOnTest({ verifiesItems: true })
    const items = [{ id: 1, quantity, product: { code: 'ITEM-A', name: 'Elbow' } }]
    station.open(toSend('104823', { items }), [
      { code: EAN, quantity: 1, unit: null, product: 'ITEM-A' },
      { code: CARTON, quantity: 24, unit: 'carton', product: 'ITEM-A' },
    ])
    return station
  }

  test('count what they carry, times the number typed before, and too many are refused', () => {
    const station = opened(73)
    station.scan(CARTON)
    station.scan('2')
    station.scan(CARTON)
    expect([station.alert, station.sounds]).toEqual([null, ['right']])
    station.scan(CARTON)
    expect([station.alert, station.sounds]).toEqual(['Too many of ITEM-A: 96 instead of 73', ['wrong']])
    station.scan(EAN)
    station.enter()
    expect(station.did).toEqual(['book q1 for 104823'])
  })

  // SHIP-5
  test('book nothing by their own Enter, and everything by one Enter after the last', () => {
    const station = opened(25)
    station.scan(CARTON)
    station.scan(EAN)
    expect([station.did, station.phase]).toEqual([[], 'open'])
    station.enter(10)
    expect(station.did).toEqual([])
    station.enter()
    expect(station.did).toEqual(['book q1 for 104823'])
  })

  // SHIP-4
  test.each([
    [{ is: 'product', code: 'VALVE' }, '73513537 is VALVE, which is not in this order'],
    [{ is: 'several', reason: 'Several products have it.' }, 'Several products have it.'],
    [{ is: 'unknown-barcode' }, 'Unknown bar code 73513537'],
    [{ is: 'nothing' }, '73513537 is not in this order'],
  ] as const)('that are none of the order are said: %j', (meaning, alert) => {
    const station = opened(1)
    station.scan('73513537')
    expect(station.did).toEqual(['open 73513537'])
    station.send({ type: 'not-found', code: '73513537', reason: '', isUnknown: true, meaning })
    expect([station.alert, station.phase]).toEqual([alert, 'open'])
    station.send({ type: 'note' })
    const isNoted = meaning.is === 'unknown-barcode'
    expect(station.did).toEqual(isNoted ? ['note 73513537 of 104823'] : [])
    expect(station.alert).toBe(isNoted ? null : alert)
  })

  test('that are unknown are noted as the bar code, without the lot and the serial number', () => {
    const station = opened(1)
    const meaning = { is: 'unknown-barcode' } as const
    const other = '10036000291459'
    for (const lot of ['LOT1', 'LOT2']) {
      const code = `]C101${other}10${lot}\u001d21${'9'.repeat(90)}`
      station.scan(code)
      station.send({ type: 'not-found', code, reason: '', isUnknown: true, meaning })
      expect(station.alert).toBe(`Unknown bar code ${other}`)
      station.send({ type: 'note' })
      expect(station.did).toEqual([`note ${other} of 104823`])
    }
  })

  test.each([
    [{ is: 'product', code: 'ELB-20' }, 'It is a bar code of ELB-20, not of an order.', false],
    [{ is: 'unknown-barcode' }, 'No order and no product has this bar code.', true],
  ] as const)('without an order are said: %j', (meaning, reason, isNoted) => {
    const station = stationOnTest({ verifiesItems: true })
    station.scan('73513537')
    station.send({ type: 'not-found', code: '73513537', reason: 'None', isUnknown: true, meaning })
    expect(station.state.phase).toMatchObject({ name: 'refused', reason, meaning })
    station.send({ type: 'note' })
    expect(station.did).toEqual(isNoted ? ['note 73513537 of no order'] : [])
  })

  test('that are unknown can be noted once, and not after another scan or once the message is closed', () => {
    const station = opened(2)
    const meaning = { is: 'unknown-barcode' } as const
    const note = () => station.send({ type: 'note' })
    for (const between of [note, () => station.scan(EAN), () => station.enter()]) {
      station.scan('73513537')
      station.send({ type: 'not-found', code: '73513537', reason: '', isUnknown: true, meaning })
      between()
      note()
      expect(station.did).toEqual([])
    }
  })
})

// SHIP-1, SHIP-4
test('the code of the next order opens it although it ends in the code of an item', () => {
  const station = stationOnTest({ verifiesItems: true })
  station.open(
    toSend('104822', { items: [{ id: 1, quantity: 10, product: { code: '4823', name: 'Elbow' } }] }),
  )
  station.scan('104823')
  expect([station.did, station.alert]).toEqual([['open 104823'], null])
})

// SHIP-3
test('an item without a code is confirmed by a space in the empty field, which books nothing', () => {
  const station = stationOnTest({ verifiesItems: true })
  station.open(toSend('104823', { items: [{ id: 1, quantity: 1, product: { code: null, name: 'Fee' } }] }))
  station.enter()
  expect(station.alert).toBe('Space confirms Fee')
  station.type(' ')
  expect([station.alert, station.sounds, station.state.text, station.did]).toEqual([null, ['right'], '', []])
  station.type(' ')
  expect([station.sounds, station.state.text]).toEqual([[], ''])
  station.enter()
  expect(station.did).toEqual(['book q1 for 104823'])
})

describe('items that must be verified', () => {
  const verifying = () => {
    const station = stationOnTest({ verifiesItems: true })
    station.open(ORDER)
    return station
  }

  test('block Enter until all are scanned, and it says what is missing', () => {
    const station = verifying()
    station.enter()
    expect([station.did, station.alert]).toEqual([[], 'Still to scan: 2 of ITEM-A, 1 of ITEM-B'])
    station.scan('ITEM-B')
    expect([station.alert, station.sounds]).toEqual([null, ['right']])
    station.scan('2*item-a')
    station.enter()
    expect(station.did).toEqual(['book q1 for 104823'])
  })

  test('take a number of pieces typed before the scan', () => {
    const station = verifying()
    station.scan('2')
    expect(station.did).toEqual([])
    station.scan('ITEM-A')
    station.scan('ITEM-B')
    station.enter()
    expect(station.did).toEqual(['book q1 for 104823'])
  })

  test('a surplus item is reported and must be confirmed, and is not counted', () => {
    const station = verifying()
    station.scan('2*ITEM-A')
    station.scan('ITEM-B')
    station.scan('ITEM-B')
    expect([station.alert, station.sounds]).toEqual(['Too many of ITEM-B: 2 instead of 1', ['wrong']])
    station.enter()
    expect([station.did, station.alert]).toEqual([[], null])
    station.enter()
    expect(station.did).toEqual(['book q1 for 104823'])
  })

  test('a wrong item is reported, and the order stays open with its scanned items', () => {
    const station = verifying()
    station.scan('ITEM-B')
    station.scan('ITEM-X')
    expect(station.did).toEqual(['open ITEM-X'])
    station.scan('2*ITEM-A')
    station.send({ type: 'not-found', code: 'ITEM-X', reason: '', isUnknown: true, meaning: NOTHING })
    expect([station.alert, station.sounds]).toEqual(['ITEM-X is not in this order', ['wrong']])
    station.enter()
    station.enter()
    expect(station.did).toEqual(['book q1 for 104823'])
  })

  test('the code of another order opens that order', () => {
    const station = verifying()
    station.scan('104824')
    station.found(NEXT)
    expect(station.state.phase).toMatchObject({ name: 'open', opened: { order: { code: '104824' } } })
  })

  test('stay scanned when their own order is scanned again', () => {
    const station = verifying()
    station.scan('ITEM-B')
    station.scan('104823')
    station.found(ORDER)
    expect(station.state.phase).toMatchObject({ opened: { items: [{}, { code: 'ITEM-B', scanned: 1 }] } })
  })

  test('a price that arrived while a code was looked up is requested again', () => {
    const station = stationOnTest({ verifiesItems: true })
    station.scan('104823')
    station.found(ORDER)
    station.prepare('104823')
    station.scan('ITEM-X')
    station.send({ type: 'not-found', code: 'ITEM-X', reason: '', isUnknown: true, meaning: NOTHING })
    expect(station.did).toEqual(['price 104823'])
  })
})

// SHIP-1
describe('items that change while they are verified', () => {
  const of = (...items: [id: number, quantity: number, code: string][]) =>
    toSend('104823', {
      items: items.map(([id, quantity, code]) => ({ id, quantity, product: { code, name: 'Part' } })),
    })
  const BEFORE = of([1, 2, 'ITEM-A'], [2, 12.5, 'HOSE'])
  const MORE = of([1, 2, 'ITEM-A'], [2, 12.5, 'HOSE'], [3, 1, 'ITEM-C'])
  const opened = (scans = ['2*ITEM-A', 'HOSE']) => {
    const station = stationOnTest({ verifiesItems: true })
    station.open(BEFORE)
    for (const code of scans) station.scan(code)
    return station
  }
  const changed = (order: Order) => ({ type: 'changed', order }) as const

  test.each<[string, Order]>([
    ['replaced by equal ones', of([11, 2, 'ITEM-A'], [12, 12.5, 'HOSE'])],
    ['put in another order', of([2, 12.5, 'HOSE'], [1, 2, 'ITEM-A'])],
  ])('stay scanned if their lines are %s', (_, order) => {
    const station = opened()
    station.send(changed(order))
    expect([station.alert, station.did, station.sounds]).toEqual([null, [], []])
    station.enter()
    expect(station.did).toEqual(['book q1 for 104823'])
    expect(station.booking?.contents?.flat().map(({ quantity }) => quantity)).toEqual([2, 12.5])
  })

  test.each<[string, Order, string, readonly string[]]>([
    ['more of one', of([1, 3, 'ITEM-A'], [2, 12.5, 'HOSE']), 'Still to scan: 1 of ITEM-A', ['ITEM-A']],
    ['a new one', MORE, 'Still to scan: 1 of ITEM-C', ['ITEM-C']],
  ])('must be scanned if there is %s', (_, order, missing, scans) => {
    const station = opened()
    station.send(changed(order))
    station.enter()
    expect([station.did, station.alert]).toEqual([[], missing])
    for (const code of scans) station.scan(code)
    station.enter()
    expect(station.did).toEqual(['book q1 for 104823'])
  })

  test.each<[string, Order, string, readonly number[]]>([
    ['fewer', of([1, 1, 'ITEM-A'], [2, 12.5, 'HOSE']), '1 of ITEM-A', [1, 12.5]],
    ['none', of([2, 12.5, 'HOSE']), '2 of ITEM-A', [12.5]],
  ])(
    'must be taken out if %s of them is ordered, which is confirmed first',
    (_, order, surplus, contents) => {
      for (const happen of ['changed', 'changed before the next scan', 'scanned again'] as const) {
        const isBefore = happen === 'changed before the next scan'
        const station = opened(isBefore ? ['2*ITEM-A'] : undefined)
        if (happen !== 'scanned again') station.send(changed(order))
        else {
          station.scan('104823')
          station.found(order)
          station.prepare('104823')
          station.price()
        }
        if (isBefore) station.scan('HOSE')
        if (isBefore) station.enter()
        expect(station.alert).toBe(`The items have changed. Take out ${surplus}`)
        station.enter()
        expect([station.did, station.alert]).toEqual([[], null])
        station.enter()
        expect(station.did).toEqual(['book q1 for 104823'])
        expect(station.booking?.contents?.flat().map(({ quantity }) => quantity)).toEqual(contents)
      }
    },
  )

  test.each([BEFORE, MORE])('are verified before a booking with an unknown outcome is repeated', (found) => {
    const station = opened()
    station.enter()
    station.send({ type: 'not-booked', quote: 'q1', reason: null, mayHaveHappened: true })
    station.scan('104823')
    station.found(found)
    if (found === BEFORE) station.send(changed(MORE))
    station.prepare('104823')
    station.price()
    station.enter()
    station.enter()
    expect(station.alert).toBe('Still to scan: 1 of ITEM-C')
  })

  test('are scanned by the bar codes of a new product, which are loaded', () => {
    const station = opened()
    station.send(changed(MORE))
    expect(station.did).toEqual(['load bar codes of 104823'])
    const barcodes = [{ code: '73513537', quantity: 1, unit: null, product: 'ITEM-C' }]
    station.send({ type: 'barcodes', code: '104823', barcodes })
    station.scan('73513537')
    station.enter()
    expect(station.did).toEqual(['book q1 for 104823'])
  })
})

// PACK-4
describe('the contents of parcels', () => {
  const EAN = '4006381333931'
  const ITEMS = [
    { id: 1, quantity: 3, product: { code: 'ITEM-A', name: 'Elbow' } },
    { id: 2, quantity: 1, product: { code: 'ITEM-B', name: 'Valve' } },
    { id: 3, quantity: 1, product: { code: null, name: 'Fee' } },
  ]
  const begun = (pieces: number) => {
    const station = stationOnTest({ verifiesItems: true })
    station.scan('104823')
    station.found(toSend('104823', { items: ITEMS }), [
      { code: EAN, quantity: 1, unit: null, product: 'ITEM-A' },
    ])
    station.prepare('104823', payloadOf('104823', pieces))
    station.price()
    return station
  }
  const A = (quantity: number) => ({ code: 'ITEM-A', name: 'Elbow', quantity })
  const B = { code: 'ITEM-B', name: 'Valve', quantity: 1 }
  const FEE = { code: null, name: 'Fee', quantity: 1 }
  type Keys = readonly string[]
  const run = (pieces: number, keys: Keys) => {
    const station = begun(pieces)
    for (const key of keys) {
      if (key === '+' || key === ' ') station.type(key)
      else station.scan(key)
    }
    station.enter()
    return station.booking?.contents
  }

  test.each<[string, number, Keys, object[][] | null]>([
    ['each in the parcel that was begun', 2, [EAN, EAN, '+', 'ITEM-B', EAN, ' '], [[A(2)], [B, A(1), FEE]]],
    [
      'no empty parcel, however often + is pressed',
      2,
      ['+', EAN, '+', '+', '2*ITEM-A', 'ITEM-B', ' ', '+'],
      [[A(1)], [A(2), B, FEE]],
    ],
    ['unknown, if more parcels are booked than were begun', 2, ['3*ITEM-A', 'ITEM-B', ' '], null],
  ])('are %s', (_, pieces, keys, contents) => {
    expect(run(pieces, keys)).toEqual(contents)
  })

  test('begin no parcel by the + that a scanned code begins with', () => {
    const station = begun(1)
    station.scan(EAN)
    const { contents } = station.state.phase.name === 'open' ? station.state.phase.opened : {}
    const at = 100_000
    for (const [index, text] of ['+', '+A', '+A1', '+A12'].entries())
      station.send({ type: 'typed', text, at: at + index * 30 })
    // The timer of the plus.
    station.send({ type: 'letter', letter: '+', typedAt: at })
    expect(station.state.text).toBe('+A12')
    station.send({ type: 'enter', at: at + 130, isRepeat: false })
    expect(station.did).toEqual(['open +A12'])
    expect(station.state.phase).toMatchObject({ behind: { contents } })
  })

  test('begin a parcel by a + right before Enter, because no code is a + alone', () => {
    const station = begun(1)
    station.scan(EAN)
    const at = 100_000
    station.send({ type: 'typed', text: '+', at })
    station.send({ type: 'enter', at: at + 60, isRepeat: false })
    expect(station.did).toEqual([])
    expect(station.state.phase).toMatchObject({ opened: { contents: [[{ code: 'ITEM-A' }], []] } })
  })

  test('begin a parcel by a + that a hand presses right before a scan', () => {
    const station = begun(1)
    station.scan(EAN)
    const at = 100_000
    station.send({ type: 'typed', text: '+', at })
    station.send({ type: 'typed', text: '+2', at: at + 101 })
    expect(station.state.text).toBe('2')
    expect(station.state.phase).toMatchObject({ opened: { contents: [[{ code: 'ITEM-A' }], []] } })
  })

  test('begin no parcel by + without scans, with another back end, or while there is text', () => {
    const unverified = stationOnTest()
    unverified.open(toSend('104823'))
    unverified.type('+')
    expect(unverified.state.text).toBe('+')
    const elsewhere = stationOnTest({ verifiesItems: true, keepsContents: false })
    elsewhere.open(toSend('104823', { items: ITEMS }))
    elsewhere.scan('ITEM-A')
    elsewhere.type('+')
    expect(elsewhere.state.text).toBe('+')
    const station = begun(1)
    station.scan(EAN)
    station.type('3')
    station.type('3+')
    expect(station.state.text).toBe('3+')
  })

  test('are neither booked nor printed with another back end', () => {
    const station = stationOnTest({ verifiesItems: true, keepsContents: false })
    station.open(toSend('104823', { items: ITEMS }))
    for (const code of ['3*ITEM-A', 'ITEM-B']) station.scan(code)
    station.type(' ')
    station.prepare('104823')
    station.price()
    station.enter()
    expect(station.booking).toMatchObject({ contents: null })
    station.send({ type: 'booked', quote: 'q1', consignment: 'C1' })
    expect(station.effects).toContainEqual({ type: 'print', consignment: 'C1', hasContents: false })
  })

  test('are kept when the order is scanned again, and printed after the label', () => {
    const station = begun(1)
    for (const code of [EAN, '2*ITEM-A', 'ITEM-B', '104823']) station.scan(code)
    station.found(toSend('104823', { items: ITEMS }))
    station.type(' ')
    station.prepare('104823')
    station.price()
    station.enter()
    expect(station.booking?.contents).toEqual([[A(3), B, FEE]])
    station.send({ type: 'booked', quote: 'q1', consignment: 'C1' })
    expect(station.effects).toContainEqual({ type: 'print', consignment: 'C1', hasContents: true })
  })
})

describe('an order that is stopped', () => {
  const CANCELLED = { status: 'Cancelled', dates: { cancelled_at: '2026-11-25T01:10:00Z' } }
  const REASON = 'Cancelled in the shop, 25/11/2026 14:10'

  test('ORD-43 an order on hold needs a second Enter, which the station says with a sound', () => {
    const station = stationOnTest()
    station.open(toSend('104823', { status: 'On hold' }))
    station.enter()
    const alert = 'On hold. Press Enter again to book it anyway.'
    expect([station.alert, station.sounds, station.did]).toEqual([alert, ['wrong'], []])
    station.enter()
    expect(station.did).toEqual(['book q1 for 104823'])
  })

  test('ORD-61 a stop of the credit refuses the order', () => {
    const station = stationOnTest()
    station.scan('104823')
    station.found(toSend('104823', { customer: { credit_stop: true } }))
    expect(station.state.phase).toMatchObject({ name: 'refused', reason: 'The customer’s credit is stopped' })
  })

  test('ORD-42 a stopped order is refused with the reason', () => {
    const station = stationOnTest()
    station.scan('104823')
    station.found(toSend('104823', CANCELLED))
    expect([station.state.phase, station.sounds]).toMatchObject([
      { name: 'refused', code: '104823', reason: REASON },
      ['wrong'],
    ])
  })

  test('ORD-45 an order that is stopped while its price is shown can no longer be booked', () => {
    const station = stationOnTest()
    station.open(toSend('104823'))
    station.send({ type: 'changed', order: toSend('104823', CANCELLED) })
    expect([station.state.phase, station.sounds]).toMatchObject([
      { name: 'refused', code: '104823', reason: REASON },
      ['wrong'],
    ])
    station.enter()
    expect(station.did).toEqual([])
  })

  test('ORD-45 a booked order is not shown as booked once it is stopped', () => {
    const station = stationOnTest()
    station.open(toSend('104823'))
    station.enter()
    station.send({ type: 'booked', quote: 'q1', consignment: 'C1' })
    station.send({ type: 'changed', order: toSend('104823', CANCELLED) })
    expect(station.state.phase).toMatchObject({ name: 'refused', code: '104823', reason: REASON })
  })

  test('a change of another order, or of one that stays open, leaves the price', () => {
    const station = stationOnTest()
    station.open(toSend('104823'))
    station.send({ type: 'changed', order: toSend('104824', CANCELLED) })
    station.send({ type: 'changed', order: toSend('104823', { notes: 'Ring first' }) })
    expect(station.phase).toBe('open')
    station.enter()
    expect(station.did).toEqual(['book q1 for 104823'])
  })
})
