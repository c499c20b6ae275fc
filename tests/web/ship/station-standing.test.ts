import { expect, test } from 'vitest'
import { stationOnTest, toSend } from './station-on-test.ts'

const UNPAID = { status: 'Ordered', dates: {} }
const CANCELLED = { status: 'Cancelled', dates: { cancelled_at: '2026-11-25T01:10:00Z' } }
const REASON = 'Cancelled in the shop, 25/11/2026 14:10'

test.each([
  [UNPAID, 'The order is not paid yet. Press Enter again to book it anyway.'],
  [{ status: 'On hold' }, 'On hold. Press Enter again to book it anyway.'],
])('ORD-43 %j needs a second Enter, which the station says with a sound', (fields, alert) => {
  const station = stationOnTest()
  station.open(toSend('104823', fields))
  station.enter()
  expect([station.alert, station.sounds, station.did]).toEqual([alert, ['wrong'], []])
  station.enter()
  expect(station.did).toEqual(['book q1 for 104823'])
})

test('ORD-60 an unpaid order on account is booked by one Enter', () => {
  const station = stationOnTest()
  station.open(toSend('104823', { ...UNPAID, customer: { terms: 'account' } }))
  station.enter()
  expect(station.did).toEqual(['book q1 for 104823'])
})

test('ORD-61 a stop of the credit refuses the order, or asks with CREDIT_STOP=warn', () => {
  const station = stationOnTest()
  station.scan('104823')
  station.found(toSend('104823', { customer: { credit_stop: true } }))
  expect(station.state.phase).toMatchObject({ name: 'refused', reason: 'The customer’s credit is stopped' })
  station.open(toSend('104824', { customer: { credit_stop: true, credit_stop_warns: true } }))
  station.enter()
  expect(station.alert).toBe('The customer’s credit is stopped. Press Enter again to book it anyway.')
  station.enter()
  expect(station.did).toEqual(['book q1 for 104824'])
})

test('ORD-56 a letter that stays alone in the empty field is a key', () => {
  const station = stationOnTest()
  station.type('z')
  expect(station.did).toEqual(['await z'])
  const { typedAt } = station.state
  station.send({ type: 'letter', letter: 'z', typedAt })
  expect([station.did, station.state.text]).toEqual([['press z'], ''])
})

test.each(['z1', ''])('ORD-56 a letter that is followed by another text, %j, is none', (text) => {
  const station = stationOnTest()
  station.type('z')
  const { typedAt } = station.state
  station.type(text, 30)
  station.send({ type: 'letter', letter: 'z', typedAt })
  expect([station.did, station.state.text]).toEqual([[], text])
})

test('ORD-42 a stopped order is refused with the reason', () => {
  const station = stationOnTest()
  station.scan('104823')
  station.found(toSend('104823', CANCELLED))
  expect([station.state.phase, station.sounds]).toEqual([
    { name: 'refused', code: '104823', reason: REASON },
    ['wrong'],
  ])
})

test('ORD-45 an order that is stopped while its price is shown can no longer be booked', () => {
  const station = stationOnTest()
  station.open(toSend('104823'))
  station.send({ type: 'changed', order: toSend('104823', CANCELLED) })
  expect([station.state.phase, station.sounds]).toEqual([
    { name: 'refused', code: '104823', reason: REASON },
    ['wrong'],
  ])
  station.enter()
  expect(station.did).toEqual([])
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
