import { useAtom } from 'jotai'
import { atomWithStorage, RESET } from 'jotai/utils'
import { useCallback, useMemo, useRef } from 'react'
import { currentUser } from '../state/session.ts'
import { keptJson } from './kept-json.ts'

/** What is typed in a form: plain fields, kept as JSON. */
type Fields = object

/** The start of a draft's key in local storage; the user and the form follow. */
const DRAFT = 'draft:'

/** The fields of `stored` that still fit the form: a draft may come from an older build. */
export function mergeDraft<T extends Fields>(initial: T, stored: Partial<T>): T {
  const fitting: Partial<T> = { ...stored }
  for (const name in fitting) {
    if (typeof fitting[name] !== typeof initial[name]) delete fitting[name]
  }
  return { ...initial, ...fitting }
}

/** Forgets every draft in this browser but those of one user; of all where blank. */
export function forgetDraftsBut(user: string): void {
  const kept = `${DRAFT}${user}:`
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(DRAFT) && !(user !== '' && key.startsWith(kept))) localStorage.removeItem(key)
  }
}

type Patch<T> = Partial<T> | ((fields: T) => Partial<T>)

/**
 * What was typed into a form, kept in local storage so that it outlives a sign-in, a reload and a new version, and
 * shared by the tabs of this browser. Keyed by user: workstations are shared.
 *
 * @param key the form and its record, such as `pack-order/104823`
 * @param initial the fields as they are when nothing was typed; only changed fields are stored
 * @returns the fields, a function that changes some of them (from what they are at that moment, where it is given a
 *   function), and one that forgets the draft, or does so only if what is kept by now, in whichever tab it was typed,
 *   is what is meant
 */
export function useDraft<T extends Fields>(
  key: string,
  initial: T,
): [T, (patch: Patch<T>) => void, (isMeant?: (fields: T) => boolean) => void] {
  const storageKey = `${DRAFT}${currentUser()}:${key}`
  const storage = useMemo(() => keptJson<Partial<T>>(), [])
  const draftAtom = useMemo(
    () => atomWithStorage<Partial<T>>(storageKey, {}, storage, { getOnInit: true }),
    [storageKey, storage],
  )
  const [stored, setStored] = useAtom(draftAtom)
  const latestInitial = useRef(initial)
  latestInitial.current = initial
  const patch = useCallback(
    (changed: Patch<T>) =>
      setStored((before) => ({
        ...before,
        ...(typeof changed === 'function' ? changed(mergeDraft(latestInitial.current, before)) : changed),
      })),
    [setStored],
  )
  const clear = useCallback(
    (isMeant: (fields: T) => boolean = () => true) => {
      if (!isMeant(mergeDraft(latestInitial.current, storage.getItem(storageKey, {})))) return
      setStored(RESET)
      // The browser tells the other tabs alone, but the form may have been left and opened again in this one.
      window.dispatchEvent(
        new StorageEvent('storage', { key: storageKey, newValue: null, storageArea: localStorage }),
      )
    },
    [setStored, storage, storageKey],
  )
  return [mergeDraft(initial, stored), patch, clear]
}
