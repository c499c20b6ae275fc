import { clsx } from 'clsx'
import { useLate } from '../lib/use-late.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { type ColumnLayout, gridLayout } from './column-layout.ts'

/** Number of rows that fill a tall screen. */
const ROWS = Array.from({ length: 40 }, (_, index) => index)
/** Widths in per cent of the cell, uneven so that the bars look like text. */
const LENGTHS = [62, 44, 71, 53, 66]

interface TableSkeletonProps {
  columns: readonly { header?: unknown; meta?: ColumnLayout | undefined }[]
  dense?: boolean
  /** Whether rows can be selected, so that the column of check boxes is reserved. */
  selectable?: boolean
}

/** Placeholders for rows that are slow to load, with the height and columns of the real ones. */
export function TableSkeleton({ columns, dense = false, selectable = false }: TableSkeletonProps) {
  const late = useLate(true)
  const layout = gridLayout(
    columns.map((column) => column.meta ?? {}),
    selectable,
  )
  const before = selectable ? 1 : 0
  const row = clsx('grid border-b border-line-soft max-sm:h-[59px]', dense ? 'h-7' : 'h-8')
  const style = { gridTemplateColumns: layout.template }
  return (
    <div className="min-h-0 flex-1 overflow-hidden border-t border-line" aria-busy="true">
      {late && (
        <span className="sr-only" role="status">
          Loading
        </span>
      )}
      {late && (
        <div aria-hidden="true">
          <div className="grid h-7 border-b border-line bg-surface-2 max-sm:hidden" style={style}>
            {selectable && <span />}
            {columns.map((column, index) => (
              <span
                key={String(column.header)}
                className={clsx(
                  'flex items-center text-small font-medium text-fg-3',
                  layout.cellClasses[index + before],
                )}
              >
                {typeof column.header === 'string' ? column.header : null}
              </span>
            ))}
          </div>
          {ROWS.map((number) => (
            <div key={number} className={row} style={style}>
              {selectable && (
                <span className="flex items-center pl-4">
                  <Skeleton className="size-3.5!" />
                </span>
              )}
              {columns.map((column, index) => (
                <span
                  key={String(column.header)}
                  className={clsx('flex items-center', layout.cellClasses[index + before])}
                >
                  <Skeleton style={{ width: `${LENGTHS[(number + index) % LENGTHS.length]}%` }} />
                </span>
              ))}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
