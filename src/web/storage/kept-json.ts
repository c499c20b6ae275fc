import { createJSONStorage } from 'jotai/utils'

/**
 * JSON in local storage, shared by the tabs of this browser. What is not there is `initial` without being parsed: the
 * library's own storage throws for it, and an error thrown while the console starts has the browser read all of its
 * code a second time.
 */
export function keptJson<Value>(): ReturnType<typeof createJSONStorage<Value>> {
  const storage = createJSONStorage<Value>(() => localStorage)
  return {
    ...storage,
    getItem: (key, initial) => (localStorage.getItem(key) === null ? initial : storage.getItem(key, initial)),
  }
}
