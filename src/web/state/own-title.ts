import { atom } from 'jotai'
import { useLayoutEffect } from 'react'
import { store } from './store.ts'

/** The title of a screen that says its own; null where the route has it. */
export const ownTitleAtom = atom<string | null>(null)

/** For a screen whose title is known by its record and not by its address; null while that is awaited. */
export function useOwnTitle(title: string | null): void {
  useLayoutEffect(() => {
    store.set(ownTitleAtom, title)
    return () => store.set(ownTitleAtom, null)
  }, [title])
}
