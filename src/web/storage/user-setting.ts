import { atom, type WritableAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import type * as z from 'zod/mini'
import { currentUser, onSessionChange } from '../state/session.ts'
import { store } from '../state/store.ts'
import { jsonStorage } from './json-storage.ts'

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
