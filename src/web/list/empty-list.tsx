import { useCallback, useMemo, useRef } from 'react'
import type { CommandId } from '../../../commands/index.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { useCommandTarget } from '../commands/targets.ts'
import type { SearchInput } from '../routing/paths.ts'
import { type EmptyColumn, EmptyTable } from '../table/empty-table.tsx'
import { useNarrow } from '../table/use-narrow.ts'
import { ListFrame } from './list-frame.tsx'
import { Pagination } from './pagination.tsx'
import { SearchTools } from './search-tools.tsx'
import { TextEmpty } from './text-empty.tsx'
import { useGo } from './use-go.ts'
import { enterSearch } from './use-list-commands.ts'
import { useTextFilter } from './use-text-filter.ts'

interface EmptyListProps {
  title: string
  /** What its rows would be, in the plural: 'quotes'. */
  noun: string
  columns: readonly EmptyColumn[]
  /** The address of the list. Must be stable. */
  path(filter: SearchInput): string
  /** The id of the command that makes a new one. */
  newCommand: CommandId
  /** Whether it has a search. */
  searched: boolean
}

/** A list of which nothing is loaded: its tools, its heads, and one page without rows. */
export function EmptyList({ title, noun, columns, path, newCommand, searched }: EmptyListProps) {
  const { filter, searchPath } = useTextFilter(path)
  const go = useGo()
  const narrow = useNarrow()
  const tools = useRef<HTMLFormElement>(null)
  const search = useCallback((query: string) => go(searchPath(query)), [go, searchPath])
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
        ...(searched && {
          focusSearch: () => enterSearch(tools.current),
        }),
      }),
      [noun, searched],
    ),
  )
  return (
    <ListFrame title={title} actions={<CommandButton id={newCommand} />}>
      {searched && (
        <SearchTools
          label={`Search ${noun}`}
          query={filter.query}
          onApply={search}
          form={tools}
          commands={[newCommand]}
          button={false}
        />
      )}
      {!searched && narrow && (
        <div className="flex shrink-0 justify-end border-b border-line px-3 py-2.5">
          <CommandButton id={newCommand} />
        </div>
      )}
      <EmptyTable label={title} columns={columns}>
        <TextEmpty noun={noun} filter={{ page: 1, query: filter.query }} searchPath={searchPath} />
      </EmptyTable>
      <Pagination page={1} pages={1} pathOf={() => path({})} position="" />
    </ListFrame>
  )
}
