import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'
import { FIELD_STYLE } from './field-style.ts'

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input {...rest} type={type} className={cn(FIELD_STYLE, 'h-7 max-sm:h-10', className)} />
}
