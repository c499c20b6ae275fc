/**
 * The look that input, select and textarea share: 28 px, 16 px text on phones so that iOS does not zoom. What can be
 * changed has an edge of 3:1 at least (WCAG 1.4.11).
 */
export const FIELD_STYLE = [
  'w-full min-w-0 rounded-m border border-line-control bg-surface px-2 text-fg max-sm:text-field',
  'read-only:border-line read-only:bg-surface-2 read-only:text-fg-2',
  'disabled:border-line disabled:bg-surface-2 disabled:text-fg-off',
  'aria-invalid:border-danger-ink',
  'focus:border-accent-ink focus:outline-1 focus:outline-offset-0 focus:outline-accent-ink',
]
