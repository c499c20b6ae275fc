import type { ReactNode } from 'react'
import { useLate } from '../lib/use-late.ts'
import { useNarrow } from '../table/use-narrow.ts'

interface ListFrameProps {
  title: string
  /** After the title: '200 on this page'. */
  count?: string | undefined
  /** Whether newer rows are loading. */
  busy?: boolean
  /** After the count, on a narrow screen above the tools: the button for new rows. */
  news?: ReactNode
  /** Buttons at the right of the title. A narrow screen shows them among the tools. */
  actions?: ReactNode
  /** Tools, alerts, table and pages. */
  children: ReactNode
}

/** The frame of all list screens. On a narrow screen the shell's bar shows the title. */
export function ListFrame({ title, count, busy = false, news, actions, children }: ListFrameProps) {
  const late = useLate(busy)
  const narrow = useNarrow()
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <div className="@container flex h-11 shrink-0 items-center gap-2 px-4 max-sm:sr-only">
        <h1 className="text-title">{title}</h1>
        <span role="status" className="whitespace-nowrap text-fg-3 tabular">
          {late ? 'Loading' : count}
        </span>
        {!narrow && news}
        {actions && !narrow && <div className="ml-auto flex items-center gap-2">{actions}</div>}
      </div>
      {narrow && <div className="flex shrink-0 justify-end px-3">{news}</div>}
      {children}
    </div>
  )
}
