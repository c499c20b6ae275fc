import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * The latest version of a callback under one identity, for code outside React that keeps it, such as the targets of
 * commands, and for memoized rows. Must not be called while rendering. Effects use React's `useEffectEvent` instead.
 */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback)
  // Before all other effects, which may call it.
  useInsertionEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
