import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface KeyProps {
  children: ReactNode
  className?: string | undefined
}

/**
 * A keycap. Hidden from screen readers, so that accessible names contain only words; the control has
 * `aria-keyshortcuts` instead (NAV-8).
 */
export function Kbd({ children, className }: KeyProps) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd cannot be focused
    <kbd
      aria-hidden="true"
      className={clsx(
        'inline-flex h-[18px] min-w-[18px] shrink-0 items-center justify-center rounded-s border border-b-2 border-key-line bg-key px-[5px] font-ui text-[11px] leading-none font-medium tracking-normal whitespace-nowrap text-fg-2',
        '[.on-fill:not([aria-disabled=true])_&]:border-on-accent/30 [.on-fill:not([aria-disabled=true])_&]:bg-on-accent/5 [.on-fill:not([aria-disabled=true])_&]:text-on-accent',
        '[[aria-disabled=true]_&]:text-fg-off',
        className,
      )}
    >
      {children}
    </kbd>
  )
}

/** The keycaps of a stroke or sequence. */
export function Keys({ children, className }: KeyProps) {
  return (
    <span data-keys="" aria-hidden="true" className={clsx('inline-flex shrink-0 gap-[3px]', className)}>
      {children}
    </span>
  )
}
