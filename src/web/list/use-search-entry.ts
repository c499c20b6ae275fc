import { useCallback, useLayoutEffect, useRef } from 'react'
import { commandContext } from '../commands/context.ts'
import type { Cursor } from '../table/use-cursor.ts'

interface SearchEntry {
  cursor: Cursor
  /** Number of shown rows. */
  count: number
  /** Whether the rows belong to the current address. */
  isThere: boolean
}

function searchHasFocus(): boolean {
  return document.activeElement?.matches('[role=search] input[type=search]') === true
}

/**
 * Enter in a list's search focuses the first result once it is shown; without results, the focus stays in the search.
 * Enter on the same search again opens the row if there is only one.
 * @returns a function to call with the searched address and whether it is the current one
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
    // Deferred until after the commit, because the list's commands are registered at its end and opening renders
    // synchronously.
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
