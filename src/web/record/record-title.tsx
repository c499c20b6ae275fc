import type { ReactNode } from 'react'

interface RecordTitleProps {
  /** The noun of the record: 'Order'. */
  noun?: string
  /** The displayed code, after the noun: '#104823'. */
  code: string
  /** Badges, and the actions at the right. */
  children?: ReactNode
}

/** The title of a record. On a narrow screen the shell's bar shows it, and the badges take its line. */
export function RecordTitle({ noun, code, children }: RecordTitleProps) {
  return (
    <div className="head-width flex min-h-9 shrink-0 flex-wrap items-center gap-2 px-4 max-sm:min-h-0">
      <h1 className="mr-1 min-w-0 text-title break-words max-sm:sr-only">
        {noun && `${noun} `}
        <code className="text-[16.5px] font-semibold tracking-[-0.03em]">{code}</code>
      </h1>
      {children}
    </div>
  )
}
