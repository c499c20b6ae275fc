import { useCallback } from 'react'
import type { CommandId } from '../../../../commands/index.ts'
import { ListBody, type ListBodyProps } from '../../list/list-body.tsx'
import { ListCount } from '../../list/list-count.tsx'
import { SearchTools } from '../../list/search-tools.tsx'
import { TextEmpty } from '../../list/text-empty.tsx'
import { useListCommands } from '../../list/use-list-commands.ts'
import type { ListRows } from '../../list/use-list-rows.ts'

type Body<Row extends object> = Pick<
  ListBodyProps<Row>,
  'failure' | 'label' | 'columns' | 'rowId' | 'phoneRow' | 'rowLink' | 'menu'
>

interface WholeListProps<Row extends object> extends Body<Row> {
  list: ListRows<Row>
  /** What is searched for. */
  query: string
  /** The address of what a text finds. Must be stable. */
  searchPath(query: string): string
  /** The address of a row's record, by the row's id. Must be stable. */
  recordPath(id: string): string
  /** The ids of the commands that the head offers for this list. Must be stable. */
  commands: readonly CommandId[]
}

/** One of the two lists, in its tab: it comes whole, so it has a count and no pages. */
export function WholeList<Row extends object>(props: WholeListProps<Row>) {
  const { list, query, searchPath, recordPath, commands, ...body } = props
  const { noun, goTo } = list
  const tools = useListCommands(list, { recordPath })
  const search = useCallback((text: string) => goTo(searchPath(text)), [goTo, searchPath])
  return (
    <>
      <SearchTools
        label={`Search ${noun}`}
        query={query}
        onApply={search}
        form={tools}
        commands={commands}
        button={false}
      />
      <ListBody
        {...body}
        list={list}
        empty={<TextEmpty noun={noun} filter={{ page: 1, query }} searchPath={searchPath} />}
        dense
      />
      <ListCount list={list} />
    </>
  )
}
