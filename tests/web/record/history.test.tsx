import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reportPrinting } from '../../../src/web/api/history.ts'
import { refreshOrders } from '../../../src/web/api/orders.ts'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { connectionLost, fakeServer } from '../api/fake-server.ts'
import { asked, openAt, setUpScreens } from '../screens/on-screen.tsx'

// Must run before the import of the console, which reads the page once.
vi.hoisted(() => {
  document.head.innerHTML = '<meta name="capabilities" content="history">'
})

const entry = (id: string, type: string, parts: object = {}) => ({
  id,
  type,
  at: '2026-11-20T01:02:00.000Z',
  staff_name: 'Mere Parata',
  details: {},
  ...parts,
})
const PAID = entry('action-1', 'record-payment', {
  details: { payment_amount: 11_500, payment_method: 'card' },
})
const EMAILED = entry('email-2', 'email', {
  staff_name: null,
  details: { status: 'sent', recipient: 'ruth@example.com' },
})

let history: unknown
let status = 200
setUpScreens()
beforeEach(() => {
  status = 200
  history = { data: [EMAILED, PAID], metadata: { has_more: false } }
  fakeServer.answer(({ url }) => {
    if (url.endsWith('/history')) return { status, body: history }
    if (url.includes('/consignments/')) return { body: { tracking_code: 'COC1' } }
    return { body: url.includes('/orders/') ? { code: '104823' } : [] }
  })
})

async function openHistory() {
  await openAt('/orders/104823')
  await waitFor(() => expect(commandContext().targets.order?.code).toBe('104823'))
  act(() => runCommand('order.history', 'key'))
  return screen.findByRole('dialog', { name: 'History of order #104823' })
}

const entriesIn = (dialog: HTMLElement) => within(dialog).getByRole('region', { name: 'Entries' })

test('shows what was done, by whom and when in Auckland, newest first', async () => {
  const dialog = await openHistory()
  const lines = await within(dialog).findAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'E-mail sent20/11/2026 14:02ruth@example.com',
    'Payment recordedby Mere Parata20/11/2026 14:02$115.00Card',
  ])
  expect(asked('/api/v1/orders/104823/history')).toHaveLength(1)
})

test('has the focus in its entries, so that keys scroll them', async () => {
  const dialog = await openHistory()
  await waitFor(() => expect(document.activeElement).toBe(entriesIn(dialog)))
})

test('is requested anew whenever it is opened', async () => {
  const dialog = await openHistory()
  await within(dialog).findAllByRole('listitem')
  fireEvent.keyDown(dialog, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  history = { data: [PAID] }
  act(() => runCommand('order.history', 'key'))
  const again = await screen.findByRole('dialog', { name: 'History of order #104823' })
  await waitFor(() => expect(within(again).getAllByRole('listitem')).toHaveLength(1))
})

test('leaves its order to be requested anew behind it', async () => {
  await openHistory()
  const before = asked('/api/v1/orders/104823').length
  await act(refreshOrders)
  expect(asked('/api/v1/orders/104823')).toHaveLength(before + 1)
  expect(screen.queryByText('Failed to find order details')).toBeNull()
})

test('says that nothing has been done', async () => {
  history = { data: [], metadata: {} }
  const dialog = await openHistory()
  await within(dialog).findByText('Nothing has been recorded for this order yet.')
})

test('says that there are older entries, and that some could not be read', async () => {
  history = { data: [PAID, { type: 'pack' }], metadata: { has_more: true } }
  const dialog = await openHistory()
  await within(dialog).findByText('Older entries are not shown: a history has at most 200.')
  within(dialog).getByText('1 row could not be read and was left out.')
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1)
})

test('says why it could not be loaded, and is loaded again with the focus in its entries', async () => {
  status = 404
  history = { success: false, message: 'Failed to find the order, check the order ID and try again.' }
  const dialog = await openHistory()
  await within(dialog).findByText('Failed to get the history, try again.')
  within(dialog).getByText('Failed to find the order, check the order ID and try again.')
  status = 200
  history = { data: [PAID] }
  const again = within(dialog).getByRole('button', { name: 'Try again' })
  again.focus()
  fireEvent.click(again)
  await within(dialog).findByText('Payment recorded')
  expect(within(dialog).queryByRole('alert')).toBeNull()
  expect(document.activeElement).toBe(entriesIn(dialog))
})

test('of a consignment is its own', async () => {
  await openAt('/consignments/COC1')
  await waitFor(() => expect(commandContext().targets.consignment?.tracking_code).toBe('COC1'))
  act(() => runCommand('consignment.history', 'key'))
  await screen.findByRole('dialog', { name: 'History of consignment #COC1' })
  await screen.findByText('Payment recorded')
  expect(asked('/api/v1/consignments/COC1/history')).toHaveLength(1)
})

test('of a consignment that was deleted is opened from its address', async () => {
  fakeServer.answer(({ url }) =>
    url.endsWith('/history')
      ? { body: history }
      : { status: url.includes('/consignments/') ? 404 : 200, body: [] },
  )
  await openAt('/consignments/COC1')
  const button = await screen.findByRole('button', { name: 'History of a deleted consignment' })
  fireEvent.click(button)
  await screen.findByRole('dialog', { name: 'History of consignment #COC1' })
  await screen.findByText('Payment recorded')
})

describe('printed labels', () => {
  const { capabilities } = installation

  beforeEach(() => {
    fakeServer.answer(() => ({ body: { success: true } }))
  })
  afterEach(() => {
    installation.capabilities = capabilities
  })

  test('are reported to a back end that keeps a history', async () => {
    installation.capabilities = new Set(['history'])
    await reportPrinting('COC/1')
    expect(fakeServer.sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/v1/consignments/COC%2F1/printed',
    ])
  })

  test('are reported to no other back end', async () => {
    installation.capabilities = new Set()
    await reportPrinting('COC1')
    expect(fakeServer.sent).toEqual([])
  })

  test('fail nothing if the report is lost', async () => {
    installation.capabilities = new Set(['history'])
    fakeServer.answer(connectionLost)
    await expect(reportPrinting('COC1')).resolves.toBeUndefined()
  })
})
