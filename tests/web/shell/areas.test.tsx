import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { commandById } from '../../../commands/index.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

const SUPPLIER = { id: 7, external_id: 'S0012', name_legal: 'Tasman Tube & Bar Ltd' }
const ANSWERS: Record<string, unknown> = {
  '/orders': [{ code: '104823' }],
  '/customers': [{ code: '10482', name: 'Māia O’Neill' }],
  '/products': [{ id: 1, cms_id: 2041, code: 'VLV 20/FB#1', name: 'Ball valve' }],
  '/suppliers': [SUPPLIER],
  '/suppliers/orders': [{ id: 31, supplier: SUPPLIER, po_number: 'PO-1042' }],
  '/consignments': [{ tracking_code: 'COC00014123' }],
  '/emails': { data: [{ email_id: 1, event: 'delivered', subject: 'Your order is packed' }], metadata: {} },
}

setUpScreens()
beforeEach(() =>
  fakeServer.answer(({ url }) => ({ body: ANSWERS[url.replace('/api/v1', '').split('?')[0] ?? ''] ?? [] })),
)

/** Each area with the command that opens it, its path and a text of its first row. */
const AREAS = [
  ['orders', 'go.orders', '/orders', '104823'],
  ['customers', 'go.customers', '/customers', 'Māia O’Neill'],
  ['products', 'go.products', '/products', 'Ball valve'],
  ['suppliers', 'go.suppliers', '/suppliers', 'Tasman Tube & Bar Ltd'],
  ['supplier orders', 'tabs.other', '/suppliers', 'PO-1042'],
  ['consignments', 'go.consignments', '/consignments', 'COC00014123'],
  ['emails', 'go.emails', '/emails', 'Your order is packed'],
  ['quotes', 'go.quotes', '/quotes', 'No quotes found'],
  ['notes', 'go.notes', '/notes', 'No notes found'],
  ['jobs', 'go.jobs', '/jobs', 'No jobs found'],
] as const

// BIZ-1
test('the console has every area, one command away, and shows what there is', async () => {
  const router = await openAt('/jobs/new')
  await screen.findByRole('heading', { level: 1 })
  for (const [area, command, path, words] of AREAS) {
    expect(screen.queryByText(words), area).toBeNull()
    expect(commandById(command).inPalette, area).toBe(true)
    await act(async () => runCommand(command, 'palette'))
    await waitFor(() => expect(router.state.location.pathname, area).toBe(path))
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
  }
})
