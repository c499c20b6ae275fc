import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** Class of a link or button at the right of a card's header that leads to another screen. */
export const CARD_LINK =
  'ml-auto inline-flex items-center gap-1 rounded-s text-small font-medium text-accent-ink max-sm:min-h-9 print:hidden [&>.lucide]:size-3.5'

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={clsx(
        'min-w-0 overflow-hidden rounded-l border border-line bg-surface print:break-inside-avoid',
        className,
      )}
    />
  )
}

/** The 36 px header of a card. A link in it is right-aligned with `ml-auto`. */
export function CardHeader({ className, ...rest }: ComponentProps<'header'>) {
  return (
    <header
      {...rest}
      className={clsx(
        'flex h-9 items-center gap-2 border-b border-line-soft px-3 max-sm:has-[button]:h-14',
        className,
      )}
    />
  )
}

export function CardTitle({ className, ...rest }: ComponentProps<'h2'>) {
  return <h2 {...rest} className={clsx('font-semibold', className)} />
}

/** Classes of a simple table in a card. The card is its container. */
export const CARD_HEAD =
  'h-7 border-b border-line bg-surface-2 px-3 text-small font-medium whitespace-nowrap text-fg-3 @max-[560px]:px-2'
export const CARD_CELL = 'h-8 px-3 @max-[560px]:px-2 @max-[560px]:py-1.5'
export const FIGURE = 'text-right tabular whitespace-nowrap'
/** Separator lines between rows. */
export const CARD_ROWS = '[&>tr:not(:last-child)>td]:border-b [&>tr>td]:border-line-soft'
