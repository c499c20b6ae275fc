import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { type Params, useMatches } from 'react-router-dom'
import { ownTitleAtom } from '../state/own-title.ts'
import { store } from '../state/store.ts'

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
