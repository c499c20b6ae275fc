import type { ReactNode } from 'react'

interface RecordColumnsProps {
  children: ReactNode
  /** The narrow right-hand column. */
  beside: ReactNode
}

/** The cards of a record in two columns; in one if there is no space for two. */
export function RecordColumns({ children, beside }: RecordColumnsProps) {
  return (
    <div className="@container detail-width">
      <div className="grid grid-cols-1 items-start gap-4 @min-[860px]:grid-cols-[minmax(0,1fr)_344px] @min-[1300px]:grid-cols-[minmax(0,1fr)_424px]">
        <div className="grid min-w-0 gap-4">{children}</div>
        <div className="grid min-w-0 gap-4">{beside}</div>
      </div>
    </div>
  )
}
