import { createJSONStorage } from 'jotai/utils'

/**
 * JSON in local storage, shared by the tabs of this browser. A missing entry is `initial`. Jotai's own storage
 * throws and catches an error for it, and an error thrown during startup makes the browser parse the whole console
 * a second time.
 */
export function keptJson<Value>(): ReturnType<typeof createJSONStorage<Value>> {
  const storage = createJSONStorage<Value>(() => localStorage)
  return {
    ...storage,
    getItem: (key, initial) => (localStorage.getItem(key) === null ? initial : storage.getItem(key, initial)),
  }
}
