import { atom, useSetAtom } from 'jotai'
import { useCallback, useLayoutEffect } from 'react'
import { type createBrowserRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom'
import { ARRIVED, beginWait, CANCELLED, endWait } from '../state/key-queue.ts'
import { store } from '../state/store.ts'
import { rememberOrigin } from './came-from.ts'
import { recordAt } from './paths.ts'

/** The current location, for code outside of components. Components use React Router's hooks. */
interface ConsoleLocation {
  /** The router's location, updated before React commits its screen. Null until `followRouter` is called. */
  router: {
    /** Key of the history entry. */
    key: string
    /** Whether the router is waiting for the code of another screen. */
    loading: boolean
  } | null
  /** The location whose screen React has committed. */
  committed: {
    /** Path without the query. */
    path: string
    /** Key of the history entry. */
    key?: string
    navigate: NavigateFunction | null
  }
  /** The wait for the screen that the router has left for; null if it is committed. */
  wait: { id: number; path: string } | null
}

export const locationAtom = atom<ConsoleLocation>({
  router: null,
  committed: { path: '/', navigate: null },
  wait: null,
})

/** Path of the screen that React has committed, without the query and without a slash at its end. */
export const pathAtom = atom((get) => get(locationAtom).committed.path.replace(/(?<=.)\/+$/, ''))

/** Whether the router has left for a screen that React has not committed yet. Keys are then meant for that screen. */
export const isLocationPendingAtom = atom((get) => {
  const { router, committed } = get(locationAtom)
  return router !== null && (router.loading || router.key !== committed.key)
})

/** Follows the router for the lifetime of the page. */
export function followRouter(
  router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>,
): void {
  let { location: here } = router.state
  const follow = ({ location, navigation, historyAction }: typeof router.state) => {
    if (location.key !== here.key && historyAction !== 'POP') rememberOrigin(here, location, document.title)
    here = location
    const { key } = location
    const loading = navigation.state !== 'idle'
    store.set(locationAtom, (now) => ({ ...now, router: { key, loading } }))
    awaitScreen((navigation.location ?? location).pathname)
  }
  follow(router.state)
  router.subscribe(follow)
}

/** Begins the wait for a screen that the router has left for: keys pressed meanwhile are meant for it. */
function awaitScreen(path: string): void {
  const { wait } = store.get(locationAtom)
  const going = store.get(isLocationPendingAtom) ? path : null
  if (going === (wait?.path ?? null)) return
  let next: ConsoleLocation['wait'] = null
  if (going !== null) {
    const record = recordAt(going)
    next = { id: beginWait({ label: record?.code ?? 'the screen', record, holds: 'screen' }), path: going }
  }
  store.set(locationAtom, (now) => ({ ...now, wait: next }))
  if (wait !== null) endWait(wait.id, CANCELLED)
}

/** Records the committed location. Used by one component inside the router. */
export function useCommittedLocation(): void {
  const navigate = useNavigate()
  const { pathname: path, key } = useLocation()
  const setLocation = useSetAtom(locationAtom)
  // Before the browser paints, because a user who sees the screen may press its keys.
  useLayoutEffect(() => {
    setLocation((now) => ({ ...now, committed: { path, key, navigate } }))
    const { wait } = store.get(locationAtom)
    if (wait === null || store.get(isLocationPendingAtom)) return
    setLocation((now) => ({ ...now, wait: null }))
    endWait(wait.id, ARRIVED)
  }, [setLocation, path, key, navigate])
}

/**
 * Navigates and renders synchronously, so that the next key acts on the new screen and text typed in the old
 * screen's tools is not reset afterwards. Must not be called in effects, in which React cannot render
 * synchronously.
 */
export function useGo(): (path: string, options?: { replace: boolean }) => void {
  const navigate = useNavigate()
  return useCallback((path, options) => void navigate(path, { ...options, flushSync: true }), [navigate])
}
