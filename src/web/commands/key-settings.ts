import { atom, useAtomValue } from 'jotai'
import { useLayoutEffect } from 'react'
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
import { store } from '../state/store.ts'
import { userSetting } from '../storage/user-setting.ts'
import { ariaOf } from './key-text.ts'

/** Whether single-letter keys are on. */
export const singleKeysAtom = userSetting('single-keys', z.boolean(), true)

/** How many messages on the screen must be seen before single keys act again. */
const pausesAtom = atom(0)

/** Whether single-letter keys work now. */
export const singleKeysNowAtom = atom((get) => get(singleKeysAtom) && get(pausesAtom) === 0)

/** Switches single keys off while the calling component is mounted, because what they act on has just changed. */
export function usePausedSingleKeys(): void {
  useLayoutEffect(() => {
    store.set(pausesAtom, (count) => count + 1)
    return () => store.set(pausesAtom, (count) => count - 1)
  }, [])
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

export interface KeysNow {
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
  const own = store.get(customShortcutsAtom)
  store.set(customShortcutsAtom, key === null ? withoutShortcut(own, id) : withShortcut(own, id, key))
}

/** Replaces all custom shortcuts. */
export function changeKeys(keys: CustomShortcuts): void {
  store.set(customShortcutsAtom, keys)
}
