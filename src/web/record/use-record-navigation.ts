import { useEffect, useState } from 'react'
import type { Rows } from '../../contract/call.ts'
import { pageCount } from '../../domain/records/paging.ts'
import { keepAddress, keepPlace, lastAddress, recallPlace } from '../table/list-memory.ts'
import { after, before } from './adjacent.ts'

/** A list that records are opened from. Must be stable: declared at module scope. */
export interface TrailList<Row, Filter> {
  /** What the rows are, in the plural, as the list's screen remembers its address: 'orders'. */
  noun: string
  read(search: URLSearchParams): Filter
  address(filter: Filter): string
  codeOf(row: Row): string
  inMemory(filter: Filter): Rows<Row> | undefined
  load(filter: Filter): Promise<Rows<Row>>
  /** The same as a hook, which asks only when it is enabled. */
  useList(filter: Filter, enabled: boolean): Asked<Row>
  /** Its pages, where it has any. */
  pages?: { of(filter: Filter): number; at(filter: Filter, page: number): Filter }
}

interface Asked<Row> {
  data: Rows<Row> | undefined
  isFetching: boolean
  isSuccess: boolean
}

/** Where a record stands in the list that was left for it. */
export interface Trail {
  /** The address of that list, with its filters. */
  back: string
  /** Position in the page, from 1; null when the record is not in it. */
  position: number | null
  count: number
  /** The number of the page; null where the list is known to have but one. */
  page: number | null
  /** Codes of the neighbours, which may be those of the page after or before. */
  next: string | null
  previous: string | null
  /** How it stands with the page that neighbours would be in: that one, or after a reload the record's own. */
  beyond: 'loading' | 'failed' | null
}

/** A page of the list, as it was when it was come to. */
interface ListPage<Filter> {
  filter: Filter
  number: number
  codes: readonly string[]
  /** Whether another page may follow. */
  full: boolean
}

/** So many rows before the end of a page the next one is asked for. */
const NEAR = 3

function pageOf<Row, Filter>(
  list: TrailList<Row, Filter>,
  filter: Filter,
  { rows, unreadable }: Rows<Row>,
): ListPage<Filter> {
  const number = list.pages?.of(filter) ?? 1
  const full = list.pages !== undefined && pageCount(number, rows.length + unreadable) > number
  return { filter, number, codes: rows.map((row) => list.codeOf(row)), full }
}

function inMemory<Row, Filter>(list: TrailList<Row, Filter>, filter: Filter): ListPage<Filter> | null {
  const known = list.inMemory(filter)
  return known ? pageOf(list, filter, known) : null
}

function lastFilter<Filter>({
  noun,
  read,
}: Pick<TrailList<unknown, Filter>, 'noun' | 'read'>): Filter | null {
  const address = lastAddress(noun)
  return address === null ? null : read(new URL(address, location.origin).searchParams)
}

/** The filter some pages further on. */
function stepped<Row, Filter>({ pages }: TrailList<Row, Filter>, filter: Filter, step: number): Filter {
  return pages ? pages.at(filter, pages.of(filter) + step) : filter
}

/** The page that the record is in now: the same one asked for again, or the one after or before. */
function pageWith<Row, Filter>(
  list: TrailList<Row, Filter>,
  code: string,
  { filter }: ListPage<Filter>,
): ListPage<Filter> | undefined {
  return (
    (list.pages ? [0, 1, -1] : [0])
      .map((step) => inMemory(list, stepped(list, filter, step)))
      .find((page) => page?.codes.includes(code)) ?? undefined
  )
}

/**
 * The page of the list that this tab showed last, as it was then: a record that an action takes out of it keeps its
 * neighbours. At its border the list is asked for again, with the page beyond. Going to a neighbour moves the list's
 * active row along, so that Back leads to the record left last, on its page.
 */
export function useTrail<Row, Filter>(list: TrailList<Row, Filter>, code: string): Trail {
  const [left] = useState(() => lastFilter(list))
  const [page, setPage] = useState(() => (left === null ? null : inMemory(list, left)))
  const first = useFirstPage(list, page ? null : left, setPage)

  const index = page?.codes.indexOf(code) ?? -1
  if (page && index < 0) {
    const other = pageWith(list, code, page)
    if (other) setPage(other)
  }
  usePlace(list, page, index, code)
  const border = useBorder(list, page, index)

  const within = index < 0 ? null : page
  const filter = page?.filter ?? left ?? list.read(new URLSearchParams())
  return {
    back: list.address(filter),
    position: within && index + 1,
    count: page?.codes.length ?? 0,
    page: within && (within.full || within.number > 1) ? within.number : null,
    next: within?.codes[index + 1] ?? border.next,
    previous: within?.codes[index - 1] ?? border.previous,
    beyond: first ?? border.beyond,
  }
}

/** After a reload the list is not in memory any more: asks for it, and tells how that stands. */
function useFirstPage<Row, Filter>(
  list: TrailList<Row, Filter>,
  filter: Filter | null,
  onPage: (page: ListPage<Filter>) => void,
): Trail['beyond'] {
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (filter === null) return
    let there = true
    list.load(filter).then(
      (answer) => there && onPage(pageOf(list, filter, answer)),
      () => there && setFailed(true),
    )
    return () => {
      there = false
    }
  }, [list, filter, onPage])
  if (filter === null) return null
  return failed ? 'failed' : 'loading'
}

/** Moves the list's active row along. */
function usePlace<Row, Filter>(
  list: TrailList<Row, Filter>,
  page: ListPage<Filter> | null,
  index: number,
  code: string,
): void {
  useEffect(() => {
    if (page === null || index < 0) return
    const address = list.address(page.filter)
    keepAddress(list.noun, address)
    const place = recallPlace(address)
    if (place.id !== code) keepPlace(address, { ...place, id: code, index, reveal: true })
  }, [list, page, index, code])
}

/** The neighbours beyond the first and the last row of a page. */
function useBorder<Row, Filter>(
  list: TrailList<Row, Filter>,
  page: ListPage<Filter> | null,
  index: number,
): Pick<Trail, 'next' | 'previous' | 'beyond'> {
  const { number = 1, codes = [], full = false } = page ?? {}
  const filter = page?.filter ?? list.read(new URLSearchParams())
  const last = codes.length - 1
  const step = index < 0 ? 0 : full && index >= last - NEAR ? 1 : number > 1 && index <= NEAR ? -1 : 0
  const enabled = step !== 0
  const here = list.useList(filter, enabled)
  const beyond = list.useList(stepped(list, filter, step), enabled)

  const atBorder = (step === 1 && index === last) || (step === -1 && index === 0)
  if (!atBorder) return { next: null, previous: null, beyond: null }
  if (here.isFetching || beyond.isFetching) return { next: null, previous: null, beyond: 'loading' }
  if (!here.data || !beyond.data || !here.isSuccess || !beyond.isSuccess)
    return { next: null, previous: null, beyond: 'failed' }
  const lists = step === 1 ? [here.data, beyond.data] : [beyond.data, here.data]
  const fresh = lists.flatMap(({ rows }) => rows.map((row) => list.codeOf(row)))
  return {
    next: step === 1 ? after(codes, fresh) : null,
    previous: step === -1 ? before(codes, fresh) : null,
    beyond: null,
  }
}
