import '../api/fake-server.ts'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Import } from '../../../src/contract/imports.ts'
import { readImportsAgain } from '../../../src/web/api/imports.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { ImportDialog } from '../../../src/web/imports/import-dialog.tsx'
import { storeToken } from '../../../src/web/state/session.ts'
import { fakeServer } from '../api/fake-server.ts'
import { Providers } from '../providers.tsx'
import { MERE } from '../state/tokens.ts'

const PREVIEWED: Import = {
  ...{ id: '1', file_name: 'orders.csv', size: 1000, by: 'Mere Parata', is_own: true },
  ...{ state: 'previewed', is_stopping: false, progress: null, result: null, failure: null },
  options: { before: null, source: null, anyway: false },
  preview: {
    ...{ program: null, kinds: [], faults: [], notices: [] },
    ...{ refusal: 'Most of the file is refused.', can_override: true },
  },
}

let current: { running: Import | null; own: Import | null }
beforeEach(() => {
  storeToken(MERE)
  fakeServer.answer(() => ({ body: { ...current, forbidden: null, limit_mb: 10, sources: [] } }))
})
afterEach(() => queryClient.clear())

const open = () =>
  render(
    <MemoryRouter>
      <ImportDialog />
    </MemoryRouter>,
    { wrapper: Providers },
  )

// IMP-2
test('another file is not loaded anyway because the one before it would have been', async () => {
  current = { running: null, own: PREVIEWED }
  open()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Load anyway what is right' }))
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
  current = { running: null, own: { ...PREVIEWED, id: '2', file_name: 'old orders.csv' } }
  await act(() => readImportsAgain())
  await screen.findByRole('heading', { name: 'Import old orders.csv' })
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', false)
})

test('an import is asked to stop only once', async () => {
  const loading: Import = { ...PREVIEWED, state: 'loading', preview: null }
  current = { running: loading, own: loading }
  open()
  const posts = () => fakeServer.sent.filter(({ method }) => method === 'POST')
  const stop = await screen.findByRole('button', { name: 'Stop' })
  current = { running: { ...loading, is_stopping: true }, own: null }
  fireEvent.click(stop)
  await screen.findByText('It stops after its present lot. What was loaded stays.')
  await waitFor(() => expect(stop.getAttribute('aria-busy')).toBeNull())
  fireEvent.click(stop)
  expect(posts()).toHaveLength(1)
})
