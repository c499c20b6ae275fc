import { atom, useAtomValue } from 'jotai'
import {
  keysOf,
  knownShortcuts,
  type OwnKeys,
  withOwnKey,
  withoutOwnKey,
} from '../../../commands/custom-shortcuts.ts'
import type { Shortcuts } from '../../../commands/engine/context.ts'
import { type CommandId, commandById } from '../../../commands/index.ts'
import { store } from '../state/store.ts'
import { userSetting } from '../storage/user-setting.ts'
import { ariaOf } from './key-text.ts'

/** Whether single-letter keys are on. */
export const singleKeysAtom = userSetting('single-keys', true, (stored) => typeof stored === 'boolean')

const storedKeysAtom = userSetting<Shortcuts>('own-keys', {}, isShortcuts)

/** The keys that this user gave to commands. */
export const ownKeysAtom = atom(
  (get) => knownShortcuts(get(storedKeysAtom)),
  (_, set, keys: OwnKeys) => set(storedKeysAtom, keys),
)

function isShortcuts(stored: unknown): stored is Shortcuts {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    Object.values(stored).every((key) => typeof key === 'string')
  )
}

const settingsAtom = atom((get) => ({ singleKeys: get(singleKeysAtom), ownKeys: get(ownKeysAtom) }))

export interface KeysNow {
  /** The keys that run the command now, the one to be drawn first. */
  keys: readonly string[]
  /** For `aria-keyshortcuts`; undefined when there is nothing to say. */
  aria: string | undefined
}

/** The keys of a command as this user has them, kept up to date. */
export function useKeys(id: CommandId): KeysNow {
  const keys = keysOf(commandById(id), useAtomValue(settingsAtom))
  return { keys, aria: ariaOf(keys) }
}

/** Gives a command a key of the user's own; null gives it its declared ones back. */
export function changeKey(id: CommandId, key: string | null): void {
  const own = store.get(ownKeysAtom)
  store.set(ownKeysAtom, key === null ? withoutOwnKey(own, id) : withOwnKey(own, id, key))
}

/** Gives every command the user's keys, and its declared ones where there are none. */
export function changeKeys(keys: OwnKeys): void {
  store.set(ownKeysAtom, keys)
}
