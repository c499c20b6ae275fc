import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { nextOfRun, useFollowedRun } from '../../../src/web/screens/ship/run-at-station.tsx'
import type { Phase } from '../../../src/web/screens/ship/station.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { fakeServer } from '../api/fake-server.ts'
import { Providers } from '../providers.tsx'
import { MERE } from '../state/tokens.ts'

const order = (code: string) => ({ code, receiver: '', is_pickup: false, state: 'open', reason: null })
const RUN = {
  ...{ id: '12', state: 'finished', created_at: null, created_by: null, ended_at: null, ended_by: null },
  ...{ orders: ['1', '2', '3'].map(order), lines: [], barcodes: [], left_out: [], is_partial: false },
}
const WAITING: Phase = { name: 'waiting' }
const START: { phase: Phase; at: string | null } = { phase: WAITING, at: null }

function AtStation({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <MemoryRouter initialEntries={['/ship?run=12']}>{children}</MemoryRouter>
    </Providers>
  )
}

afterEach(() => {
  installation.capabilities = new Set()
  queryClient.clear()
})

// RUN-8
test('Enter goes on behind an order that was refused or closed', async () => {
  storeToken(MERE)
  installation.capabilities = new Set(['pick-runs'])
  fakeServer.answer(() => ({ body: RUN }))
  const { result, rerender } = renderHook(
    ({ phase, at }: typeof START) => nextOfRun(useFollowedRun(phase, at), phase),
    { initialProps: START, wrapper: AtStation },
  )
  await waitFor(() => expect(result.current).toBe('1'))
  rerender({
    phase: {
      name: 'refused',
      code: '1',
      reason: 'On hold',
      meaning: { is: 'nothing' },
    },
    at: '1',
  })
  expect(result.current).toBe('2')
  rerender({ phase: WAITING, at: '2' })
  rerender({ phase: WAITING, at: null })
  expect(result.current).toBe('3')
})
