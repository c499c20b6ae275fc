/**
 * Remembers what has the focus; the function that comes back returns it there, else to the screen. What has taken the
 * focus meanwhile keeps it: a palette that opens over a closing dialog.
 */
export function rememberFocus(): () => void {
  const before = document.activeElement
  return () => {
    if (!isFocusLost()) return
    if (isUsable(before)) before.focus()
    else focusScreen()
  }
}

/** Puts the focus on the screen's rows, where it has some, else on its heading. */
export function focusScreen(): void {
  const rows = document.querySelector<HTMLElement>('main [role=grid]')
  if (rows) rows.focus({ preventScroll: true })
  else focusHeading()
}

/** Puts the focus on the screen's heading, else on the screen: never on `<body>`. */
export function focusHeading(options?: FocusOptions): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target?.focus(options)
}

/** Whether the focused element was removed and nothing has taken the focus since. */
export function isFocusLost(): boolean {
  return !isUsable(document.activeElement)
}

function isUsable(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element !== document.body && element.isConnected
}
