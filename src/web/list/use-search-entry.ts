import { useCallback, useLayoutEffect, useRef } from 'react'
import { commandContext } from '../commands/context.ts'
import type { Cursor } from '../table/use-cursor.ts'

interface SearchEntry {
  cursor: Cursor
  /** How many rows are shown. */
  count: number
  /** Whether they are those of the address that is open. */
  isThere: boolean
}

function searchHasFocus(): boolean {
  return document.activeElement?.matches('[role=search] input[type=search]') === true
}

/**
 * Enter in a list's search leads to the first row that it finds, once it is shown; without any the focus stays in the
 * search. Enter on the same search again opens a sole row.
 * @returns to be called with the address that is searched, and whether it is open already
 */
export function useSearchEntry(entry: SearchEntry): (address: string, again: boolean) => void {
  const wanted = useRef<{ address: string; again: boolean } | null>(null)
  const latest = useRef(entry)
  const settle = useCallback(() => {
    const { cursor, count, isThere } = latest.current
    if (wanted.current?.address !== cursor.address || !isThere) return
    const { again } = wanted.current
    wanted.current = null
    if (count === 0 || !searchHasFocus()) return
    cursor.control.moveTo(0)
    cursor.control.focus()
    // Not while React commits: the list's commands are registered at its end, and the record is drawn at once.
    if (again && count === 1) queueMicrotask(() => commandContext().targets.list?.openActive?.())
  }, [])
  useLayoutEffect(() => {
    latest.current = entry
    settle()
  })
  return useCallback(
    (address, again) => {
      wanted.current = searchHasFocus() ? { address, again } : null
      settle()
    },
    [settle],
  )
}
