import { LAST_PAGE, PAGE_SIZE } from '../../contract/call.ts'

/** How many page numbers are shown around the current one (LIST-5). */
const WINDOW = 6
const BEFORE = 2

/** An element of the pagination: a page number, or an ellipsis for omitted pages. */
type PageSlot = number | 'gap'

/**
 * The number of pages known to exist. A full page may have another one after it (LIST-4). `rows` counts all
 * rows of the response, unreadable ones too.
 */
export function pageCount(page: number, rows: number): number {
  return rows === PAGE_SIZE && page < LAST_PAGE ? page + 1 : page
}

/** Whether this is the last page that a list can show, although there may be more rows. */
export function isCutShort(page: number, rows: number): boolean {
  return rows === PAGE_SIZE && page === LAST_PAGE
}

/**
 * Up to six page numbers around the current page. The first and last page are added, with a gap where pages are
 * omitted: (9, 20) → 1 gap 7 8 9 10 11 12 gap 20.
 */
export function pageWindow(page: number, pages: number): PageSlot[] {
  const last = Math.max(1, pages, page)
  const start = Math.max(1, Math.min(page - BEFORE, last - WINDOW + 1))
  const end = Math.min(last, start + WINDOW - 1)
  const slots: PageSlot[] = []
  if (start > 1) slots.push(1)
  if (start > 2) slots.push('gap')
  for (let number = start; number <= end; number++) slots.push(number)
  if (end < last - 1) slots.push('gap')
  if (end < last) slots.push(last)
  return slots
}
