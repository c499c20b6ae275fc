import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { FIELD_STYLE } from './field-style.ts'

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      className={cn(FIELD_STYLE, 'field-sizing-content min-h-[52px] py-[3px]', className)}
    />
  )
}
