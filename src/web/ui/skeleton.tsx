import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A static bar in place of a value that is not loaded yet. */
export function Skeleton({ className, ...rest }: ComponentProps<'span'>) {
  return (
    <span {...rest} aria-hidden="true" className={clsx('block h-2 rounded-s bg-hover-raised', className)} />
  )
}
