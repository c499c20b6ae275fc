import { atom } from 'jotai'
import { useWhileMounted } from './store.ts'

/** Title set by the screen itself; null if the route's title applies. */
export const ownTitleAtom = atom<string | null>(null)

/** Sets the title of a screen that depends on its record; null while the record is loading. */
export function useOwnTitle(title: string | null): void {
  useWhileMounted(ownTitleAtom, title, null)
}
