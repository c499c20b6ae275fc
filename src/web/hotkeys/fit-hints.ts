/** In pixels: the padding of the bar, and the gap between its items. */
const EDGES = 32
const GAP = 14

/** Hides the hints that do not fit into the bar, the least urgent first, and separators that no longer separate. */
export function dropToFit(bar: HTMLElement, room: number): void {
  const items = [...bar.querySelectorAll<HTMLElement>('[data-hint]')]
  const gaps = [...bar.querySelectorAll<HTMLElement>('[data-gap]')]
  for (const element of [...items, ...gaps]) element.hidden = false
  // All widths are read before any hint is hidden: each width that is read after a change lays out the page again.
  const measured = items.map((item) => ({ item, width: item.offsetWidth }))
  const droppable = measured.filter(({ item }) => item.dataset.hint !== 'always')
  let used = EDGES + gaps.length + (bar.childElementCount - 1) * GAP
  for (const { width } of measured) used += width
  while (used > room && droppable.length > 0) {
    const dropped = droppable.pop()
    if (!dropped) break
    used -= dropped.width + GAP
    dropped.item.hidden = true
  }
  hideIdleGaps(bar)
}

/** Shows one separator between two visible hints, and none at the ends. */
function hideIdleGaps(bar: HTMLElement): void {
  let isAfterHint = false
  let gap: HTMLElement | null = null
  for (const child of bar.querySelectorAll<HTMLElement>(':scope > *')) {
    if (child.dataset.gap !== undefined) {
      child.hidden = true
      if (isAfterHint) gap = child
    } else if (child.dataset.hint === undefined) {
      gap = null
    } else if (!child.hidden) {
      if (gap) gap.hidden = false
      gap = null
      isAfterHint = true
    }
  }
}
