import { act, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from '../../../src/web/commands/run.ts'
import { Pagination } from '../../../src/web/list/pagination.tsx'
import { installation } from '../../../src/web/state/installation.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'

const width = vi.hoisted(() => ({ isNarrow: false }))
vi.mock('../../../src/web/table/use-narrow.ts', () => ({ useNarrow: () => width.isNarrow }))
const { capabilities } = installation
afterEach(() => {
  width.isNarrow = false
  installation.capabilities = capabilities
})

function show(page: number, pages: number): void {
  render(
    <MemoryRouter>
      <Pagination page={page} pages={pages} pathOf={(to) => `/orders?page=${to}`} position="Row 9 of 200" />
    </MemoryRouter>,
  )
}

const links = () => screen.getAllByRole('link').map((link) => link.textContent)

// LIST-5
test('of one page has no links', () => {
  show(1, 1)
  expect(links()).toEqual(['1'])
  for (const name of ['Previous', 'Next']) {
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
  }
})

// LIST-5
test('on the first of two pages links to the next', () => {
  show(1, 2)
  expect(screen.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/orders?page=2')
})

test('on the last page links to the previous', () => {
  show(2, 2)
  expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('href')).toBe('/orders?page=1')
  expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
})

// LIST-1
test('shows six pages around the current one, with the first and the gap between', () => {
  show(12, 13)
  expect(screen.getAllByRole('link', { name: /^Page/ }).map((link) => link.textContent)).toEqual([
    '1',
    '8',
    '9',
    '10',
    '11',
    '12',
    '13',
  ])
  expect(screen.getAllByText('…')).toHaveLength(1)
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('12')
})

test('says where the active row is', () => {
  show(1, 1)
  expect(screen.getByText('Row 9 of 200')).toBeTruthy()
})

// LIST-5
test('on a small screen has links without page numbers', () => {
  width.isNarrow = true
  show(2, 13)
  expect(links()).toEqual(['Previous', 'Next'])
})

setUpScreens()
beforeEach(() => {
  fakeServer.answer(({ url }) => ({ body: url.startsWith('/api/v1/emails') ? { data: [] } : [] }))
})

// CUS-1, EML-1, JOB-1, LIST-1, ORD-2, PRD-1, SUP-2
test.each([
  ['/orders', 'Search orders', ['Filter']],
  ['/consignments', 'Search consignments', ['Filter', 'New Consignment']],
  ['/customers', 'Search customers', ['Filter', 'New Customer']],
  ['/products', 'Search products', ['Filter', 'New Product']],
  ['/suppliers', 'Search suppliers', ['New Order', 'New Supplier']],
  ['/suppliers?tab=orders', 'Search supplier orders', ['New Order', 'New Supplier']],
  ['/emails', 'Search emails', ['Filter']],
  ['/quotes', 'Search quotes', ['New Quote']],
  ['/jobs', 'Search jobs', ['New Job']],
])(
  '%s has a search box with the placeholder %j, and the buttons %j',
  async (address, placeholder, buttons) => {
    await openAt(address)
    const box = await screen.findByRole('searchbox')
    expect(box.getAttribute('placeholder')).toBe(placeholder)
    for (const name of buttons) expect(screen.getByRole('button', { name })).toBeTruthy()
  },
)

test.each<[address: string, buttons: string[]]>([
  ['/consignments', ['New']],
  ['/customers', ['New Customer']],
  ['/products', ['New Product']],
  ['/suppliers', ['New Order', 'New Supplier']],
  ['/suppliers?tab=orders', ['New Order', 'New Supplier']],
  ['/notes', ['New Note']],
  ['/quotes', ['New Quote']],
  ['/jobs', ['New Job']],
])('on a small screen %s has the buttons %j', async (address, buttons) => {
  width.isNarrow = true
  await openAt(address)
  expect(await screen.findAllByRole('button', { name: /^New/ })).toHaveLength(buttons.length)
  for (const name of buttons) expect(screen.getByRole('button', { name })).toBeTruthy()
})

// RUN-1
test('a pick run is made of the page that is shown', async () => {
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
