import { useMemo } from 'react'
import { useCommandTarget } from '../commands/targets.ts'
import { useOrigin } from './use-origin.ts'

/**
 * Enables the Back command of records on a screen without a record; their other commands have no effect there.
 * @param list the back target if the user did not come from another screen
 */
export function useBackTarget(list: string): void {
  const back = useOrigin(list)?.path ?? list
  const target = useMemo(
    () => ({ kind: null, code: '', loading: false, back, next: null, previous: null }),
    [back],
  )
  useCommandTarget('record', target)
}
