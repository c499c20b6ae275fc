import { useMemo } from 'react'
import { useCommandTarget } from '../command-ui/targets.ts'

/** Lets the keys of a record lead back to a list from a screen that shows no record; its other keys do nothing there. */
export function useWayBack(path: string): void {
  const target = useMemo(
    () => ({ kind: null, code: '', loading: false, back: path, next: null, previous: null }),
    [path],
  )
  useCommandTarget('record', target)
}
