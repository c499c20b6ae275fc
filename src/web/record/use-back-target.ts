import { useMemo } from 'react'
import { useCommandTarget } from '../commands/targets.ts'
import { useOrigin } from './use-origin.ts'

/**
 * Lets the keys of a record lead back from a screen that shows no record; its other keys do nothing there.
 * @param list the address to go back to if the user did not come from another screen
 */
export function useBackTarget(list: string): void {
  const back = useOrigin(list)?.path ?? list
  const target = useMemo(
    () => ({ kind: null, code: '', loading: false, back, next: null, previous: null }),
    [back],
  )
  useCommandTarget('record', target)
}
