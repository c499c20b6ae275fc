import { useCallback, useLayoutEffect, useRef } from 'react'
import { commandContext } from '../commands/context.ts'
import { focusScreen, isFocusLost } from '../lib/return-focus.ts'
import { ARRIVED, beginWait, CANCELLED, endWait } from '../state/waits.ts'
import type { Cursor } from '../table/use-cursor.ts'

interface SearchEntry {
  cursor: Cursor
  /** Number of shown rows. */
  count: number
  /** Why the rows of the current address are not shown; null if they are. */
  missing: 'loading' | 'failed' | null
  /** The message if they cannot be loaded. */
  failure: string
}

/** A search that was entered, and whose rows are awaited. */
interface Entered {
  address: string
  /** Whether it is the one whose rows are shown already. */
  again: boolean
  /** The field that it was typed into. */
  field: HTMLElement
  /** The element that has the focus since, unless the user has moved it. */
  beside: Element | null
  wait: number
}

function searchWithFocus(): HTMLElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLElement && focused.matches('[role=search] input[type=search]')
    ? focused
    : null
}

/**
 * Enter in a list's search leaves the field at once: the next keys are for the rows, and wait for them. Without results
 * the focus returns to the search. Enter on the same search again opens the row if there is only one,
 * and searches all dates if there is none.
 * @returns a function to call with the searched address and whether it is the current one
 */
export function useSearchEntry(entry: SearchEntry): (address: string, again: boolean) => void {
  const entered = useRef<Entered | null>(null)
  const latest = useRef(entry)
  const settle = useCallback(() => {
    const { cursor, count, missing, failure } = latest.current
    const { current } = entered
    if (current?.address !== cursor.address && missing !== 'failed') return
    if (!current || missing === 'loading') return
    entered.current = null
    const { again, field, beside, wait } = current
    if (missing === 'failed') {
      endWait(wait, { type: 'failed', reason: failure })
      return
    }
    const hasMoved = document.activeElement !== beside && !isFocusLost()
    if (count === 0 && !hasMoved) field.focus()
    if (count > 0 && !hasMoved) {
      cursor.control.moveTo(0)
      cursor.control.focus()
    }
    // Deferred until after the commit, because the list's commands are registered at its end and opening renders
    // synchronously.
    queueMicrotask(() => {
      if (again && count === 1) commandContext().targets.list?.openActive?.()
      else if (again && count === 0 && !hasMoved) commandContext().targets.list?.searchAllDates?.()
      endWait(wait, ARRIVED)
    })
  }, [])
  useLayoutEffect(() => {
    latest.current = entry
    settle()
  })
  useLayoutEffect(
    () => () => {
      if (entered.current) endWait(entered.current.wait, CANCELLED)
      entered.current = null
    },
    [],
  )
  return useCallback(
    (address, again) => {
      const field = searchWithFocus()
      if (!field) return
      const wait = beginWait({ label: 'the search', record: null, holds: 'screen' })
      if (entered.current) endWait(entered.current.wait, CANCELLED)
      focusScreen()
      entered.current = { address, again, field, beside: document.activeElement, wait }
      settle()
    },
    [settle],
  )
}
