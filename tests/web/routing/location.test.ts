import { createMemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import {
  followRouter,
  isLocationPendingAtom,
  locationAtom,
  pathAtom,
} from '../../../src/web/routing/location.ts'
import { store } from '../../../src/web/state/store.ts'

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
