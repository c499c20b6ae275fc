import { type RefObject, useMemo, useRef } from 'react'
import { useCommandTarget } from '../commands/targets.ts'
import { isHere } from '../routing/paths.ts'
import type { SelectionControl } from '../table/use-selection.ts'
import { useGo } from './use-go.ts'
import type { ListRows } from './use-list-rows.ts'

interface ListCommands {
  /** The address of a row's record, by the row's id. Must be stable. */
  recordPath?: (id: string) => string
  /** The pages, where the list has pages. */
  paging?: { page: number; pages: number; pathOf(page: number): string }
  /** Selects rows, where rows can be selected. Must be stable. */
  select?: SelectionControl['change'] | undefined
  /** Opens the preview pane, if there is one. Must be stable. */
  peek?: (() => void) | undefined
  /** Whether there are filters; the search may be the only one. */
  filters?: boolean
  /** Whether there is a search. Default: yes. */
  search?: boolean
}

/** Focuses the search. Selecting its text alone does not move the cursor there in every browser. */
export function enterSearch(tools: HTMLElement | null): void {
  const search = tools?.querySelector<HTMLInputElement>('input[type=search]')
  search?.focus()
  search?.select()
}

/** Focuses the first filter, or the search where it is the only one. */
function enterFilters(tools: HTMLElement | null): void {
  const filter = tools?.querySelector<HTMLElement>('[data-day], select')
  if (filter) filter.focus()
  else enterSearch(tools)
}

const ONE_PAGE = { page: 1, pages: 1, pathOf: () => '' }

/**
 * Lets the list commands act on the list of this screen. The target stays one object while the cursor moves.
 * @returns the ref of the form with the list's search and filters
 */
export function useListCommands(
  list: Pick<ListRows<unknown>, 'noun' | 'cursor' | 'state' | 'missing'>,
  { recordPath, paging = ONE_PAGE, select, peek, filters = false, search = true }: ListCommands,
): RefObject<HTMLFormElement | null> {
  const tools = useRef<HTMLFormElement>(null)
  const go = useGo()
  const {
    noun,
    missing,
    cursor: { control },
  } = list
  // Rows that are still loading are not missing.
  const isEmpty = list.state === 'empty' || list.state === 'failed'
  const { page, pages, pathOf } = paging
  const target = useMemo(
    () => ({
      noun,
      page,
      hasNextPage: page < pages,
      nextUnknown: missing,
      isEmpty,
      move: control.move,
      ...(recordPath && {
        openActive() {
          const id = control.id()
          if (id === null) return
          const path = recordPath(id)
          // A second Enter may arrive before the list is unmounted.
          go(path, { replace: isHere(path) })
        },
      }),
      ...(search && {
        focusSearch: () => enterSearch(tools.current),
      }),
      ...(filters && { focusFilters: () => enterFilters(tools.current) }),
      focusRows: control.focus,
      ...(select && { select }),
      ...(peek && { peek }),
      goToPage(wanted: number) {
        go(pathOf(wanted))
      },
    }),
    [noun, page, pages, pathOf, missing, isEmpty, recordPath, select, peek, filters, search, control, go],
  )
  useCommandTarget('list', target)
  return tools
}
