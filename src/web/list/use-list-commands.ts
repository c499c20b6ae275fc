import { type RefObject, useMemo, useRef } from 'react'
import type { ListTarget } from '../../../commands/engine/targets.ts'
import { useCommandTarget } from '../commands/targets.ts'
import { useGo } from '../routing/location.ts'
import { isHere } from '../routing/paths.ts'
import type { SelectionControl } from '../table/use-selection.ts'
import type { ListRows } from './use-list-rows.ts'

interface ListCommands {
  /** The address of a row's record, by the row's id. Must be stable. */
  recordPath?: (id: string) => string
  /** The pages, if the list has pages. */
  paging?: { page: number; pages: number; pathOf(page: number): string }
  /** Selects rows, if they can be selected. Must be stable. */
  select?: SelectionControl['change'] | undefined
  /** The records to export, if the list can be exported. Must be stable. */
  exported?: ListTarget['exported']
  /** The address of the first page with its filters, if they can be saved. */
  viewAddress?: string | undefined
  /** Loads the list with its new records, if there are some. Must be stable. */
  takeNew?: (() => void) | undefined
  /** Opens the preview pane, if there is one. Must be stable. */
  peek?: (() => void) | undefined
  /** The address of the same search on all dates, if the list is limited to some. */
  allDates?: string | undefined
  /** Whether there are filters besides the search. */
  filters?: boolean
  /** Whether there is a search. Default: true. */
  search?: boolean
}

/** Focuses the search. Focus first: selecting text does not move the caret into the field in every browser. */
export function enterSearch(tools: HTMLElement | null): void {
  const search = tools?.querySelector<HTMLInputElement>('input[type=search]')
  search?.focus()
  search?.select()
}

/** Focuses the first filter; without filters, the search. */
function enterFilters(tools: HTMLElement | null): void {
  const filter = tools?.querySelector<HTMLElement>('[data-day], select')
  if (filter) filter.focus()
  else enterSearch(tools)
}

const ONE_PAGE = { page: 1, pages: 1, pathOf: () => '' }

/**
 * Makes the list the target of list commands. The target stays the same object while the cursor moves.
 * @returns the ref for the form with the list's search and filters
 */
export function useListCommands(
  list: Pick<ListRows<unknown>, 'noun' | 'cursor' | 'state' | 'missing'>,
  {
    recordPath,
    paging = ONE_PAGE,
    select,
    exported,
    viewAddress,
    takeNew,
    peek,
    allDates,
    filters = false,
    search = true,
  }: ListCommands,
): RefObject<HTMLFormElement | null> {
  const tools = useRef<HTMLFormElement>(null)
  const go = useGo()
  const {
    noun,
    missing,
    cursor: { control },
  } = list
  // While rows are loading, the list does not count as empty.
  const isEmpty = list.state === 'empty' || list.state === 'failed'
  const wider = list.state === 'empty' ? allDates : undefined
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
      ...(exported && { exported }),
      ...(viewAddress !== undefined && { viewAddress }),
      ...(takeNew && { takeNew }),
      ...(peek && { peek }),
      ...(wider !== undefined && { searchAllDates: () => go(wider) }),
      goToPage(wanted: number) {
        go(pathOf(wanted))
      },
    }),
    [
      noun,
      page,
      pages,
      pathOf,
      missing,
      isEmpty,
      recordPath,
      select,
      exported,
      viewAddress,
      takeNew,
      peek,
      wider,
      filters,
      search,
      control,
      go,
    ],
  )
  useCommandTarget('list', target)
  return tools
}
