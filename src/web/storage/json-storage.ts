import type * as z from 'zod/mini'

/** Checked JSON in the browser's storage. Also the storage of jotai's `atomWithStorage`. */
interface JsonStorage<Value> {
  /** The stored value; `initial` if it is missing, unreadable or does not fit the schema. */
  getItem<Initial>(key: string, initial: Initial): Value | Initial
  setItem(key: string, value: Value): void
  removeItem(key: string): void
  /** Calls back when another tab changes or removes the value. Returns a function that stops it. */
  subscribe(key: string, onChange: (value: Value) => void, initial: Value): () => void
}

/**
 * JSON in local storage, which the tabs of this browser share, or in the session storage of one tab. If the storage
 * is full or forbidden, writing loses the value without an error.
 */
export function jsonStorage<Value>(
  schema: z.ZodMiniType<Value, unknown>,
  area: Storage = localStorage,
): JsonStorage<Value> {
  /** Reading the same text again returns the same object: jotai reads again when an atom mounts. */
  let latest: { text: string; value: Value } | null = null

  function parse<Initial>(text: string | null, initial: Initial): Value | Initial {
    // Without an error: one thrown during startup makes the browser parse the whole console a second time.
    if (text === null) return initial
    if (latest?.text === text) return latest.value
    const parsed = schema.safeParse(parsedJson(text))
    if (!parsed.success) return initial
    latest = { text, value: parsed.data }
    return parsed.data
  }

  return {
    getItem: (key, initial) => parse(area.getItem(key), initial),
    setItem(key, value) {
      try {
        area.setItem(key, JSON.stringify(value))
      } catch {
        // See above.
      }
    },
    removeItem: (key) => area.removeItem(key),
    subscribe(key, onChange, initial) {
      const follow = (event: StorageEvent) => {
        if (event.storageArea === area && event.key === key) onChange(parse(event.newValue, initial))
      }
      window.addEventListener('storage', follow)
      return () => window.removeEventListener('storage', follow)
    },
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
