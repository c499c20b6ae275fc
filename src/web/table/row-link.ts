import type { MouseEvent, PointerEvent } from 'react'

/**
 * Classes of a row's link; the row must be `relative`. The link covers the row only while its context menu is
 * being opened, because text under it could not be selected with the pointer.
 */
export const ROW_LINK =
  'after:pointer-events-none after:absolute after:inset-0 [[data-link-menu]_&]:after:pointer-events-auto'

/** Marks an element that handles its own clicks. */
export const OWN_PRESS = { 'data-own-press': '' }

/** Elements that handle clicks themselves, instead of their row. */
const PRESSED = 'a, button, input, label, [data-own-press]'

function rowOf(event: MouseEvent): HTMLElement | null {
  const { target } = event
  return target instanceof Element ? target.closest<HTMLElement>('tr') : null
}

/** Whether the user has just selected text in the row, in which case a click must not open the row. */
function hasSelected(row: HTMLElement): boolean {
  const selection = window.getSelection()
  return selection?.isCollapsed === false && selection.containsNode(row, true)
}

/** Clicks the row's link with the modifiers of the original click, so that the browser opens it as usual. */
function follow(event: MouseEvent, newTab: boolean): void {
  const row = rowOf(event)
  const link = row?.querySelector('[data-row-link]')
  if (!row || !link || event.defaultPrevented || hasSelected(row)) return
  if (event.target instanceof Element && event.target.closest(PRESSED)) return
  const { ctrlKey, metaKey, shiftKey, altKey, detail } = event
  const press = { bubbles: true, cancelable: true, metaKey, shiftKey, altKey, detail }
  link.dispatchEvent(new window.MouseEvent('click', { ...press, ctrlKey: ctrlKey || newTab }))
}

/**
 * Handlers for the body of a table whose rows have a link marked with `data-row-link`. A click anywhere on a row
 * opens its link.
 */
export const ROW_LINKS = {
  onClick: (event: MouseEvent) => follow(event, false),
  onAuxClick: (event: MouseEvent) => event.button === 1 && follow(event, true),
  onPointerDown: (event: PointerEvent) => rowOf(event)?.toggleAttribute('data-link-menu', event.button === 2),
}
