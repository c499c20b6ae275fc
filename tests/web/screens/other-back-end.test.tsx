import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { COMMANDS } from '../../../commands/index.ts'
import * as addresses from '../../../src/contract/addresses.ts'
import { type AnyCall, DATA_BASE } from '../../../src/contract/call.ts'
import * as consignments from '../../../src/contract/consignments.ts'
import * as customers from '../../../src/contract/customers.ts'
import * as emails from '../../../src/contract/emails.ts'
import * as orders from '../../../src/contract/orders.ts'
import * as products from '../../../src/contract/products.ts'
import * as suppliers from '../../../src/contract/suppliers.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { commandContext } from '../../../src/web/commands/context.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { openDialog } from '../../../src/web/state/dialogs.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from './on-screen.tsx'

/** A back end that has only the core calls (API-1), and sends records as carelessly as it may (API-5, LIST-7). */

const ORDER = {
  id: 771,
  code: null,
  status: 'Paid',
  customer: { name: 'Māia Ngata' },
  freight: { is_pickup: '0', subtotal: '1086' },
  costs: { subtotal: '153306', tax: '22996', total: '176302' },
  items: [{ id: 1, quantity: '2', product: { code: 'CLIP', price: '9640' } }, { quantity: 1 }],
}
const CONSIGNMENT = {
  id: 'C99',
  tracking_code: ' ',
  parts: [{ reference: '771-1', weight: '2.5', cost: '1086', services: [{ total: [] }] }],
  events: [{ description: 'Picked up', date: '2026-11-20 16:00:00' }, 'Delivered'],
}
const ROWS: Record<string, unknown> = {
  '/orders': [ORDER, { code: '' }],
  '/orders/771': ORDER,
  '/consignments': [CONSIGNMENT],
  '/consignments/C99': CONSIGNMENT,
  '/consignments/C99/labels': 'JVBERi0x',
  '/customers': [{ id: 10482, code: '', name: 'Māia Ngata' }],
  '/customers/10482': { id: 10482, code: null, name: 'Māia Ngata' },
  '/products': [{ id: 1, code: null, name: 'Ball valve', price: '1000' }],
  '/suppliers': [{ id: 7 }],
  '/suppliers/orders': [{ id: 31, po_number: null, items: [{}] }],
  '/suppliers/orders/31': { id: 31, po_number: null, items: [{}] },
  '/emails': { data: [], metadata: {} },
}

const SECTION_7 = [addresses, consignments, customers, emails, orders, products, suppliers]
  .flatMap((part) => Object.values<unknown>(part))
  .filter((one): one is AnyCall => typeof one === 'object' && one !== null && 'host' in one)
  .map(({ method, path }) => new RegExp(`^${method} ${DATA_BASE}${path.replace(/:\w+/g, '[^/]+')}$`))
const PARAMETERS = [
  'page',
  'branch',
  'daterange',
  'query',
  'status',
  'customer',
  'continue_token',
  'date',
  'provider',
]

setUpScreens()
const streams = vi.fn()
beforeEach(() => {
  vi.stubGlobal('EventSource', streams)
  vi.stubGlobal('fetch', streams)
  fakeServer.answer(({ url }) => ({
    body: ROWS[new URL(url, 'http://x').pathname.replace(DATA_BASE, '')] ?? [],
  }))
})

/** The requests that are no core calls. */
function beyond(): string[] {
  return fakeServer.sent
    .map(({ method, url }) => ({ method, url: new URL(url, 'http://x') }))
    .filter(
      ({ method, url }) =>
        !SECTION_7.some((call) => call.test(`${method} ${url.pathname}`)) ||
        [...url.searchParams.keys()].some((name) => !PARAMETERS.includes(name)),
    )
    .map(({ method, url }) => `${method} ${url.pathname}${url.search}`)
}

const settled = () => waitFor(() => expect(queryClient.isFetching()).toBe(0))

test.each([
  '/orders',
  '/orders?codes=771,772',
  '/orders/771',
  '/orders/771?tab=freight',
  '/consignments',
  '/consignments/C99',
  '/consignments/C99?tab=labels',
  '/consignments/new',
  '/customers',
  '/customers/10482?tab=orders',
  '/products',
  '/suppliers',
  '/suppliers?tab=orders',
  '/suppliers/orders/31',
  '/emails',
  '/settings',
])('%s gets only core calls', async (address) => {
  await openAt(address)
  await settled()
  expect(beyond()).toEqual([])
  expect(streams).not.toHaveBeenCalled()
})

test.each([
  ['/orders/771', 'order'],
  ['/consignments/C99', 'consignment'],
] as const)('no command that needs more runs on %s', async (address, target) => {
  await openAt(address)
  await waitFor(() => expect(commandContext().targets[target]).toBeDefined())
  await settled()
  for (const { id } of COMMANDS.filter(({ capability }) => capability !== null))
    act(() => runCommand(id, 'key'))
  await settled()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(beyond()).toEqual([])
})

describe('rows without a code are shown with their id, and lead to it', () => {
  test.each([
    ['/orders', '/orders/771'],
    ['/consignments', '/consignments/C99'],
    ['/customers', '/customers/10482'],
    ['/products', '/products/1'],
    ['/suppliers?tab=orders', '/suppliers/orders/31'],
  ])('%s', async (address, path) => {
    await openAt(address)
    const grid = await screen.findByRole('grid')
    await waitFor(() => {
      const links = within(grid).getAllByRole('link')
      expect(links.map((link) => link.getAttribute('href'))).toContain(path)
    })
  })
})

test('an order shows numbers that were text, and says what could not be read', async () => {
  await openAt('/orders/771')
  await screen.findByText('1 item could not be read and was left out.')
  expect(screen.getByRole('row', { name: 'Total $1,763.02' })).toBeTruthy()
  expect(screen.getByRole('row', { name: 'Freight $10.86' })).toBeTruthy()
})

test('a list says that a row without code and id could not be read', async () => {
  await openAt('/orders')
  await screen.findByText('1 row could not be read and was left out.')
  fireEvent.keyDown(document.body, { key: 'i', code: 'KeyI' })
  expect(beyond()).toEqual([])
})

describe('the history of an order', () => {
  /** With a back end that has only the core calls (API-1). */

  beforeEach(() =>
    fakeServer.answer(({ url }) => ({ body: url.includes('/orders/') ? { code: '104823' } : [] })),
  )

  async function openOrder() {
    await openAt('/orders/104823')
    await waitFor(() => expect(commandContext().targets.order?.code).toBe('104823'))
  }

  test('its key and its command do nothing, and nothing is requested', async () => {
    await openOrder()
    fireEvent.keyDown(document.body, { key: 'i', code: 'KeyI' })
    act(() => runCommand('order.history', 'key'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(fakeServer.sent.filter(({ url }) => url.includes('history'))).toEqual([])
  })

  test('the menu and the sheet of keys do not mention it', async () => {
    await openOrder()
    act(() => commandContext().targets.actions?.open())
    await screen.findByRole('menuitem', { name: /^Copy order code/ })
    expect(screen.queryByRole('menuitem', { name: /^History/ })).toBeNull()
    act(() => openDialog({ name: 'keys' }))
    fireEvent.change(await screen.findByRole('searchbox', { name: /./ }), {
      target: { value: 'audit trail' },
    })
    await screen.findByText('No keys found')
  })
})
