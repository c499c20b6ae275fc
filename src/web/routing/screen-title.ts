import { atom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { type Params, useMatches } from 'react-router-dom'
import { store, useWhileMounted } from '../state/store.ts'

/** Title set by the screen itself; null if the route's title applies. */
const ownTitleAtom = atom<string | null>(null)

/** Sets the title of a screen that depends on its record; null while the record is loading. */
export function useOwnTitle(title: string | null): void {
  useWhileMounted(ownTitleAtom, title, null)
}

/** The `handle` of a route: data about its screen. */
export interface ScreenHandle {
  title: (params: Params) => string
}

function isScreenHandle(handle: unknown): handle is ScreenHandle {
  return (
    typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'function'
  )
}

/** The title of the current screen: its own, otherwise its route's. Also sets the title of the browser tab. */
export function useScreenTitle(): string {
  const match = useMatches().at(-1)
  const own = useAtomValue(ownTitleAtom, { store })
  const title = own ?? (match && isScreenHandle(match.handle) ? match.handle.title(match.params) : '')
  useDocumentTitle(title)
  return title
}

/** Sets the title of the browser tab, unless it is empty. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    if (title !== '') document.title = title
  }, [title])
}
