import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { onPositionChange } from './list-memory.ts'
import type { Cursor } from './use-cursor.ts'

interface ActiveMark {
  /** The scrolling element, and the grid inside it. */
  scroller: RefObject<HTMLElement | null>
  grid: RefObject<HTMLElement | null>
  cursor: Cursor
  /** The id of a row's element. */
  elementId(rowId: string): string
  /** Whether `aria-selected` tells which row is active, as in a grid without selectable rows. */
  selectsActive: boolean
}

/**
 * Marks the active row of a grid in the document, outside of React: a render for each repeat of a held key would fall
 * behind on a slow PC. The mark is written here alone, from the place in the list memory that commands read as well,
 * and again after each commit, which may have replaced the row's element.
 */
export function useActiveMark({ scroller, grid, cursor, elementId, selectsActive }: ActiveMark): void {
  const marked = useRef<{ row: HTMLElement; id: string } | null>(null)
  const mark = useCallback(
    (row: HTMLElement | null) => {
      const before = marked.current
      if (row === (before?.row ?? null) && row?.id === before?.id) return
      marked.current = row && { row, id: row.id }
      before?.row.removeAttribute('data-active')
      row?.setAttribute('data-active', '')
      if (selectsActive) before?.row.setAttribute('aria-selected', 'false')
      if (selectsActive) row?.setAttribute('aria-selected', 'true')
      if (row) grid.current?.setAttribute('aria-activedescendant', row.id)
      else grid.current?.removeAttribute('aria-activedescendant')
    },
    [grid, selectsActive],
  )
  // Without it, a row would stay selected in a grid whose rows have become selectable.
  useLayoutEffect(() => () => mark(null), [mark])
  useLayoutEffect(() => {
    const update = () => {
      const id = cursor.activeId()
      const row = id === null ? null : document.getElementById(elementId(id))
      mark(row)
      return row !== null || id === null
    }
    update()
    return onPositionChange(() => {
      // Beyond the rendered rows: the virtualizer must not wait for the browser's event, which comes with the frame.
      if (!update()) scroller.current?.dispatchEvent(new Event('scroll'))
    })
  })
}
