import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { cn } from '../lib/cn.ts'
import { FIELD_STYLE } from './field-style.ts'

/** Both edges, which the height of a box includes and that of its content does not. */
const BORDERS_PX = 2

/** Text of several lines, as high as what stands in it. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const box = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what the height follows
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
