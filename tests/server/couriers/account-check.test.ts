import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { accountProblems, startAccountCheck } from '../../../src/server/couriers/account-check.ts'
import { goSweetSpot } from '../../../src/server/couriers/go-sweet-spot/go-sweet-spot.ts'
import { fakeCourier } from '../consignments/fake-courier.ts'
import { spyOnLog } from '../spy-on-log.ts'
import { siteAt, startGateway } from './stand-in-gateway.ts'

const never = new AbortController().signal
const PROBLEM =
  'GoSweetSpot site 4180 has no stock size "Bug Tim" for bug_tim: set GSS_BAGS to one of GSS A5, Bug Bronze, BUG SILVER, Bug Plat, Castle Max Pack.'

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeEach(async () => {
  gateway = await startGateway()
})
afterEach(() => gateway.stop())

const log = spyOnLog()

it('names bags that are no stock size of the account', async () => {
  const site = siteAt(gateway.url)
  expect(await accountProblems([fakeCourier('swift'), goSweetSpot(site)], never)).toEqual([PROBLEM])
  const bagNames = { ...site.bagNames, bug_tim: 'castle max pack' }
  expect(await accountProblems([goSweetSpot({ ...site, bagNames })], never)).toEqual([])
})

it.each([
  ['another shape', { body: { StockSizes: [] } }, /^GoSweetSpot could not be checked: /],
  [
    'an error',
    { status: 500, body: 'down' },
    /^GoSweetSpot could not be checked: GoSweetSpot answered 500: down$/,
  ],
  ['no access', { status: 401, body: '' }, /check GSS_ACCESS_KEY and GSS_SITE_ID/],
])('reports an account that cannot be checked: %s', async (_, lie, expected) => {
  gateway.lies.set('GET /api/stocksizes', lie)
  expect(await accountProblems([goSweetSpot(siteAt(gateway.url))], never)).toEqual([
    expect.stringMatching(expected),
  ])
})

it('gives up after ten seconds', async () => {
  vi.useFakeTimers()
  const silent = {
    ...fakeCourier('swift'),
    check: (signal: AbortSignal) =>
      new Promise<string[]>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  }
  const problems = accountProblems([silent], never)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(await problems).toEqual([expect.stringMatching(/could not be checked: Took longer than 10000 ms$/)])
})

it('logs the problems after the start', async () => {
  const check = startAccountCheck([goSweetSpot(siteAt(gateway.url))])
  await expect.poll(() => log.entries().map(({ message }) => message)).toContain(PROBLEM)
  await check.stop()
})

it('stops while the gateway does not answer, and logs nothing', async () => {
  gateway.lies.set('GET /api/stocksizes', 'silence')
  const before = log.entries().length
  await startAccountCheck([goSweetSpot(siteAt(gateway.url))]).stop()
  expect(log.entries()).toHaveLength(before)
})
