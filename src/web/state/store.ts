import { createStore, type PrimitiveAtom } from 'jotai'
import { useLayoutEffect } from 'react'

/** The only jotai store: used directly outside of components, and through the Provider inside. */
export const store = createStore()

/**
 * Stores a value in an atom while the calling component is mounted.
 * @param value must be stable while it is the same
 * @param otherwise the atom's value afterwards
 */
export function useWhileMounted<Value>(target: PrimitiveAtom<Value>, value: Value, otherwise: Value): void {
  useLayoutEffect(() => {
    store.set(target, () => value)
    return () => store.set(target, () => otherwise)
  }, [target, value, otherwise])
}
