import type { MouseEvent, PointerEvent } from 'react'

/**
 * The link of a row, which must be `relative`. It covers the row only while its own menu is asked for: else no text of
 * the row could be selected by the pointer.
 */
export const ROW_LINK =
  'after:pointer-events-none after:absolute after:inset-0 [[data-link-menu]_&]:after:pointer-events-auto'

/** Marks what a row does with a press itself. */
export const OWN_PRESS = { 'data-own-press': '' }

/** What takes a press in place of its row. */
const PRESSED = 'a, button, input, label, [data-own-press]'

function rowOf(event: MouseEvent): HTMLElement | null {
  const { target } = event
  return target instanceof Element ? target.closest<HTMLElement>('tr') : null
}

/** A press that has selected text of a row is none on the row. */
function hasSelected(row: HTMLElement): boolean {
  const selection = window.getSelection()
  return selection?.isCollapsed === false && selection.containsNode(row, true)
}

/** Hands a press on a row to its link, which the browser then follows as if it had been pressed itself. */
function follow(event: MouseEvent, newTab: boolean): void {
  const row = rowOf(event)
  const link = row?.querySelector('[data-row-link]')
  if (!row || !link || event.defaultPrevented || hasSelected(row)) return
  if (event.target instanceof Element && event.target.closest(PRESSED)) return
  const { ctrlKey, metaKey, shiftKey, altKey, detail } = event
  const press = { bubbles: true, cancelable: true, metaKey, shiftKey, altKey, detail }
  link.dispatchEvent(new window.MouseEvent('click', { ...press, ctrlKey: ctrlKey || newTab }))
}

/** For the body of a table whose rows have a link marked with `data-row-link`: a press anywhere on a row follows it. */
export const ROW_LINKS = {
  onClick: (event: MouseEvent) => follow(event, false),
  onAuxClick: (event: MouseEvent) => event.button === 1 && follow(event, true),
  onPointerDown: (event: PointerEvent) => rowOf(event)?.toggleAttribute('data-link-menu', event.button === 2),
}
