import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cn } from '../lib/cn.ts'
import { type ColumnLayout, gridLayout } from './column-layout.ts'

export interface EmptyColumn extends ColumnLayout {
  title: string
  sortable?: true
}

type Sort = { title: string; direction: 'ascending' | 'descending' } | null

interface EmptyTableProps {
  label: string
  columns: readonly EmptyColumn[]
  /** Shown instead of rows. */
  children: ReactNode
}

/** A table without data: headings, and the reason why there are no rows. */
export function EmptyTable({ label, columns, children }: EmptyTableProps) {
  const [sort, setSort] = useState<Sort>(null)
  const { template, minWidth, cellClasses } = gridLayout(columns)
  return (
    <div className="scroll-pane flex flex-col border-t border-line max-sm:border-t-0">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: a table must keep its roles when its parts are laid out as boxes */}
      <table role="table" aria-label={label} className="block max-sm:hidden" style={{ minWidth }}>
        <thead role="rowgroup" className="block">
          <tr role="row" className="grid h-7 bg-surface-2" style={{ gridTemplateColumns: template }}>
            {columns.map(({ title, sortable }, index) => (
              <th
                key={title}
                role="columnheader"
                scope="col"
                aria-sort={sortable && (sort?.title === title ? sort.direction : 'none')}
                className={cn(
                  'flex min-w-0 items-center text-small font-medium whitespace-nowrap text-fg-3',
                  cellClasses[index],
                )}
              >
                {sortable ? (
                  <SortButton title={title} sort={sort} onSort={() => setSort(nextSort(sort, title))} />
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      {children}
    </div>
  )
}

function nextSort(sort: Sort, title: string): Sort {
  const again = sort?.title === title && sort.direction === 'ascending'
  return { title, direction: again ? 'descending' : 'ascending' }
}

function SortButton({ title, sort, onSort }: { title: string; sort: Sort; onSort(): void }) {
  const direction = sort?.title === title ? sort.direction : null
  const Icon = direction === null ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={onSort}
      className="-mx-1 inline-flex h-6 items-center gap-1 rounded-s px-1 font-medium hover:bg-hover [&>.lucide]:size-3"
    >
      {title}
      <Icon aria-hidden="true" />
    </button>
  )
}
