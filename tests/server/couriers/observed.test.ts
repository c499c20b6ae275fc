import { beforeEach, expect, it } from 'vitest'
import { CourierRefused } from '../../../src/server/couriers/courier.ts'
import { observed } from '../../../src/server/couriers/observed.ts'
import { lastCourierAnswers } from '../../../src/server/operations/figures.ts'
import { courierSeconds, metrics } from '../../../src/server/platform/metrics.ts'
import { fakeCourier } from '../consignments/fake-courier.ts'
import { NOW } from '../orders/harness.ts'

beforeEach(() => metrics.resetMetrics())

const { signal } = new AbortController()
const fails = () => Promise.reject(new Error('ECONNREFUSED'))
const refuses = () => Promise.reject(new CourierRefused('Too late.'))

async function counted() {
  const { values } = await courierSeconds.get()
  return values
    .filter(({ metricName }) => metricName?.endsWith('_count'))
    .map(({ labels, value }) => `${value} ${labels.courier} ${labels.call} ${labels.outcome}`)
}

it('counts the calls of a courier by outcome, and when it last answered', async () => {
  const swift = fakeCourier('swift')
  let now = NOW
  const courier = observed(swift, () => now)
  await courier.find({ bookingReference: 'q1', orderCode: '' }, signal)
  expect(await lastCourierAnswers()).toEqual({ Swift: '2026-11-19T23:00:00.000Z' })

  now += 60_000
  swift.behave({ find: fails, cancel: refuses })
  await expect(courier.find({ bookingReference: 'q1', orderCode: '' }, signal)).rejects.toThrow(
    'ECONNREFUSED',
  )
  expect(await lastCourierAnswers()).toEqual({ Swift: '2026-11-19T23:00:00.000Z' })

  // A refusal counts as a response.
  await expect(courier.cancel('SW1', signal)).rejects.toThrow('Too late.')
  expect(await lastCourierAnswers()).toEqual({ Swift: '2026-11-19T23:01:00.000Z' })
  expect(await counted()).toEqual(['1 Swift find answered', '1 Swift find failed', '1 Swift cancel refused'])
})
