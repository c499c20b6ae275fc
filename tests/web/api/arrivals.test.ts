import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ALL_WAITING, arrivalQueries, followArrival, sendTaking } from '../../../src/web/api/arrivals.ts'
import { newCountAtom } from '../../../src/web/api/new-rows.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { MERE } from '../state/tokens.ts'
import { fakeServer } from './fake-server.ts'

const FILTERED = { ...ALL_WAITING, query: 'shopify' }

beforeEach(() => storeToken(MERE))
afterEach(() => queryClient.clear())

/** The addresses that were requested, without their base. */
const requested = () => fakeServer.sent.map(({ url }) => url.replace(/^.*\/api\/v1/, ''))

// ARR-1
test('a new arrival is announced on the whole list and counted, and no row moves by itself', async () => {
  fakeServer.answer(({ url }) => ({ body: url.includes('count') ? { waiting: 3 } : [] }))
  const lists = [ALL_WAITING, FILTERED].map(
    (filter) => new QueryObserver(queryClient, arrivalQueries.list(filter)),
  )
  const observers = [...lists, new QueryObserver(queryClient, arrivalQueries.count())]
  const stops = observers.map((observer) => observer.subscribe(() => undefined))
  await expect.poll(() => observers.every((one) => one.getCurrentResult().isSuccess)).toBe(true)
  const before = requested().length
  followArrival({ code: '7', is_new: true })
  followArrival({ code: '7', is_new: false })
  await expect.poll(() => requested().length).toBeGreaterThan(before)
  expect(new Set(requested().slice(before))).toEqual(new Set(['/arrivals/count']))
  const announced = lists.map((one) => store.get(newCountAtom(one.getCurrentQuery().queryHash)))
  expect(announced).toEqual([1, 0])
  for (const stop of stops) stop()
})

// ARR-3
test.each([
  [{ success: true, code: '1001', faults: [] }, { code: '1001' }],
  [
    { success: false, message: 'It has faults.', faults: [{ field: 'code', reason: 'is odd' }] },
    { faults: [{ field: 'code', reason: 'is odd' }] },
  ],
])('taking with the answer %j', async (body, taking) => {
  fakeServer.answer(() => ({ body }))
  expect(await sendTaking({ id: '7', revision: 2 }, { code: '1001' })).toEqual(taking)
})

test('an answer without success and faults is a failure', async () => {
  fakeServer.answer(() => ({ body: { message: 'No.' } }))
  await expect(sendTaking({ id: '7', revision: 2 }, {})).rejects.toMatchObject({ reason: 'No.' })
})
