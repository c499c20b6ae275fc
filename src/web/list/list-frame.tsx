import type { ReactNode } from 'react'
import { useLate } from '../lib/use-late.ts'

interface ListFrameProps {
  title: string
  /** Beside the title: '200 on this page'. */
  count?: string | undefined
  /** Whether newer rows are loading. */
  busy?: boolean
  /** Buttons beside the title. On a narrow screen they are among the tools. */
  actions?: ReactNode
  /** Tools, alerts, table and pages. */
  children: ReactNode
}

/** The frame of all list screens. On a narrow screen the shell's bar shows the title. */
export function ListFrame({ title, count, busy = false, actions, children }: ListFrameProps) {
  const late = useLate(busy)
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <div className="flex h-11 shrink-0 items-center gap-2 px-4 max-sm:sr-only">
        <h1 className="text-title">{title}</h1>
        <span role="status" className="text-fg-3 tabular">
          {late ? 'Loading' : count}
        </span>
        {actions && <div className="ml-auto flex items-center gap-2 max-sm:hidden">{actions}</div>}
      </div>
      {children}
    </div>
  )
}
