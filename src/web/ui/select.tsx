import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'
import { FIELD_STYLE } from './input.tsx'

/** The browser's own select, for its keys and its picker on phones. `className` is for the box around it. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative inline-flex w-full', className)}>
      <select
        {...rest}
        className={cn(FIELD_STYLE, 'h-7 appearance-none pr-[26px] text-ellipsis max-sm:h-10')}
      />
      <ChevronDown
        className="icon-14 pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-fg-3"
        aria-hidden="true"
      />
    </span>
  )
}
