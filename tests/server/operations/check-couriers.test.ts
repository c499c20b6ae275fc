import { expect, it } from 'vitest'
import { checkCouriers } from '../../../src/server/operations/check-couriers.ts'
import { readConfig } from '../../../src/server/platform/config.ts'
import { KEY, SITE, startGateway } from '../couriers/stand-in-gateway.ts'

it('reports bags that the account does not have', async () => {
  const gateway = await startGateway()
  const settings = { GSS_ACCESS_KEY: KEY, GSS_SITE_ID: SITE, GSS_BASE_URL: gateway.url }
  expect(await checkCouriers(readConfig({}))).toEqual([])
  expect(await checkCouriers(readConfig(settings))).toEqual([
    {
      check: 'Couriers',
      needsAttention: true,
      detail: expect.stringMatching(/^GoSweetSpot site 4180 has no stock size "Bug Tim" for bug_tim: /),
    },
  ])
  expect(await checkCouriers(readConfig({ ...settings, GSS_BAGS: 'bug_tim=Castle Max Pack' }))).toEqual([
    { check: 'Couriers', needsAttention: false, detail: 'GoSweetSpot has a stock size for every bag.' },
  ])
  await gateway.stop()
  expect(await checkCouriers(readConfig(settings))).toEqual([
    {
      check: 'Couriers',
      needsAttention: true,
      detail: expect.stringMatching(/^GoSweetSpot could not be checked: /),
    },
  ])
})
