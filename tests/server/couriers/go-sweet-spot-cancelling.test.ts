import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { type Courier, CourierRefused } from '../../../src/server/couriers/courier.ts'
import { goSweetSpot } from '../../../src/server/couriers/go-sweet-spot/go-sweet-spot.ts'
import { freight } from './freight.ts'
import { siteAt, startGateway } from './stand-in-gateway.ts'

const never = new AbortController().signal
const KEY_OF_BOOKING = { bookingReference: '5f0c2c1e-1111-4222-8333-444455556666', orderCode: '' }

let gateway: Awaited<ReturnType<typeof startGateway>>
let courier: Courier
beforeEach(async () => {
  gateway = await startGateway()
  courier = goSweetSpot(siteAt(gateway.url))
})
afterEach(() => gateway.stop())

describe('cancelling', () => {
  it('succeeds, also when repeated', async () => {
    const { trackingCode } = await courier.book({ ...freight(), ...KEY_OF_BOOKING, courierQuote: 'q' }, never)
    await courier.cancel(trackingCode, never)
    await courier.cancel(trackingCode, never)
    expect(gateway.shipments.size).toBe(0)
    expect(await courier.find(KEY_OF_BOOKING, never)).toEqual([])
  })

  test.each([
    ['Cannot be deleted. Already in transit.', true],
    ['Cannot be deleted. Already manifested.', true],
    ['Cannot be deleted. Already delivered.', true],
    ['Invalid ticket number', true],
    [null, false],
  ])('answered %s', async (outcome, isRefusal) => {
    gateway.lies.set('DELETE /api/shipments', { body: { abc1: outcome } })
    const answer = courier.cancel('ABC1', never)
    await (isRefusal
      ? expect(answer).rejects.toEqual(new CourierRefused(outcome ?? ''))
      : expect(answer).rejects.toThrow('did not say'))
  })
})

test.each([400, 404, 429])('cancelling answered with status %d may have happened', async (status) => {
  gateway.lies.set('DELETE /api/shipments', { status, body: '' })
  const answer = courier.cancel('ABC1', never)
  await expect(answer).rejects.toThrow('did not say whether it deleted ABC1')
  await expect(answer).rejects.not.toBeInstanceOf(CourierRefused)
})
