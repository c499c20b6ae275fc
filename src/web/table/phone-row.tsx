import type { ReactNode } from 'react'

interface PhoneRowProps {
  /** Absent if the row has no code. */
  code?: string
  /** After the code. */
  beside?: ReactNode
  /** Right-aligned in the first line: badges. */
  state?: ReactNode
  second: ReactNode
  /** Right-aligned in the second line: an amount. */
  figure?: ReactNode
}

/** A row in two lines, for narrow screens. */
export function PhoneRow({ code, beside, state, second, figure }: PhoneRowProps) {
  return (
    <span className="grid h-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 py-[9px] pr-3 pl-3.5">
      <span className="flex min-w-0 items-center gap-2.5">
        {code !== undefined && <code className="shrink-0 text-[13.5px] font-medium">{code}</code>}
        {typeof beside === 'string' ? <span className="truncate">{beside}</span> : beside}
      </span>
      <span className="flex items-center gap-2 justify-self-end">{state}</span>
      <span className="truncate text-fg-2">{second}</span>
      <span className="justify-self-end tabular">{figure}</span>
    </span>
  )
}
