import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** A still bar in the place of a value that is not there yet. */
export function Skeleton({ className, ...rest }: ComponentProps<'span'>) {
  return (
    <span {...rest} aria-hidden="true" className={cn('block h-2 rounded-s bg-hover-raised', className)} />
  )
}
