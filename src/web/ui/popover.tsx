import { Popover as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'
import { useReturnFocus } from '../lib/return-focus.ts'

export const Popover = Primitive.Root
export const PopoverAnchor = Primitive.Anchor

/** A small layer beside its trigger. On closing, the focus returns to the element that had it. */
export function PopoverContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  useReturnFocus()
  return (
    <Primitive.Portal>
      <Primitive.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        {...rest}
        onCloseAutoFocus={(event) => event.preventDefault()}
        className={cn('z-12 rounded-l border border-line bg-raised p-2.5 shadow-2', className)}
      />
    </Primitive.Portal>
  )
}
