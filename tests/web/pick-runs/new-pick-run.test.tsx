import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { runCommand } from '../../../src/web/commands/run.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

const { capabilities } = installation

setUpScreens()

afterEach(() => {
  installation.capabilities = capabilities
})

test('a run is made of the page that is shown (RUN-1)', async () => {
  installation.capabilities = new Set(['pick-runs'])
  fakeServer.answer(({ method }) =>
    method === 'POST'
      ? { status: 503, body: {} }
      : { body: ['104823', '104824'].map((code) => exampleOrder({ code })) },
  )
  await openAt('/orders?page=2')
  await screen.findByRole('row', { name: /104824/ })
  act(() => runCommand('orders.pick-run', 'key'))
  const made = () => fakeServer.sent.filter(({ url }) => url.endsWith('/pick-runs'))
  await waitFor(() =>
    expect(made().map(({ body }) => body)).toMatchObject([{ filter: { codes: '104823,104824' } }]),
  )
})
