import { atom, type WritableAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { currentUser, onSessionChange } from '../state/session.ts'
import { store } from '../state/store.ts'
import { keptJson } from './kept-json.ts'

const userAtom = atom(currentUser())
onSessionChange(() => store.set(userAtom, currentUser()))

/**
 * A setting in local storage, shared by the tabs of this browser and keyed by user, because workstations are
 * shared.
 * @param name of the setting, the first part of its key
 * @param initial value until the user chooses one
 * @param isValid whether a stored value is valid; otherwise `initial` applies
 */
export function userSetting<Value>(
  name: string,
  initial: Value,
  isValid: (stored: unknown) => stored is Value,
): WritableAtom<Value, [value: Value], void> {
  const storage = keptJson<unknown>()
  const create = (user: string) =>
    atomWithStorage<unknown>(`${name}:${user}`, initial, storage, { getOnInit: true })
  const byUser = new Map<string, ReturnType<typeof create>>()
  const ofUser = (user: string) => {
    const known = byUser.get(user) ?? create(user)
    byUser.set(user, known)
    return known
  }
  return atom(
    (get) => {
      const stored = get(ofUser(get(userAtom)))
      return isValid(stored) ? stored : initial
    },
    (get, set, value) => set(ofUser(get(userAtom)), value),
  )
}
