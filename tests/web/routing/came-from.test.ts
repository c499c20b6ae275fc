import { createMemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test } from 'vitest'
import {
  ADJACENT,
  BOOKED,
  ONWARD,
  originOf,
  rememberOrigin,
  UNDONE,
} from '../../../src/web/routing/came-from.ts'
import {
  followRouter,
  isLocationPendingAtom,
  locationAtom,
  pathAtom,
} from '../../../src/web/routing/location.ts'
import { endSession, storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { MERE } from '../state/tokens.ts'

const MOVES = new Map<string, object>([
  ['→', ADJACENT],
  ['»', ONWARD],
  ['✓', BOOKED],
  ['z', UNDONE],
])

/** Visits addresses and returns the back target of each. An address that begins with `→` is an adjacent record, with
 * `»` the next order to ship, with `✓` the consignment that was booked, with `z` the form after this was undone. */
function backFrom(...addresses: string[]): (string | null)[] {
  const places = addresses.map((address, index) => {
    const { pathname, search } = new URL(address.replace(/^[→»✓z]/, ''), 'http://any')
    return {
      key: `${addresses.join()} ${index}`,
      pathname,
      search,
      state: MOVES.get(address.charAt(0)) ?? null,
    }
  })
  for (const [index, to] of places.entries()) {
    const from = places[index - 1]
    if (from) rememberOrigin(from, to, `Title of ${from.pathname}`)
  }
  return places.map(({ key }) => originOf(key)?.path ?? null)
}

test.each<[string, string[], (string | null)[]]>([
  [
    'an order, its consignment, and back',
    ['/orders?status=paid', '/orders/1', '/consignments/C', '/orders/1', '/orders?status=paid'],
    [null, null, '/orders/1', null, null],
  ],
  [
    'a chain of records, one at a time',
    ['/customers/9', '/orders/1', '/consignments/C', '/orders/1', '/customers/9'],
    [null, '/customers/9', '/orders/1', '/customers/9', null],
  ],
  [
    'the next order to ship leads back to where the first one was opened',
    [
      '/customers/9',
      '/orders/1',
      '/consignments/C',
      '»/orders/2?tab=freight',
      '/consignments/D',
      '»/orders/3',
    ],
    [null, '/customers/9', '/orders/1', '/customers/9', '/orders/2?tab=freight', '/customers/9'],
  ],
  [
    'the next order to ship leads to its list, if the first one was opened from it',
    ['/orders?page=2', '/orders/1', '/consignments/C', '»/orders/2?tab=freight'],
    [null, null, '/orders/1', null],
  ],
  [
    'tabs are no places of their own',
    ['/orders/1', '/orders/1?tab=freight', '/consignments/C', '/consignments/C?tab=labels'],
    [null, null, '/orders/1?tab=freight', '/orders/1?tab=freight'],
  ],
  [
    'the way back to a tab is also that to its record',
    ['/orders/1', '/orders/1?tab=freight', '/consignments/C', '/orders/1'],
    [null, null, '/orders/1?tab=freight', null],
  ],
  [
    'the next record keeps where the one before was come to from',
    ['/orders/1', '/consignments/C', '→/consignments/D'],
    [null, '/orders/1', '/orders/1'],
  ],
  [
    'an order and a form of its own, from which it is not opened anew',
    ['/customers/9', '/orders/1', '/orders/1/another-consignment', '/orders/1?tab=freight'],
    [null, '/customers/9', '/orders/1', '/customers/9'],
  ],
  [
    'a second consignment leads to its order, not to the form for a third',
    [
      '/customers/9',
      '/orders/1',
      '/orders/1/another-consignment',
      '✓/consignments/C?tab=labels',
      '/orders/1?tab=freight',
    ],
    [null, '/customers/9', '/orders/1', '/orders/1', '/customers/9'],
  ],
  [
    'a second consignment from a row of a list, and the next order to ship after it',
    ['/orders', '/orders/A%2F1/another-consignment', '✓/consignments/C?tab=labels', '»/orders/2'],
    [null, null, '/orders/A%2F1?tab=freight', null],
  ],
  [
    'a consignment without an order leads to where its form was opened, not to a blank form',
    ['/orders', '/consignments/new', '✓/consignments/C?tab=labels'],
    [null, '/orders', '/orders'],
  ],
  [
    'an undone booking leads back from its form as before',
    ['/orders', '/consignments/new', '✓/consignments/C?tab=labels', 'z/consignments/new'],
    [null, '/orders', '/orders', '/orders'],
  ],
  [
    'an undone second booking leads to its order',
    [
      '/customers/9',
      '/orders/1',
      '/orders/1/another-consignment',
      '✓/consignments/C?tab=labels',
      'z/orders/1/another-consignment',
    ],
    [null, '/customers/9', '/orders/1', '/orders/1', '/orders/1'],
  ],
  [
    'an undone first booking leads back from its order as before',
    ['/customers/9', '/orders/1?tab=freight', '✓/consignments/C?tab=labels', 'z/orders/1?tab=freight'],
    [null, '/customers/9', '/orders/1?tab=freight', '/customers/9'],
  ],
  [
    'the first consignment of an order leads to it',
    ['/orders', '/orders/1?tab=freight', '✓/consignments/C?tab=labels'],
    [null, null, '/orders/1?tab=freight'],
  ],
  [
    'a record looked up from a form leads back to the form',
    ['/consignments/new', '/orders/1'],
    [null, '/consignments/new'],
  ],
  ['a jump from one order to another', ['/orders', '/orders/1', '/orders/2'], [null, null, '/orders/1']],
  ['a jump from another list', ['/emails', '/orders/1'], [null, '/emails']],
  ['a list leads nowhere', ['/orders/1', '/customers?query=a'], [null, null]],
  ['a supplier order in its list', ['/suppliers?tab=orders', '/suppliers/orders/3'], [null, null]],
  ['after signing in there is nothing to go back to', ['/auth/microsoft', '/orders/1'], [null, null]],
])('%s', (_, addresses, expected) => expect(backFrom(...addresses)).toEqual(expected))

const place = (key: string, pathname: string) => ({ key, pathname, search: '', state: null })

test('a reload keeps it, and signing out forgets it', () => {
  storeToken(MERE)
  rememberOrigin(place('a', '/orders/1'), place('b', '/consignments/C'), 'Order #1')
  window.dispatchEvent(new Event('pagehide'))
  expect(sessionStorage.getItem('came-from')).toContain('["b",[{"path":"/orders/1","title":"Order #1"}]]')
  endSession()
  expect(originOf('b')).toBeNull()
  window.dispatchEvent(new Event('pagehide'))
  expect(sessionStorage.getItem('came-from') ?? '[]').toBe('[]')
})

describe('the location', () => {
  const initial = store.get(locationAtom)
  afterEach(() => store.set(locationAtom, initial))

  const isPending = () => store.get(isLocationPendingAtom)
  const commit = (path: string, key: string) =>
    store.set(locationAtom, (now) => ({ ...now, committed: { path, key, navigate: null } }))

  test('nothing is pending before the router is followed', () => expect(isPending()).toBe(false))

  test.each([
    ['/', '/'],
    ['/customers', '/customers'],
    ['/customers/', '/customers'],
  ])('the path of the screen at %s is %s', (address, path) => {
    commit(address, 'a')
    expect(store.get(pathAtom)).toBe(path)
  })

  test('a location is pending from the navigation until its screen is committed', async () => {
    let load = () => {}
    const loaded = new Promise<null>((resolve) => (load = () => resolve(null)))
    const router = createMemoryRouter([
      { path: '/', element: null },
      { path: '/orders', element: null, loader: () => loaded },
    ])
    followRouter(router)
    expect(isPending()).toBe(true)
    commit('/', router.state.location.key)
    expect(isPending()).toBe(false)

    const arrived = router.navigate('/orders')
    expect([isPending(), store.get(pathAtom)]).toEqual([true, '/'])
    load()
    await arrived
    expect(isPending()).toBe(true)
    commit('/orders', router.state.location.key)
    expect([isPending(), store.get(pathAtom)]).toEqual([false, '/orders'])
    router.dispose()
  })
})
