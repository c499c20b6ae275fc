import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** A link at the right end of a card's head. */
export const CARD_LINK =
  'ml-auto inline-flex items-center gap-1 rounded-s text-small font-medium text-accent-ink max-sm:min-h-9 [&>.lucide]:size-3.5'

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={cn('min-w-0 overflow-hidden rounded-l border border-line bg-surface', className)}
    />
  )
}

/** The 36 px head of a card; a link in it goes to the right end with `ml-auto`. */
export function CardHeader({ className, ...rest }: ComponentProps<'header'>) {
  return (
    <header
      {...rest}
      className={cn(
        'flex h-9 items-center gap-2 border-b border-line-soft px-3 max-sm:has-[button]:h-14',
        className,
      )}
    />
  )
}

export function CardTitle({ className, ...rest }: ComponentProps<'h2'>) {
  return <h2 {...rest} className={cn('font-semibold', className)} />
}
