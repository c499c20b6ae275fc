import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from './on-screen.tsx'

const width = vi.hoisted(() => ({ isNarrow: false }))
vi.mock('../../../src/web/table/use-narrow.ts', () => ({ useNarrow: () => width.isNarrow }))

setUpScreens()
beforeEach(() => {
  width.isNarrow = false
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
