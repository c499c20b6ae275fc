import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { cn } from '../lib/cn.ts'
import { FIELD_STYLE } from './input.tsx'

/** Height of both borders, which `scrollHeight` excludes. */
const BORDERS_PX = 2

/** Multi-line text, as high as its content. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const box = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    if (box.current && !CSS.supports('field-sizing', 'content')) fitContent(box.current)
  }, [rest.value])
  return (
    <textarea
      {...rest}
      ref={box}
      className={cn(FIELD_STYLE, 'field-sizing-content min-h-[52px] py-[3px]', className)}
    />
  )
}

/** For browsers without `field-sizing`. */
function fitContent(box: HTMLTextAreaElement): void {
  box.style.height = 'auto'
  box.style.height = `${box.scrollHeight + BORDERS_PX}px`
}
