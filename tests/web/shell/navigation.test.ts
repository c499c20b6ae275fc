import { expect, test } from 'vitest'
import { paths } from '../../../src/web/routing/paths.ts'
import { FLOOR, FLOOR_HEADING, isCurrent, NAVIGATION } from '../../../src/web/shell/navigation.ts'

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
