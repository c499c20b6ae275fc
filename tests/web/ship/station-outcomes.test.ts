import { describe, expect, test } from 'vitest'
import { payloadOf, stationOnTest, toSend } from './station-on-test.ts'

const ORDER = toSend('104823')
const NEXT = toSend('104824')
const failed = (reason: string | null = null) =>
  ({ type: 'not-booked', quote: 'q1', reason, mayHaveHappened: false }) as const
const lost = { type: 'not-booked', quote: 'q1', reason: null, mayHaveHappened: true } as const

test('a changed parcel is priced anew, and an unchanged one is not', () => {
  const station = stationOnTest()
  station.open(ORDER)
  station.prepare('104823')
  expect(station.did).toEqual([])
  station.prepare('104823', payloadOf('104823', 2))
  expect(station.did).toEqual(['price 104823'])
  station.enter()
  expect(station.did).toEqual([])
})

test('a parcel is typed in one line', () => {
  const station = stationOnTest()
  station.scan('104823')
  station.found(ORDER)
  station.scan('22x60x30 11.4')
  expect(station.did).toEqual([])
  expect(station.state.phase).toMatchObject({ opened: { parcel: { height: '22', weight: '11.4' } } })
})

describe('a booking', () => {
  test('that is refused shows the reason and new prices', () => {
    const station = stationOnTest()
    station.open(ORDER)
    station.enter()
    station.send(failed('The price has expired'))
    expect([station.did, station.alert]).toEqual([['price 104823'], 'The price has expired'])
  })

  test('with an unknown outcome repeats the same price only', () => {
    const station = stationOnTest()
    station.open(ORDER)
    station.enter()
    station.send(lost)
    expect([station.phase, station.did, station.sounds]).toEqual(['unknown', [], ['wrong']])
    station.send({ type: 'move', step: 1 })
    station.enter()
    expect(station.did).toEqual(['book q1 for 104823'])
  })

  test('with an unknown outcome is still unknown when the order is scanned again', () => {
    const station = stationOnTest()
    station.open(ORDER)
    station.enter()
    station.send(lost)
    station.open(NEXT)
    station.scan('104823')
    station.found(ORDER)
    expect([station.phase, station.did]).toEqual(['unknown', []])
  })

  test('with an unknown outcome is never repeated at a back end that could book it twice', () => {
    const station = stationOnTest({ booksOnce: false })
    station.open(ORDER)
    station.enter()
    station.send(lost)
    station.enter()
    expect([station.phase, station.did]).toEqual(['unknown', []])
    station.send({ type: 'close' })
    station.scan('104823')
    station.found(ORDER)
    station.enter()
    expect([station.phase, station.did]).toEqual(['unknown', []])
  })

  test('without a number prints nothing, and its order counts as finished', () => {
    const station = stationOnTest()
    station.open(ORDER)
    station.enter()
    station.send({ type: 'booked', quote: 'q1', consignment: null })
    expect([station.phase, station.did]).toEqual(['booked', []])
    station.scan('104823')
    station.found(ORDER)
    expect(station.phase).toBe('refused')
  })
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
    station.send({ type: 'not-found', code: 'ITEM-X', reason: '', isUnknown: true })
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
    station.send({ type: 'not-found', code: 'ITEM-X', reason: '', isUnknown: true })
    expect(station.did).toEqual(['price 104823'])
  })
})

test('Esc cancels prices that are pending, so that the order can be opened anew', () => {
  const station = stationOnTest()
  station.scan('104823')
  station.found(ORDER)
  station.prepare('104823')
  station.send({ type: 'close' })
  expect([station.phase, station.did]).toEqual(['waiting', ['cancel price 104823']])
  station.open(ORDER)
  station.send({ type: 'close' })
  expect(station.did).toEqual([])
})

test('Esc clears the field, then the message, then the order; not a booking', () => {
  const station = stationOnTest()
  station.scan('104823')
  station.found(ORDER)
  station.prepare('104823', null)
  station.enter()
  station.type('1')
  const close = () => station.send({ type: 'close' })
  close()
  expect([station.state.text, station.alert]).toEqual(['', 'Not measured'])
  close()
  expect([station.phase, station.alert]).toEqual(['open', null])
  close()
  expect(station.phase).toBe('waiting')
  station.open(ORDER)
  station.enter()
  close()
  expect(station.phase).toBe('booking')
})
