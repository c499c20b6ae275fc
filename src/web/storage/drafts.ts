import { useAtom } from 'jotai'
import { atomWithStorage, RESET } from 'jotai/utils'
import { useCallback, useMemo } from 'react'
import * as z from 'zod/mini'
import { isOrderAction } from '../../contract/orders.ts'
import { ORDER_ACTIONS, type OrderDialogName } from '../../domain/orders/order-actions.ts'
import { useStableCallback } from '../lib/use-stable-callback.ts'
import { currentUser } from '../state/session.ts'
import { jsonStorage } from './json-storage.ts'

/** The fields of a form, stored as JSON. */
type Fields = object

/** The changed fields of any form. */
const Stored = z.record(z.string(), z.unknown())
type Stored = z.output<typeof Stored>

/** Prefix of a draft's key in local storage, followed by user and form. */
const DRAFT = 'draft:'

/** The key in local storage of something that the current user typed: it is deleted when they sign out. */
export function ownKey(name: string): string {
  return `${DRAFT}${currentUser()}:${name}`
}

/** The key of the draft of an order's dialog. Dialogs of one step share it: those that pack have the same message. */
export function orderDraft(name: OrderDialogName, code: string): string {
  const action = name === 'pay-and-pack' ? 'pack' : name
  return `${isOrderAction(action) ? ORDER_ACTIONS[action].step : action}/${code}`
}

/** Merges stored fields that still fit the form: a draft may come from an older build. */
export function mergeDraft<T extends Fields>(initial: T, stored: Readonly<Stored>): T {
  const fields = { ...initial }
  for (const name in fields) {
    const value = stored[name]
    if (hasTypeOf(fields[name], value)) fields[name] = value
  }
  return fields
}

/** Merges stored texts, also of fields that the form does not have now: those of a refused record depend on its faults. */
export function mergeTexts(
  initial: Readonly<Record<string, string>>,
  stored: Readonly<Stored>,
): Record<string, string> {
  const fields = { ...initial }
  for (const [name, value] of Object.entries(stored)) if (typeof value === 'string') fields[name] = value
  return fields
}

function hasTypeOf<T>(example: T, value: unknown): value is T {
  return typeof value === typeof example
}

/** Deletes all drafts in this browser except those of one user; all if the user is blank. */
export function forgetDraftsBut(user: string): void {
  const kept = `${DRAFT}${user}:`
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(DRAFT) && !(user !== '' && key.startsWith(kept))) localStorage.removeItem(key)
  }
}

/**
 * Stores values in a draft before its form is shown, in addition to what it has.
 * @param key as of `useDraft`
 * @returns whether it had something else, which was typed before
 */
export function presetDraft(key: string, fields: Readonly<Stored>): boolean {
  const storage = jsonStorage(Stored)
  const storageKey = ownKey(key)
  const kept = storage.getItem(storageKey, {})
  if (Object.keys(fields).length > 0) storage.setItem(storageKey, { ...kept, ...fields })
  return Object.entries(kept).some(([field, value]) => fields[field] !== value)
}

/** The draft of a form that is not on screen. Parameters as of `useDraft`. */
export function readDraft<T extends Fields>(key: string, initial: T, merged: Merge<T>): T {
  return merged(initial, jsonStorage(Stored).getItem(ownKey(key), {}))
}

/** Changes some fields of the draft of a form, also on its screen where it is open. Other parameters as of `useDraft`. */
export function changeDraft<T extends Fields>(
  key: string,
  initial: T,
  changed: (fields: T) => Partial<T>,
  merged: Merge<T> = mergeDraft,
): void {
  const storageKey = ownKey(key)
  const storage = jsonStorage(Stored)
  const kept = storage.getItem(storageKey, {})
  const fields = { ...kept, ...changed(merged(initial, kept)) }
  storage.setItem(storageKey, fields)
  tellTab(storageKey, JSON.stringify(fields))
}

/**
 * Deletes the draft of a form, also from its screen where it is open, if its fields satisfy a predicate. Other
 * parameters as of `useDraft`.
 * @returns a function that restores it unless a new one exists
 */
export function dropDraft<T extends Fields>(
  key: string,
  initial: T,
  isMeant: (fields: T) => boolean,
  merged: Merge<T> = mergeDraft,
): () => void {
  const storageKey = ownKey(key)
  const storage = jsonStorage(Stored)
  return clearedDraft(
    storageKey,
    (kept) => isMeant(merged(initial, kept)),
    (fields) => {
      if (fields === null) storage.removeItem(storageKey)
      else storage.setItem(storageKey, fields)
    },
  )
}

/** Clears a stored draft by `write(null)`. The result restores it unless a new one exists. */
function clearedDraft(
  storageKey: string,
  isMeant: (kept: Stored) => boolean,
  write: (fields: Stored | null) => void,
): () => void {
  const read = () => jsonStorage(Stored).getItem(storageKey, {})
  const told = (fields: Stored | null) => {
    write(fields)
    tellTab(storageKey, fields && JSON.stringify(fields))
  }
  const kept = read()
  if (!isMeant(kept)) return () => undefined
  told(null)
  return () => {
    if (Object.keys(read()).length === 0 && Object.keys(kept).length > 0) told(kept)
  }
}

/** The browser notifies only other tabs of a change, but the form may be open in this one. */
function tellTab(key: string, newValue: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
}

type Merge<T> = (initial: T, stored: Readonly<Stored>) => T

type Patch<T> = Partial<T> | ((fields: T) => Partial<T>)

/**
 * The draft of a form in local storage, so that typed text survives a sign-in, a reload and a new version. Shared by
 * the tabs of this browser; keyed by user, because workstations are shared.
 * @param key the form and its record, such as `pack/104823`
 * @param initial the fields of an untouched form; only changed fields are stored
 * @param merged merges them with the stored ones
 * @returns the fields, a function `patch` and a function `clear`. `patch` changes some fields, given as values or an
 * updater. `clear` deletes the draft, with a predicate only if the stored fields satisfy it: another tab may have
 * changed them. It returns a function that restores the deleted draft unless a new one exists
 */
export function useDraft<T extends Fields>(
  key: string,
  initial: T,
  merged: Merge<T> = mergeDraft,
): [T, (patch: Patch<T>) => void, (isMeant?: (fields: T) => boolean) => () => void] {
  const storageKey = ownKey(key)
  const storage = useMemo(() => jsonStorage(Stored), [])
  const draftAtom = useMemo(
    () => atomWithStorage<Stored>(storageKey, {}, storage, { getOnInit: true }),
    [storageKey, storage],
  )
  const [stored, setStored] = useAtom(draftAtom)
  const merge = useStableCallback((fields: Readonly<Stored>) => merged(initial, fields))
  const patch = useCallback(
    (changed: Patch<T>) =>
      setStored((before) => ({
        ...before,
        ...(typeof changed === 'function' ? changed(merge(before)) : changed),
      })),
    [setStored, merge],
  )
  const clear = useCallback(
    (isMeant: (fields: T) => boolean = () => true) =>
      clearedDraft(
        storageKey,
        (kept) => isMeant(merge(kept)),
        (kept) => setStored(kept ?? RESET),
      ),
    [setStored, storageKey, merge],
  )
  return [merged(initial, stored), patch, clear]
}
