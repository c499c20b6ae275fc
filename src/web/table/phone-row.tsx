import type { ReactNode } from 'react'

interface PhoneRowProps {
  /** Absent if the row has no code. */
  code?: string
  /** After the code. */
  beside?: ReactNode
  /** Right-aligned in the first line: badges. */
  state?: ReactNode
  second: ReactNode
  /** Right-aligned in the second line: an amount, with a badge before it. */
  figure?: ReactNode
}

/** A row in two lines, for narrow screens. Badges in one line take no space from the other. */
export function PhoneRow({ code, beside, state, second, figure }: PhoneRowProps) {
  return (
    <span className="grid h-full grid-cols-1 items-center gap-y-0.5 py-[9px] pr-3 pl-3.5">
      <span className="flex min-w-0 items-center gap-3">
        <span className="flex min-w-0 flex-1 items-center gap-2.5">
          {code !== undefined && <code className="shrink-0 text-[13.5px] font-medium">{code}</code>}
          {typeof beside === 'string' ? <span className="truncate">{beside}</span> : beside}
        </span>
        <span className="flex shrink-0 items-center gap-2">{state}</span>
      </span>
      <span className="flex min-w-0 items-center gap-3">
        <span className="min-w-0 flex-1 truncate text-fg-2">{second}</span>
        <span className="flex shrink-0 items-center gap-2 tabular">{figure}</span>
      </span>
    </span>
  )
}
