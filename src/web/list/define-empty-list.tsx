import { type ComponentType, useCallback, useMemo, useRef } from 'react'
import type { CommandId } from '../../../commands/index.ts'
import type { SearchInput, TextFilter } from '../../domain/lists/list-address.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { useCommandTarget } from '../commands/targets.ts'
import { useGo } from '../routing/location.ts'
import { type EmptyColumn, EmptyTable } from '../table/empty-table.tsx'
import { useNarrow } from '../table/use-narrow.ts'
import { textFilter, useAddressFilter } from './list-filter.ts'
import { ListFrame } from './list-frame.tsx'
import { Pagination } from './pagination.tsx'
import { SearchTools, TextEmpty } from './text-list.tsx'
import { enterSearch } from './use-list-commands.ts'

interface EmptyListParts {
  title: string
  /** The plural noun of the rows: 'quotes'. */
  noun: string
  columns: readonly EmptyColumn[]
  path(search: SearchInput): string
  /** Commands in the screen's heading. */
  commands: readonly CommandId[]
  /** Whether it has a search. */
  searched: boolean
}

/** Declares a list for which no call is known: tools, headings, and one empty page. */
export function defineEmptyList(parts: EmptyListParts): { Component: ComponentType } {
  const { title, noun, columns, path, commands, searched } = parts
  const { read, address } = textFilter(path)

  function Component() {
    const { query } = useAddressFilter(read)
    const filter = useMemo(() => ({ page: 1, query }), [query])
    const go = useGo()
    const narrow = useNarrow()
    const tools = useRef<HTMLFormElement>(null)
    const search = useCallback((next: TextFilter) => go(address(next)), [go])
    useCommandTarget(
      'list',
      useMemo(
        () => ({
          noun,
          page: 1,
          hasNextPage: false,
          isEmpty: true,
          move: () => undefined,
          goToPage: () => undefined,
          ...(searched && { focusSearch: () => enterSearch(tools.current) }),
        }),
        [],
      ),
    )
    const buttons = commands.map((id) => <CommandButton key={id} id={id} />)
    return (
      <ListFrame title={title} actions={buttons}>
        {searched && (
          <SearchTools
            noun={noun}
            filter={filter}
            onApply={search}
            form={tools}
            commands={commands}
            button={false}
          />
        )}
        {!searched && narrow && (
          <div className="flex shrink-0 justify-end border-b border-line px-3 py-2.5">{buttons}</div>
        )}
        <EmptyTable label={title} columns={columns}>
          <TextEmpty noun={noun} filter={filter} address={address} />
        </EmptyTable>
        <Pagination page={1} pages={1} pathOf={() => path({})} position="" />
      </ListFrame>
    )
  }
  return { Component }
}
