import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Returns the focus when the layer that calls this is removed. Earlier than Radix does, which waits for a timer; rows
 * that arrive before it would take the lost focus.
 * @param give focuses what gets the focus. Default: the element that has it when the layer opens.
 */
export function useReturnFocus(give?: () => void): void {
  const [returnFocus] = useState(rememberFocus)
  const returnNow = useEffectEvent(() => (give ? restoreFocus(give) : returnFocus()))
  useEffect(() => () => returnNow(), [])
}

/**
 * Remembers the focused element. The returned function focuses it again, otherwise the screen, unless another element
 * has taken the focus in the meantime, such as a palette opened over a closing dialog.
 */
export function rememberFocus(): () => void {
  const before = document.activeElement
  return () => restoreFocus(() => before instanceof HTMLElement && before.focus())
}

/** If the focus is lost, gives it to an element; if that does not take it, to the screen. */
function restoreFocus(give: () => void): void {
  if (isFocusLost()) give()
  if (isFocusLost()) focusScreen()
}

/** As the ref of an element: gives it the focus when it appears. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

/** Focuses the screen's rows, otherwise its heading. */
export function focusScreen(): void {
  const rows = document.querySelector<HTMLElement>('main [role=grid]')
  if (rows) rows.focus({ preventScroll: true })
  else focusHeading()
}

/** Focuses the screen's heading, otherwise the screen, never `<body>`. */
export function focusHeading(options?: FocusOptions): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target?.focus(options)
}

/** Whether the focused element was removed and no other element has the focus. */
export function isFocusLost(): boolean {
  return !isUsable(document.activeElement)
}

function isUsable(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element !== document.body && element.isConnected
}
