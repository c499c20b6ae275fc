// biome-ignore-all lint/a11y/noRedundantRoles: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import type { GridLayout } from './column-layout.ts'

interface TotalRowProps {
  /** A cell for each column. */
  cells: readonly ReactNode[]
  /** The number of rows above it. */
  index: number
  height: number
  layout: GridLayout
  selectable: boolean
}

/** The last row of a grid, with its totals. It cannot be active or selected. */
export function TotalRow({ cells, index, height, layout, selectable }: TotalRowProps) {
  const before = selectable ? 1 : 0
  return (
    <tfoot role="rowgroup" className="absolute inset-x-0 bottom-0 block">
      <tr
        role="row"
        aria-rowindex={index + 2}
        className="grid border-b border-line bg-surface-2 font-medium"
        style={{ height, gridTemplateColumns: layout.template }}
      >
        {selectable && <td role="gridcell" />}
        {cells.map((content, column) => (
          <td
            // Safe, because the columns of a table never change their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={column}
            role="gridcell"
            className={cn('flex min-w-0 items-center whitespace-nowrap', layout.cellClasses[column + before])}
          >
            {content}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
