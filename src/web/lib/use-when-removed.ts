import { useEffectEvent, useLayoutEffect } from 'react'

/** Calls back when the calling component is removed, before its elements leave the page. */
export function useWhenRemoved(run: () => void): void {
  const runNow = useEffectEvent(run)
  useLayoutEffect(() => () => runNow(), [])
}
