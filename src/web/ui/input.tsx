import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/**
 * Classes shared by input, select and textarea: 28 px high, 16 px text on phones so that iOS does not zoom. The
 * border of an editable field has a contrast of at least 3:1 (WCAG 1.4.11).
 */
export const FIELD_STYLE = [
  'w-full min-w-0 rounded-m border border-line-control bg-surface px-2 text-fg max-sm:text-field',
  'locked:border-line locked:bg-surface-2 locked:text-fg-2',
  'disabled:border-line disabled:bg-surface-2 disabled:text-fg-off',
  'aria-invalid:border-danger-ink',
  'focus:border-accent-ink focus:outline-1 focus:outline-offset-0 focus:outline-accent-ink',
]

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input {...rest} type={type} className={clsx(FIELD_STYLE, 'h-7 max-sm:h-10', className)} />
}
