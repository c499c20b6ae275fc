import { atom } from 'jotai'
import type { createBrowserRouter } from 'react-router-dom'
import { store } from '../state/store.ts'
import { rememberOrigin } from './came-from.ts'

interface Going {
  /** Of the place in the history that the router is at, drawn or not. */
  key: string
  /** It waits for the chunk of another one. */
  loading: boolean
}

/** Where the router is, told at once; its screens are drawn later. Null until it is followed. */
export const goingAtom = atom<Going | null>(null)

/** Follows the router for as long as the page lives. */
export function followRouter(
  router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>,
): void {
  let { location: here } = router.state
  const follow = ({ location, navigation, historyAction }: typeof router.state) => {
    if (location.key !== here.key && historyAction !== 'POP') rememberOrigin(here, location, document.title)
    here = location
    store.set(goingAtom, { key: location.key, loading: navigation.state !== 'idle' })
  }
  follow(router.state)
  router.subscribe(follow)
}
