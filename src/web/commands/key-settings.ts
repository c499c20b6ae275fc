import { atom, useAtomValue, type WritableAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import * as z from 'zod/mini'
import {
  type CustomShortcuts,
  keysOf,
  withKnownIds,
  withoutShortcut,
  withShortcut,
} from '../../../commands/custom-shortcuts.ts'
import type { Shortcuts } from '../../../commands/engine/context.ts'
import { type CommandId, commandById } from '../../../commands/index.ts'
import { currentUser, onSessionChange } from '../state/session.ts'
import { store, useWhileMounted } from '../state/store.ts'
import { jsonStorage } from '../storage/json-storage.ts'
import { ariaOf } from './key-text.ts'

/** Whether single-letter keys are on. */
export const singleKeysAtom = userSetting('single-keys', z.boolean(), true)

/** Whether a message on the screen must be seen before single keys act again. */
const pausedAtom = atom(false)

/** Whether single-letter keys work now. */
export const singleKeysNowAtom = atom((get) => get(singleKeysAtom) && !get(pausedAtom))

/** Switches single keys off while the calling component is mounted, because what they act on has just changed. */
export function usePausedSingleKeys(): void {
  useWhileMounted(pausedAtom, true, false)
}

const storedShortcutsAtom = userSetting<Shortcuts>('own-keys', z.record(z.string(), z.string()), {})

/** The custom shortcuts of this user. */
export const customShortcutsAtom = atom(
  (get) => withKnownIds(get(storedShortcutsAtom)),
  (_, set, keys: CustomShortcuts) => set(storedShortcutsAtom, keys),
)

const settingsAtom = atom((get) => ({
  singleKeys: get(singleKeysAtom),
  customShortcuts: get(customShortcutsAtom),
}))

interface KeysNow {
  /** The current keys of the command, the displayed one first. */
  keys: readonly string[]
  /** Value of `aria-keyshortcuts`; undefined if there are none. */
  aria: string | undefined
}

/** The keys of a command for this user; rerenders when they change. */
export function useKeys(id: CommandId): KeysNow {
  const keys = keysOf(commandById(id), useAtomValue(settingsAtom))
  return { keys, aria: ariaOf(keys) }
}

/** Sets the custom shortcut of a command; null removes it. */
export function changeKey(id: CommandId, key: string | null): void {
  const shortcuts = store.get(customShortcutsAtom)
  const changed = key === null ? withoutShortcut(shortcuts, id) : withShortcut(shortcuts, id, key)
  store.set(customShortcutsAtom, changed)
}

/** Replaces all custom shortcuts. */
export function changeKeys(keys: CustomShortcuts): void {
  store.set(customShortcutsAtom, keys)
}

const userAtom = atom(currentUser())
onSessionChange(() => store.set(userAtom, currentUser()))

/**
 * A setting in local storage, shared by the tabs of this browser and keyed by user, because workstations are
 * shared.
 * @param name of the setting, the first part of its key
 * @param initial value until the user chooses one
 */
export function userSetting<Value>(
  name: string,
  schema: z.ZodMiniType<Value, unknown>,
  initial: Value,
): WritableAtom<Value, [value: Value], void> {
  const storage = jsonStorage(schema)
  const create = (user: string) =>
    atomWithStorage<Value>(`${name}:${user}`, initial, storage, { getOnInit: true })
  const byUser = new Map<string, ReturnType<typeof create>>()
  const ofUser = (user: string) => {
    const known = byUser.get(user) ?? create(user)
    byUser.set(user, known)
    return known
  }
  return atom(
    (get) => get(ofUser(get(userAtom))),
    (get, set, value) => set(ofUser(get(userAtom)), value),
  )
}
