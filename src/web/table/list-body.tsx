import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { LoadFailure, UnreadableRows } from './list-states.tsx'
import { Pagination } from './pagination.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import type { ListRows } from './use-list-rows.ts'

interface ListBodyProps<Row extends object> extends Omit<DataTableProps<Row>, 'rows' | 'cursor'> {
  list: ListRows<Row>
  /** What is said when the rows cannot be loaded. */
  failure: string
  /** What stands in the place of the rows when there are none. */
  empty: ReactNode
  /** The pages, where the list has pages. */
  paging?: { page: number; pages: number; pathOf(page: number): string }
  /** What lies beside or over the rows: the look at the active one, its menu. */
  children?: ReactNode
}

/** What stands under the tools of a list, in one of its states: what went wrong, the rows, the pages. */
export function ListBody<Row extends object>(props: ListBodyProps<Row>) {
  const { list, failure, empty, paging, children, ...table } = props
  return (
    <>
      {list.failed && <LoadFailure message={failure} onRetry={list.retry} />}
      <UnreadableRows count={list.unreadable} />
      {list.state === 'rows' && (
        <div className="relative flex min-h-0 flex-1 flex-col">
          <DataTable {...table} rows={list.rows} cursor={list.cursor} />
          {children}
        </div>
      )}
      {list.state === 'empty' && empty}
      {list.state === 'failed' && <div className="flex-1" />}
      {list.state === 'loading' && (
        <TableSkeleton
          columns={table.columns}
          dense={table.dense ?? false}
          selectable={table.selection !== undefined}
        />
      )}
      {paging && <Pagination {...paging} position={list.position} />}
    </>
  )
}
