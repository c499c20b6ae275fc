import '../lib/style-nonce.ts'
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'
import { useReturnFocus } from '../lib/return-focus.ts'

export const Dialog = Primitive.Root
export const DialogClose = Primitive.Close

interface DialogContentProps extends ComponentProps<typeof Primitive.Content> {
  /** Label of the close button in the header; none if absent. */
  closeLabel?: string | undefined
  /** Focuses what gets the focus on closing. Default: the element that had it. */
  returnFocus?: () => void
}

/**
 * The modal dialog. On closing, the focus returns to the element that had it, otherwise to the screen's heading.
 * Radix restores the focus only for dialogs with a trigger.
 */
export function DialogContent({ className, children, closeLabel, returnFocus, ...rest }: DialogContentProps) {
  useReturnFocus(returnFocus)
  return (
    <Primitive.Portal container={document.body}>
      <Primitive.Overlay className="fixed inset-0 z-10 bg-scrim" />
      <Primitive.Content
        {...rest}
        onCloseAutoFocus={(event) => event.preventDefault()}
        className={cn(
          'fixed top-1/2 left-1/2 z-11 flex max-h-[calc(100dvh-72px)] w-[440px] max-w-[calc(100vw-24px)] -translate-1/2 flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-3',
          'low:top-0 low:max-h-dvh low:translate-y-0 low:overflow-y-auto',
          className,
        )}
      >
        {children}
        {closeLabel && (
          <Primitive.Close
            aria-label={closeLabel}
            className="absolute top-3 right-3 grid size-7 place-items-center rounded-m text-fg-3 hover:bg-hover-raised max-sm:top-1 max-sm:right-1 max-sm:size-11"
          >
            <X className="icon-14" aria-hidden="true" />
          </Primitive.Close>
        )}
      </Primitive.Content>
    </Primitive.Portal>
  )
}

export function DialogHeader({ className, ...rest }: ComponentProps<'div'>) {
  // Without a minimum, a long name in it would widen the column and push the badge after it out of the dialog.
  return <div {...rest} className={cn('grid grid-cols-[minmax(0,1fr)] gap-1 px-4 pt-4 pb-3', className)} />
}

export function DialogTitle({ className, ...rest }: ComponentProps<typeof Primitive.Title>) {
  return <Primitive.Title {...rest} className={cn('text-panel tracking-[-0.01em]', className)} />
}

export function DialogDescription({ className, ...rest }: ComponentProps<typeof Primitive.Description>) {
  return <Primitive.Description {...rest} className={cn('text-fg-2', className)} />
}

/** The part that scrolls in a low window. */
export function DialogBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cn('scroll-pane px-4 pt-px pb-4', className)} />
}

export function DialogFooter({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={cn(
        'flex shrink-0 items-center justify-end gap-2 border-t border-line bg-surface-2 px-3 py-2.5',
        className,
      )}
    />
  )
}
