import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

/** A static bar in place of a value that is not loaded yet. */
export function Skeleton({ className, ...rest }: ComponentProps<'span'>) {
  return (
    <span {...rest} aria-hidden="true" className={cn('block h-2 rounded-s bg-hover-raised', className)} />
  )
}
