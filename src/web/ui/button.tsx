import { cva, type VariantProps } from 'class-variance-authority'
import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import { Spinner } from './progress.tsx'

/** Also for links styled as buttons: `<Link className={buttonVariants()}>`. */
export const buttonVariants = cva(
  [
    'inline-flex shrink-0 items-center gap-1.5 rounded-m border font-medium whitespace-nowrap select-none print:hidden',
    'sm:has-[>kbd:last-child]:pr-[5px] sm:has-[>[data-keys]:last-child]:pr-[5px]',
    'disabled:border-line disabled:bg-surface-2 disabled:text-fg-off disabled:shadow-none',
    'aria-disabled:border-line aria-disabled:bg-surface-2 aria-disabled:text-fg-off aria-disabled:shadow-none',
  ],
  {
    variants: {
      variant: {
        default: 'border-line-field bg-surface text-fg shadow-1 hover:bg-hover [&>.lucide]:text-fg-3',
        primary: 'on-fill border-accent bg-accent text-on-accent shadow-1 hover:bg-accent-hover',
        danger: 'on-fill border-danger bg-danger text-on-accent shadow-1',
        /** At the right of a table's active row. */
        row: 'border-transparent bg-transparent text-small text-accent-ink [&>kbd]:h-[17px] [&>[data-keys]>kbd]:h-[17px]',
        quiet: 'border-transparent bg-transparent text-fg-2 hover:bg-hover [&>.lucide]:text-fg-3',
      },
      size: {
        // 44 px on touch screens.
        default: 'h-7 px-2.5 max-sm:h-11 max-sm:px-3',
        icon: 'size-7 justify-center max-sm:size-11',
        large: 'h-9 w-full justify-center px-2.5',
        touch: 'h-11 justify-center px-2.5',
      },
    },
    compoundVariants: [{ variant: 'row', className: 'rounded-s! pr-0.5 pl-[7px] sm:h-6' }],
    defaultVariants: { variant: 'default', size: 'default' },
  },
)

type ButtonVariants = VariantProps<typeof buttonVariants>

export interface ButtonProps extends ComponentProps<'button'>, ButtonVariants {
  /** Shows a spinner and ignores clicks, but keeps the focus. */
  busy?: boolean | undefined
}

/** A button that does not submit forms by default. With `aria-disabled` it can be focused but does nothing. */
export function Button({
  variant,
  size,
  busy,
  className,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const inert = busy || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy ? true : rest['aria-disabled']}
      onClick={press}
      className={clsx(buttonVariants({ variant, size }), className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
