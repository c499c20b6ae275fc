import { atom, type WritableAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { currentUser, onSessionChange } from '../state/session.ts'
import { store } from '../state/store.ts'
import { keptJson } from './kept-json.ts'

const userAtom = atom(currentUser())
onSessionChange(() => store.set(userAtom, currentUser()))

/**
 * A setting kept in local storage, shared by the tabs of this browser and keyed by user, since workstations are shared.
 *
 * @param name its place in the storage, before the user
 * @param initial its value while nothing was chosen
 * @param isValid refuses what is stored and does not fit; `initial` stands for it
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
