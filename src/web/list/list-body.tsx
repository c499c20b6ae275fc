import type { ReactNode } from 'react'
import type { CommandId } from '../../../commands/index.ts'
import { isCutShort } from '../../domain/records/paging.ts'
import { RowMenu } from '../commands/row-menu.tsx'
import { runCommand } from '../commands/run.ts'
import { DataTable, type DataTableProps } from '../table/data-table.tsx'
import { TableSkeleton } from '../table/table-skeleton.tsx'
import { ListEndsHere, LoadFailure, UnreadableRows } from './list-states.tsx'
import { Pagination } from './pagination.tsx'
import type { ListRows } from './use-list-rows.ts'

export interface ListBodyProps<Row extends object>
  extends Omit<DataTableProps<Row>, 'rows' | 'cursor' | 'onMenu'> {
  list: ListRows<Row>
  /** The error message when the rows cannot be loaded. */
  failure: string
  /** Shown when there are no rows. */
  empty: ReactNode
  /** The pages, if the list has pages. */
  paging?: { page: number; pages: number; pathOf(page: number): string }
  /** The menu of the active row: its name, 'Actions for order 104823', and its commands. */
  menu?: ((active: Row) => { label: string; ids: readonly CommandId[] }) | undefined
  /** Rendered next to the rows: the preview pane. */
  children?: ReactNode
}

/** Opens the menu of the active row. */
const openMenu = () => runCommand('actions.open', 'menu')

/** The part of a list below its tools, in each of its states: errors, rows, pages. */
export function ListBody<Row extends object>(props: ListBodyProps<Row>) {
  const { list, failure, empty, paging, menu, children, ...table } = props
  const { control } = list.cursor
  return (
    <>
      {list.failed && <LoadFailure message={failure} reason={list.reason} onRetry={list.retry} />}
      <UnreadableRows count={list.unreadable} />
      {list.state === 'rows' && (
        <div className="relative flex min-h-0 flex-1 flex-col">
          <DataTable {...table} rows={list.rows} cursor={list.cursor} onMenu={menu && openMenu} />
          {children}
          {menu && list.active !== null && (
            <RowMenu {...menu(list.active)} place={control.place} onClosed={control.focus} />
          )}
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
      {paging && isCutShort(paging.page, list.rows.length + list.unreadable) && <ListEndsHere />}
      {paging && <Pagination {...paging} position={list.position} />}
    </>
  )
}
