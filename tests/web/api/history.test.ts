import { afterEach, beforeEach, expect, test } from 'vitest'
import { reportPrinting } from '../../../src/web/api/history.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { MERE } from '../state/tokens.ts'
import { connectionLost, fakeServer } from './fake-server.ts'

const { capabilities } = installation

beforeEach(() => {
  storeToken(MERE)
  fakeServer.answer(() => ({ body: { success: true } }))
})
afterEach(() => {
  installation.capabilities = capabilities
})

test('printed labels are reported to a back end that keeps a history', async () => {
  installation.capabilities = new Set(['history'])
  await reportPrinting('COC/1')
  expect(fakeServer.sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/v1/consignments/COC%2F1/printed',
  ])
})

test('nothing is sent to another back end', async () => {
  installation.capabilities = new Set()
  await reportPrinting('COC1')
  expect(fakeServer.sent).toEqual([])
})

test('a report that is lost fails nothing', async () => {
  installation.capabilities = new Set(['history'])
  fakeServer.answer(connectionLost)
  await expect(reportPrinting('COC1')).resolves.toBeUndefined()
})
