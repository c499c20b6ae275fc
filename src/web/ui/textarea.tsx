import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'
import { FIELD_STYLE } from './input.tsx'

/** Height of both borders, which `scrollHeight` excludes. */
const BORDERS_PX = 2

/** Multi-line text, as high as its content. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...rest}
      // A function of each render, so that it is called again when the text has changed.
      ref={(box) => {
        if (box && !CSS.supports('field-sizing', 'content')) fitContent(box)
      }}
      className={cn(FIELD_STYLE, 'field-sizing-content min-h-[52px] py-[3px]', className)}
    />
  )
}

/** For browsers without `field-sizing`. */
function fitContent(box: HTMLTextAreaElement): void {
  box.style.height = 'auto'
  box.style.height = `${box.scrollHeight + BORDERS_PX}px`
}
