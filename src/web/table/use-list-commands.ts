import { type RefObject, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCommandTarget } from '../command-ui/targets.ts'
import { isHere } from '../paths.ts'
import type { CursorControl } from './use-cursor.ts'
import type { SelectionControl } from './use-selection.ts'

interface ListCommands {
  /** What the rows are, in the plural: 'orders'. */
  noun: string
  control: CursorControl
  isEmpty: boolean
  page: number
  pages: number
  /** The address of a row's record, by the row's id. Must be stable. */
  recordPath(id: string): string
  /** The address of a page. Must be stable. */
  pagePath(page: number): string
  /** Selects rows, where rows can be selected. Must be stable. */
  select?: SelectionControl['change'] | undefined
  /** Opens the look at the active row, where there is one. Must be stable. */
  peek?: (() => void) | undefined
  /** The form with the list's search and filters. */
  tools: RefObject<HTMLFormElement | null>
}

/** Lets the list commands act on the list of this screen. Stays one object while the cursor moves. */
export function useListCommands(list: ListCommands): void {
  const { noun, control, isEmpty, page, pages, recordPath, pagePath, select, peek, tools } = list
  const navigate = useNavigate()
  const target = useMemo(
    () => ({
      noun,
      page,
      hasNextPage: page < pages,
      isEmpty,
      move: control.move,
      openActive() {
        const id = control.id()
        if (id === null) return
        const path = recordPath(id)
        // A second Enter can come before the rows have left the screen.
        void navigate(path, { replace: isHere(path) })
      },
      focusSearch: () => tools.current?.querySelector<HTMLInputElement>('input[type=search]')?.select(),
      focusFilters: () => tools.current?.querySelector('select')?.focus(),
      focusRows: control.focus,
      ...(select && { select }),
      ...(peek && { peek }),
      goToPage(wanted: number) {
        void navigate(pagePath(wanted))
      },
    }),
    [noun, page, pages, isEmpty, recordPath, pagePath, select, peek, tools, control, navigate],
  )
  useCommandTarget('list', target)
}
