import '../lib/style-nonce.ts'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'
import { useReturnFocus } from '../lib/return-focus.ts'

/** Not modal: a modal menu would hide the page from screen readers but leave its controls focusable. */
export function DropdownMenu(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />
}

export const DropdownMenuTrigger = Primitive.Trigger
export const DropdownMenuGroup = Primitive.Group

interface DropdownMenuContentProps extends ComponentProps<typeof Primitive.Content> {
  /**
   * Element to render into: a landmark or, if open, a `<dialog>`, which is above everything else. Default: the
   * main landmark.
   */
  container?: Element | null | undefined
  /** A button outside that toggles the menu. Clicking it does not count as a click outside. */
  button?: Element | null | undefined
  /** Focuses what gets the focus on closing. */
  returnFocus: () => void
}

export function DropdownMenuContent({
  className,
  container,
  button,
  sideOffset = 4,
  children,
  returnFocus,
  ...rest
}: DropdownMenuContentProps) {
  useReturnFocus(returnFocus)
  return (
    <Primitive.Portal container={container ?? document.querySelector('main')}>
      <Primitive.Content
        {...rest}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (event.target instanceof Node && button?.contains(event.target)) event.preventDefault()
        }}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          'z-20 max-h-(--radix-dropdown-menu-content-available-height) w-[292px] overflow-y-auto rounded-l border border-line bg-raised p-1 shadow-2',
          className,
        )}
      >
        {children}
        <span ref={chooseFirst} hidden />
      </Primitive.Content>
    </Primitive.Portal>
  )
}

/** Focuses the first item if the menu was opened by a key. Radix does so only for a button that it renders itself. */
function chooseFirst(end: HTMLElement | null): void {
  if (!document.activeElement?.matches(':focus-visible')) return
  const menu = end?.closest('[role="menu"]')
  menu?.querySelector<HTMLElement>('[role="menuitem"]:not([aria-disabled])')?.focus()
}

/** An item of a menu. A keycap in it is right-aligned with `ml-auto`. */
export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      {...rest}
      className={cn(
        'relative flex h-[30px] items-center gap-[9px] rounded-s pr-1.5 pl-2 outline-none select-none max-sm:h-11',
        'before:absolute before:inset-y-1.5 before:left-0 before:w-[3px] before:rounded-full',
        'data-highlighted:bg-accent-soft data-highlighted:before:bg-accent-ink data-highlighted:[&>.lucide]:text-accent-ink',
        'aria-disabled:text-fg-off [&>.lucide]:text-fg-3 aria-disabled:[&>.lucide]:text-fg-off',
        className,
      )}
    />
  )
}

/** The heading of a group; for disabled items, the reason. */
export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Primitive.Label>) {
  return (
    <Primitive.Label
      {...rest}
      className={cn('mt-1 border-t border-line px-2 py-[5px] text-micro text-fg-3', className)}
    />
  )
}
