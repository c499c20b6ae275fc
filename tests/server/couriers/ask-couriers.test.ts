import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askCouriers, observed } from '../../../src/server/couriers/ask-couriers.ts'
import { type Courier, type CourierAnswer, CourierRefused } from '../../../src/server/couriers/courier.ts'
import { lastCourierAnswers } from '../../../src/server/operations/figures.ts'
import { courierSeconds, metrics } from '../../../src/server/platform/metrics.ts'
import { GENEROUS } from '../../time-outs.ts'
import { fakeCourier } from '../consignments/fake-courier.ts'
import { NOW } from '../orders/harness.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { freight } from './freight.ts'

const never = new AbortController().signal

function courier(slug: string, quote: Courier['quote']): Courier {
  const unused = async () => {
    throw new Error('Only prices are asked for here.')
  }
  return {
    slug,
    name: slug.toUpperCase(),
    quote,
    book: unused,
    find: unused,
    cancel: unused,
    label: unused,
    zpl: unused,
    tracking: { most: 1, everyMs: 1 },
    track: unused,
    check: unused,
  }
}

const priced = (slug: string): CourierAnswer => ({
  courierName: slug.toUpperCase(),
  courierSlug: slug,
  costCents: 500,
  type: 'Overnight',
  description: '',
  courierQuote: 'q',
})
const refused = (slug: string, reason: string): CourierAnswer => ({
  courierName: slug.toUpperCase(),
  courierSlug: slug,
  reason,
})

const log = spyOnLog()
beforeEach(() => log.clear())
afterEach(() => void expect(log.entries().length).toBeLessThan(2))

it('requests all in parallel and returns the results in order', async () => {
  const release: (() => void)[] = []
  const slow = (slug: string) =>
    courier(slug, async () => {
      await new Promise<void>((resolve) => release.push(resolve))
      return [priced(slug)]
    })
  const asked = askCouriers([slow('a'), courier('b', async () => [priced('b')]), slow('c')], freight(), never)
  await vi.waitFor(() => expect(release).toHaveLength(2), GENEROUS)
  for (const let_go of release.reverse()) let_go()
  expect((await asked).map(({ courier, answers }) => [courier.slug, answers])).toEqual([
    ['a', [priced('a')]],
    ['b', [priced('b')]],
    ['c', [priced('c')]],
  ])
})

it('treats a failure of one courier as its refusal, and returns the others', async () => {
  const answers = await askCouriers(
    [
      courier('down', async () => {
        throw new Error('connect ECONNREFUSED')
      }),
      courier('wont', async () => {
        throw new CourierRefused('The account is closed.')
      }),
      // A courier that ignores its signal.
      courier('slow', () => new Promise(() => undefined)),
      courier(
        'heeds',
        (_, signal) =>
          new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new Error('gave up'))),
          ),
      ),
      courier('elsewhere', async () => []),
      courier('well', async () => [priced('well')]),
    ],
    freight(),
    never,
    20,
  )
  expect(answers.flatMap((asked) => asked.answers)).toEqual([
    refused('down', 'Could not be asked for a price.'),
    refused('wont', 'The account is closed.'),
    refused('slow', 'Did not answer in time.'),
    refused('heeds', 'Did not answer in time.'),
    priced('well'),
  ])
  expect(String(log.entries()[0]?.err)).toContain('ECONNREFUSED')
})

it('stops when the caller does', async () => {
  const caller = new AbortController()
  const asked = askCouriers([courier('slow', () => new Promise(() => undefined))], freight(), caller.signal)
  caller.abort(new Error('closed'))
  await expect(asked).rejects.toThrow('closed')
  await expect(askCouriers([courier('a', async () => [])], freight(), caller.signal)).rejects.toThrow(
    'closed',
  )
})

it('leaves no time-out behind once a courier has answered', async () => {
  const signals: AbortSignal[] = []
  const quick = courier('quick', async (_, signal) => {
    signals.push(signal)
    return []
  })
  await askCouriers([quick], freight(), never, 20)
  await pause(100)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
})

describe('an observed courier', () => {
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
    expect(await counted()).toEqual([
      '1 Swift find answered',
      '1 Swift find failed',
      '1 Swift cancel refused',
    ])
  })
})
