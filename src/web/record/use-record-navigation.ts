import { useEffect, useState } from 'react'
import type { ListPage, NavigableList } from '../list/define-record-list.ts'
import { keepAddress, lastAddress } from '../routing/came-from.ts'
import { keepPosition, recallPosition } from '../table/list-memory.ts'

/** A record's position in the list that it was opened from. */
export interface RecordNavigation {
  /** Address of that list with its filters, and its title. */
  back: string
  title: string
  /** Position on the page, from 1; null if the record is not on it. */
  position: number | null
  count: number
  /** Page number; null if the list is known to have only one page. */
  page: number | null
  /** Ids of the adjacent records, possibly on an adjacent page. */
  next: string | null
  previous: string | null
  /**
   * Why an adjacent record is unknown: its page (or the record's own page, after a reload) is loading or has
   * failed.
   */
  adjacentPage: 'loading' | 'failed' | null
}

/** An adjacent page is loaded when the record is within this many rows of it. */
const NEAR = 3

/** The page that now contains the record: the same page reloaded, or an adjacent one. */
function pageWith(list: NavigableList, id: string, { address, number }: ListPage): ListPage | undefined {
  return (
    (number === null ? [0] : [0, 1, -1])
      .map((step) => list.cached(list.at(address, step)))
      .find((page) => page?.ids.includes(id)) ?? undefined
  )
}

/**
 * Navigates the page of the list that this tab showed last. A record that an action removes from the list therefore
 * keeps its adjacent records. At either end of the page, it is reloaded together with the adjacent page. Navigating
 * moves the list's active row, so that Back leads to the last opened record.
 */
export function useRecordNavigation(list: NavigableList, id: string): RecordNavigation {
  const [left] = useState(() => {
    const address = lastAddress(list.noun)
    return address === null ? null : list.at(address)
  })
  const [page, setPage] = useState(() => (left === null ? null : list.cached(left)))
  // After a reload, the list's page is no longer in the query cache.
  const isLost = left !== null && page === null
  const first = list.usePage(left ?? list.at(null), isLost)
  if (isLost && first.page) setPage(first.page)
  const index = page?.ids.indexOf(id) ?? -1
  if (page && index < 0) {
    const other = pageWith(list, id, page)
    if (other) setPage(other)
  }
  useActiveRow(list, page, index, id)
  const ends = usePageEnds(list, page, index)

  const within = index < 0 ? null : page
  const address = page?.address ?? left ?? list.at(null)
  const all = page && index < 0 ? list.all : undefined
  const back = all?.at(null) ?? address
  return {
    back,
    title: (all ?? list).title(back),
    position: within && index + 1,
    count: page?.ids.length ?? 0,
    page: within && (within.full || Number(within.number) > 1) ? within.number : null,
    next: within?.ids[index + 1] ?? ends.next,
    previous: within?.ids[index - 1] ?? ends.previous,
    adjacentPage: isLost ? (first.isFetching ? 'loading' : 'failed') : ends.adjacentPage,
  }
}

/** Makes the record the active row of the list. */
function useActiveRow(list: NavigableList, page: ListPage | null, index: number, id: string): void {
  useEffect(() => {
    if (page === null || index < 0) return
    const { address } = page
    keepAddress(list.noun, address)
    const place = recallPosition(address)
    if (place.id !== id) keepPosition(address, { ...place, id, index, reveal: true })
  }, [list, page, index, id])
}

/** The records before the first and after the last row of a page. */
function usePageEnds(
  list: NavigableList,
  page: ListPage | null,
  index: number,
): Pick<RecordNavigation, 'next' | 'previous' | 'adjacentPage'> {
  const { ids = [], full = false } = page ?? {}
  const address = page?.address ?? list.at(null)
  const last = ids.length - 1
  const step =
    index < 0 ? 0 : full && index >= last - NEAR ? 1 : Number(page?.number) > 1 && index <= NEAR ? -1 : 0
  const enabled = step !== 0
  const here = list.usePage(address, enabled)
  const other = list.usePage(list.at(address, step), enabled)

  const isAtEnd = (step === 1 && index === last) || (step === -1 && index === 0)
  if (!isAtEnd) return { next: null, previous: null, adjacentPage: null }
  if (here.isFetching || other.isFetching) return { next: null, previous: null, adjacentPage: 'loading' }
  if (!here.page || !other.page || !here.isSuccess || !other.isSuccess)
    return { next: null, previous: null, adjacentPage: 'failed' }
  const fresh = step === 1 ? [...here.page.ids, ...other.page.ids] : [...other.page.ids, ...here.page.ids]
  return {
    next: step === 1 ? recordAfter(ids, fresh) : null,
    previous: step === -1 ? recordBefore(ids, fresh) : null,
    adjacentPage: null,
  }
}

/**
 * The record that follows the given ones in a reloaded list. Records added or removed since may have moved page
 * boundaries, so this is the record after the last given one that is still in the list; null at the end of the list.
 */
export function recordAfter(ids: readonly string[], fresh: readonly string[]): string | null {
  const known = new Set(ids)
  const last = ids.findLast((id) => fresh.includes(id))
  const start = last === undefined ? 0 : fresh.indexOf(last) + 1
  return fresh.slice(start).find((id) => !known.has(id)) ?? null
}

/** The record before the given ones; like `recordAfter`, in the other direction. */
export function recordBefore(ids: readonly string[], fresh: readonly string[]): string | null {
  return recordAfter(ids.toReversed(), fresh.toReversed())
}
