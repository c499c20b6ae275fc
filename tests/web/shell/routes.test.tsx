import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { CLOSED } from '../../../src/web/palette/machine/state.ts'
import { openPalette, paletteAtom } from '../../../src/web/palette/palette-store.ts'
import { paths } from '../../../src/web/routing/paths.ts'
import { FLOOR, FLOOR_HEADING, isCurrent, NAVIGATION } from '../../../src/web/shell/navigation.ts'
import { dialogAtom, openDialog } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { noticeMissingChunk } from '../../../src/web/state/new-version.ts'
import {
  endSession,
  expireSession,
  readToken,
  storeToken,
  takeReturnAddress,
} from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { notify } from '../../../src/web/state/toasts.ts'
import { fakeServer } from '../api/fake-server.ts'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { HEMI, MERE } from '../state/tokens.ts'

/** Responses of the detail calls, the first match counts. All other lists are empty. */
const DETAILS: readonly [path: string, body: object][] = [
  ['/api/v1/orders/', { code: '104823' }],
  ['/api/v1/consignments/', { tracking_code: 'AB/1' }],
  ['/api/v1/customers/', { code: '10482' }],
  ['/api/v1/products/', { id: 1, cms_id: 2041, code: 'VLV 20/FB#1' }],
  ['/api/v1/suppliers/orders/', { id: 7, po_number: 'PO-1042' }],
  ['/api/v1/suppliers/orders', []],
  ['/api/v1/suppliers', [{ id: 7, external_id: 'S0012' }]],
  ['/api/v1/emails', { data: [], metadata: {} }],
]

setUpScreens()
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fakeServer.answer(({ url }) => ({ body: DETAILS.find(([path]) => url.startsWith(path))?.[1] ?? [] }))
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('every address of the route table leads to its screen', () => {
  const SCREENS: readonly [address: string, name: string, tabs?: readonly string[]][] = [
    ['/', 'Orders'],
    ['/orders', 'Orders'],
    ['/orders?page=2&status=paid', 'Orders'],
    ['/orders/104823', 'Order #104823', ['Details', 'Freight']],
    ['/consignments', 'Consignments'],
    ['/consignments?date=2026-11-20&provider=nzpost', 'Consignments'],
    ['/consignments/AB%2F1', 'Consignment #AB/1', ['Details', 'Labels']],
    ['/consignments/new', 'New Consignment'],
    ['/customers', 'Customers'],
    ['/customers/10482', 'Customer #10482', ['Details', 'Orders']],
    ['/customers/10482?tab=orders', 'Customer #10482'],
    ['/products', 'Products'],
    ['/products/VLV%2020%2FFB%231', 'VLV 20/FB#1', ['Details', 'Suppliers']],
    ['/products/2041?tab=suppliers', 'VLV 20/FB#1'],
    ['/suppliers', 'Suppliers & Orders', ['Suppliers', 'Orders']],
    ['/suppliers?tab=orders', 'Suppliers & Orders'],
    ['/suppliers/orders/7', 'PO # PO-1042'],
    ['/suppliers/7', 'Supplier #S0012', ['Details', 'Orders']],
    ['/emails', 'Emails'],
    ['/notes', 'Notes'],
    ['/quotes', 'Quotes'],
    ['/jobs', 'Jobs'],
    ['/jobs/new', 'New Job'],
    ['/settings', 'Settings'],
  ]

  // CON-1, CON-4, CUS-1, NAV-1, ORD-20, PRD-4
  test.each(SCREENS)('%s: %s', async (address, name, tabs) => {
    await openAt(address)
    await heading(name)
    await waitFor(() => expect(document.title).toBe(name))
    await waitFor(() => expect(document.activeElement?.tagName).toMatch(/^(H1|TABLE)$/))
    if (tabs === undefined) return
    const [first, other] = await Promise.all(tabs.map((tab) => screen.findByRole('tab', { name: tab })))
    expect(screen.getAllByRole('tab')).toEqual([first, other])
    expect([first, other].map((tab) => tab?.getAttribute('aria-selected'))).toEqual(['true', 'false'])
  })

  // NAV-1
  test('the index redirects to the orders', async () => {
    const router = await openAt('/')
    await heading('Orders')
    expect(router.state.location.pathname).toBe('/orders')
  })

  test.each(['/nowhere', '/orders/1/2', '/auth/google'])(
    'but not %s, from which all places can be reached',
    async (address) => {
      await openAt(address)
      await heading('Unexpected Application Error!')
      expect(screen.getByText('Not Found')).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Go to Orders' })).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Customers' })).toBeTruthy()
      await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    },
  )
})

// SIGN-7
describe('without a token', () => {
  test.each([
    '/',
    '/orders',
    '/orders/1',
    '/consignments',
    '/consignments/new',
    '/consignments/1',
    '/customers',
    '/customers/1',
    '/emails',
    '/jobs',
    '/jobs/new',
    '/notes',
    '/products',
    '/products/1',
    '/quotes',
    '/suppliers',
    '/suppliers/1',
    '/suppliers/orders/1',
    '/settings',
    '/logout',
    '/auth',
  ])('%s leads to the sign-in', async (address) => {
    expireSession()
    const router = await openAt(address)
    await heading('Sign in')
    expect(router.state.location.pathname).toBe('/auth')
    expect(fakeServer.sent).toEqual([])
  })

  // SIGN-7
  test('removed by another tab, the shell leads to the sign-in', async () => {
    const router = await openAt('/notes')
    const went: (string | undefined)[] = []
    router.subscribe(({ navigation }) => went.push(navigation.location?.pathname))
    act(() => expireSession())
    await heading('Sign in')
    expect(went).toContain('/logout')
    expect(router.state.location.pathname).toBe('/auth')
  })

  test('removed in its own tab, the next screen leads to the sign-in', async () => {
    const router = await openAt('/notes')
    const went: (string | undefined)[] = []
    router.subscribe(({ navigation }) => went.push(navigation.location?.pathname))
    localStorage.removeItem('session-token')
    await act(() => router.navigate('/quotes'))
    await heading('Sign in')
    expect(went).toContain('/logout')
    expect(router.state.location.pathname).toBe('/auth')
  })

  test('removed in its own tab, the next call leads to the sign-in and is not reported', async () => {
    const router = await openAt('/customers')
    await waitFor(() => expect(fakeServer.sent).not.toEqual([]))
    localStorage.removeItem('session-token')
    await act(() => queryClient.refetchQueries())
    await heading('Sign in')
    expect(router.state.location.pathname).toBe('/auth')
    expect(screen.queryByText('Nobody is signed in.')).toBeNull()
  })

  test.each([
    ['ran out', expireSession, '/notes?from=here'],
    ['was signed out of', endSession, null],
  ])('that %s, the address is kept for signing in again: %s', async (_, end, place) => {
    history.replaceState(null, '', '/notes?from=here')
    await openAt('/notes')
    act(() => end())
    await heading('Sign in')
    expect(takeReturnAddress()).toBe(place)
  })
})

test('sign-out against another back end calls nothing', async () => {
  await openAt('/logout')
  await heading('Sign in')
  expect(fakeServer.sent).toEqual([])
  expect(readToken()).toBeNull()
})

// SIGN-8
test('sign-out calls the server and deletes the token, whatever the response', async () => {
  const { capabilities } = installation
  onTestFinished(() => {
    installation.capabilities = capabilities
  })
  installation.capabilities = new Set(['sessions'])
  fakeServer.answer(() => ({ status: 500 }))
  await openAt('/logout')
  await heading('Sign in')
  expect(fakeServer.sent).toMatchObject([{ url: '/identity/logout', authorization: `Bearer ${MERE}` }])
  expect(readToken()).toBeNull()
})

describe('the shell', () => {
  // NAV-6
  test('shows who is signed in, the e-mail in lower case, and follows the other tabs', async () => {
    await openAt('/notes')
    const names = () => screen.getAllByRole('button', { name: /@example.com/ }).map((one) => one.textContent)
    expect(new Set(names())).toEqual(new Set(['MMeremere@example.com']))
    act(() => storeToken(HEMI))
    await waitFor(() => expect(new Set(names())).toEqual(new Set(['HHēmihemi@example.com'])))
  })

  // NAV-6
  test.each([
    ['Settings', '/settings', 'Settings'],
    ['Sign out', '/auth', 'Sign in'],
  ])('its user menu offers %s, which leads to %s', async (item, path, title) => {
    const router = await openAt('/notes')
    const [user] = screen.getAllByRole('button', { name: /@example.com/ })
    if (!user) throw new Error('nobody is signed in')
    fireEvent.click(user)
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((one) => one.textContent)).toEqual(['Settings', 'Sign out'])
    fireEvent.click(screen.getByRole('menuitem', { name: item }))
    await screen.findByRole('heading', { level: 1, name: title })
    expect(router.state.location.pathname).toBe(path)
  })

  test.each([
    ['their session runs out', expireSession, 'Sign in'],
    ['they sign out', endSession, 'Sign in'],
    ['somebody else signs in', () => storeToken(HEMI), 'Notes'],
  ])('closes layers opened by its user when %s', async (_, end, title) => {
    await openAt('/notes')
    act(() => openDialog({ name: 'keys' }))
    act(() => openPalette('104823'))
    act(end)
    const closed = { ...CLOSED, openings: expect.any(Number) }
    await waitFor(() => expect([store.get(dialogAtom), store.get(paletteAtom)]).toEqual([null, closed]))
    await heading(title)
  })

  test('marks the current entry', async () => {
    await openAt('/suppliers/orders/7')
    const [main] = screen.getAllByRole('navigation', { name: 'Main' })
    if (!main) throw new Error('no navigation')
    const current = within(main)
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current'))
    expect(current.map((link) => link.textContent)).toEqual(['Suppliersgs'])
  })

  test('shows notices and removes them', async () => {
    await openAt('/notes')
    act(() => notify('success', 'Order 104823 packed'))
    const notices = screen.getByRole('region', { name: 'Notices' })
    expect(within(notices).getByText('Order 104823 packed')).toBeTruthy()
    fireEvent.click(within(notices).getByRole('button', { name: 'Dismiss' }))
    expect(within(notices).queryByText('Order 104823 packed')).toBeNull()
  })

  test('offers a new version', async () => {
    await openAt('/notes')
    expect(screen.queryByText('A new version is available')).toBeNull()
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
    await act(noticeMissingChunk)
    expect(screen.getByText('A new version is available')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  })
})

// NAV-5
test('the sidebar has the six entries of the specification, in its order', () => {
  expect(NAVIGATION.map(({ label, path }) => [label, path])).toEqual([
    ['Consignments', '/consignments'],
    ['Customers', '/customers'],
    ['Emails', '/emails'],
    ['Orders', '/orders'],
    ['Products', '/products'],
    ['Suppliers', '/suppliers'],
  ])
})

test('beneath them are the screens of the dispatch floor', () => {
  expect([FLOOR_HEADING, ...FLOOR.map(({ label, path }) => `${label} ${path}`)]).toEqual([
    'Dispatch floor',
    'Arrivals /arrivals',
    'Pick runs /pick-runs',
    'Ship station /ship',
    'End of day /end-of-day',
  ])
})

// NAV-5
test.each([
  ['/orders', '/orders', true],
  ['/orders', '/orders/104823', true],
  ['/suppliers', '/suppliers/orders/7', true],
  ['/orders', '/customers', false],
  ['/orders', '/suppliers/orders/7', false],
  ['/orders', '/orders-archive', false],
  ['/', '/', true],
  ['/', '/orders', false],
])('entry %s at %s: %s', (route, path, current) => {
  expect(isCurrent(route, path)).toBe(current)
})

const CODE = 'A/1 #ā'

test('addresses of screens', () => {
  expect([
    paths.signIn(),
    paths.signOut(),
    paths.settings(),
    paths.list('order'),
    paths.list('order', { page: '2', query: 'tāmaki & co', branch: undefined, status: '' }),
    paths.record('order', CODE),
    paths.record('order', CODE, 'freight'),
    paths.list('consignment'),
    paths.newConsignment(),
    paths.record('consignment', CODE, 'labels'),
    paths.list('customer'),
    paths.record('customer', CODE, 'orders'),
    paths.list('product'),
    paths.record('product', CODE, 'suppliers'),
    paths.list('supplier'),
    paths.list('supplier-order'),
    paths.record('supplier', '7'),
    paths.record('supplier-order', '7'),
    paths.emails(),
    paths.notes(),
    paths.quotes(),
    paths.jobs(),
    paths.newJob(),
  ]).toMatchInlineSnapshot(`
    [
      "/auth",
      "/logout",
      "/settings",
      "/orders",
      "/orders?page=2&query=t%C4%81maki+%26+co",
      "/orders/A%2F1%20%23%C4%81",
      "/orders/A%2F1%20%23%C4%81?tab=freight",
      "/consignments",
      "/consignments/new",
      "/consignments/A%2F1%20%23%C4%81?tab=labels",
      "/customers",
      "/customers/A%2F1%20%23%C4%81?tab=orders",
      "/products",
      "/products/A%2F1%20%23%C4%81?tab=suppliers",
      "/suppliers",
      "/suppliers?tab=orders",
      "/suppliers/7",
      "/suppliers/orders/7",
      "/emails",
      "/notes",
      "/quotes",
      "/jobs",
      "/jobs/new",
    ]
  `)
})
