import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { type Courier, CourierRefused } from '../../../src/server/couriers/courier.ts'
import { goSweetSpot } from '../../../src/server/couriers/go-sweet-spot/go-sweet-spot.ts'
import { siteAt, startGateway } from './stand-in-gateway.ts'

const never = new AbortController().signal
const MANIFEST = 'POST /v2/publishmanifest'
const PICKUP = 'POST /api/bookpickup'
const LOAD = { trackingCodes: ['4WD0002186', '4WD0002187'], pieces: 3, weight: 12.5 }

let gateway: Awaited<ReturnType<typeof startGateway>>
let courier: Courier
beforeEach(async () => {
  gateway = await startGateway()
  courier = goSweetSpot(siteAt(gateway.url))
  gateway.lies.set(MANIFEST, { body: { CZA0001: 'JVBERi0xLjc=' } })
  gateway.lies.set(PICKUP, { body: '"Success. Your booking has been accepted. #NC12345678"' })
})
afterEach(() => gateway.stop())

it('publishes a manifest of consignment numbers', async () => {
  await courier.manifest?.(LOAD.trackingCodes, never)
  expect(gateway.calls).toMatchObject([
    { method: 'POST', path: '/v2/publishmanifest', body: LOAD.trackingCodes },
  ])
})

it('does not count on the form of the summaries', async () => {
  gateway.lies.set(MANIFEST, { body: ['iVBORw0KGgo', 'iVBORw0KGgo'] })
  await expect(courier.manifest?.(LOAD.trackingCodes, never)).resolves.toBeUndefined()
})

test.each([
  [400, true],
  [429, true],
  [500, false],
])('a manifest answered with status %d is refused: %s', async (status, isRefusal) => {
  gateway.lies.set(MANIFEST, { status, body: { Message: 'Invalid consignment numbers' } })
  const answer = courier.manifest?.(LOAD.trackingCodes, never)
  await expect(answer).rejects.toThrow()
  if (isRefusal) await expect(answer).rejects.toBeInstanceOf(CourierRefused)
  else await expect(answer).rejects.not.toBeInstanceOf(CourierRefused)
})

test.each([
  ['nzcouriers', 'NZCouriers'],
  ['nzpost', 'NZPost'],
  ['posthaste', 'PostHaste'],
  ['castleparcels', 'CastleParcel'],
])('calls a driver of %s', async (providerSlug, carrier) => {
  expect(await courier.bookPickup?.({ ...LOAD, providerSlug }, never)).toBe(
    'Success. Your booking has been accepted. #NC12345678',
  )
  expect(gateway.calls).toMatchObject([
    {
      method: 'POST',
      path: '/api/bookpickup',
      body: { Carrier: carrier, Consignments: LOAD.trackingCodes, TotalKg: 12.5, Parts: 3 },
    },
  ])
})

it('calls no driver of a carrier that GoSweetSpot does not call', async () => {
  expect(await courier.bookPickup?.({ ...LOAD, providerSlug: 'aramex' }, never)).toBeNull()
  expect(gateway.calls).toEqual([])
})

it('treats a response without JSON as booked, because only its status counts', async () => {
  gateway.lies.set(PICKUP, { body: 'Success. Your booking has been accepted.' })
  expect(await courier.bookPickup?.({ ...LOAD, providerSlug: 'nzpost' }, never)).toBe('Booked.')
})
