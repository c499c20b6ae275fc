import { type ComponentType, useCallback, useMemo, useRef } from 'react'
import type { CommandId } from '../../../../commands/index.ts'
import type { SearchInput, TextFilter } from '../../../domain/lists/list-address.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { useCommandTarget } from '../../commands/targets.ts'
import { textFilter, useAddressFilter } from '../../list/list-filter.ts'
import { ListFrame } from '../../list/list-frame.tsx'
import { Pagination } from '../../list/pagination.tsx'
import { SearchTools, TextEmpty } from '../../list/text-list.tsx'
import { enterSearch } from '../../list/use-list-commands.ts'
import { useGo } from '../../routing/location.ts'
import { paths } from '../../routing/paths.ts'
import { type EmptyColumn, EmptyTable } from '../../table/empty-table.tsx'
import { useNarrow } from '../../table/use-narrow.ts'

/** The quotes (JOB-1): no call for them is known. */
export const quotesList = defineEmptyList({
  noun: 'quotes',
  title: 'Quotes',
  path: paths.quotes,
  columns: [
    { title: 'Quote ID', width: 160 },
    { title: 'Date', width: 180 },
    { title: 'Customer' },
    { title: 'Total', width: 130, align: 'right' },
    { title: 'Status', width: 200 },
  ],
  commands: ['quote.new'],
  searched: true,
})

/** The notes (JOB-1): no call for them is known. */
export const notesList = defineEmptyList({
  noun: 'notes',
  title: 'Notes',
  path: paths.notes,
  columns: [{ title: 'Note ID', width: 160 }, { title: 'Date', width: 180 }, { title: 'Note' }],
  commands: ['note.new'],
  searched: false,
})

/** The jobs (JOB-1): no call for them is known. */
export const jobsList = defineEmptyList({
  noun: 'jobs',
  title: 'Jobs',
  path: paths.jobs,
  columns: [
    { title: 'Job ID', width: 140, sortable: true },
    { title: 'Name', sortable: true },
    { title: 'Job date', width: 180, sortable: true },
    { title: 'Status', width: 150 },
    { title: 'Phone', width: 160 },
    { title: 'Location' },
  ],
  commands: ['job.new'],
  searched: true,
})

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
function defineEmptyList(parts: EmptyListParts): { Component: ComponentType } {
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
