import { useCallback } from 'react'
import type { CommandId } from '../../../commands/index.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { ListBody, type ListBodyProps } from './list-body.tsx'
import { ListFrame } from './list-frame.tsx'
import { SearchTools } from './search-tools.tsx'
import { TextEmpty } from './text-empty.tsx'
import { useListCommands } from './use-list-commands.ts'
import type { ListRows } from './use-list-rows.ts'
import type { TextFilterControl } from './use-text-filter.ts'

type Body<Row extends object> = Pick<
  ListBodyProps<Row>,
  'columns' | 'rowId' | 'phoneRow' | 'rowLink' | 'menu'
>

interface TextListProps<Row extends object> extends Body<Row> {
  title: string
  list: ListRows<Row>
  /** Said beside the title instead of the list's own count. */
  count?: string | undefined
  control: TextFilterControl
  /** How many pages are known. */
  pages: number
  /** The address of a row's record, by the row's id. Must be stable. */
  recordPath?: (id: string) => string
  /** The ids of the commands that the head offers. Must be stable. */
  commands?: readonly CommandId[]
}

const NONE: readonly CommandId[] = []

/** A list screen with a search and pages, and no other filter. */
export function TextList<Row extends object>(props: TextListProps<Row>) {
  const { title, list, count = list.count, control, pages, recordPath, commands = NONE, ...body } = props
  const { filter, pathOf, searchPath } = control
  const { noun, goTo } = list
  const paging = { page: filter.page, pages, pathOf }
  const tools = useListCommands(list, { ...(recordPath && { recordPath }), paging, filters: true })
  const search = useCallback((query: string) => goTo(searchPath(query)), [goTo, searchPath])
  return (
    <ListFrame
      title={title}
      count={count}
      busy={list.waiting}
      actions={commands.length > 0 && commands.map((id) => <CommandButton key={id} id={id} />)}
    >
      <SearchTools
        label={`Search ${noun}`}
        query={filter.query}
        onApply={search}
        form={tools}
        commands={commands}
      />
      <ListBody
        {...body}
        list={list}
        failure={`Failed to load ${noun}, please try again.`}
        empty={<TextEmpty noun={noun} filter={filter} searchPath={searchPath} />}
        paging={paging}
        label={title}
        dense
      />
    </ListFrame>
  )
}
