import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Rows } from '../../../contract/call.ts'
import type { Order } from '../../../contract/orders.ts'
import { pageCount } from '../../../domain/paging.ts'
import { type OrderFilter, orderQueries } from '../../api/orders.ts'
import { queryClient } from '../../api/query-client.ts'
import { paths } from '../../paths.ts'
import { keepAddress, keepPlace, lastAddress, recallPlace } from '../../table/list-memory.ts'
import { after, before } from './neighbours.ts'
import { DEFAULT_FILTER, filterParameters, readFilter } from './order-filter.ts'

/** Where an order stands in the list that was left for it. */
export interface Trail {
  /** The address of that list, with its filters. */
  back: string
  /** Position in the page, from 1; null when the order is not in it. */
  position: number | null
  count: number
  /** The number of the page; null where the list is known to have but one. */
  page: number | null
  /** Codes of the neighbours, which may be those of the page after or before. */
  next: string | null
  previous: string | null
  /** How it stands with that page, where a neighbour would be in it. */
  beyond: 'loading' | 'failed' | null
}

/** A page of the list, as it was when it was come to. */
interface ListPage {
  filter: OrderFilter
  codes: readonly string[]
  /** Whether another page may follow. */
  full: boolean
}

/** So many rows before the end of a page the next one is asked for. */
const NEAR = 3

function pageOf(filter: OrderFilter, { rows, unreadable }: Rows<Order>): ListPage {
  const full = pageCount(filter.page, rows.length + unreadable) > filter.page
  return { filter, codes: rows.map(({ code }) => code), full }
}

function inMemory(filter: OrderFilter): ListPage | null {
  const list = queryClient.getQueryData(orderQueries.list(filter).queryKey)
  return list ? pageOf(filter, list) : null
}

function lastFilter(): OrderFilter | null {
  const address = lastAddress('orders')
  return address === null ? null : readFilter(new URL(address, location.origin).searchParams)
}

/** The page that the order is in now: the same one asked for again, or the one after or before. */
function pageWith(code: string, { filter }: ListPage): ListPage | undefined {
  return (
    [0, 1, -1]
      .map((step) => inMemory({ ...filter, page: filter.page + step }))
      .find((page) => page?.codes.includes(code)) ?? undefined
  )
}

/**
 * The page of the list that this tab showed last, as it was then: an order that an action takes out of it keeps its
 * neighbours. At its border the list is asked for again, with the page beyond. Going to a neighbour moves the list's
 * active row along, so that Back leads to the order left last, on its page.
 */
export function useTrail(code: string): Trail {
  const [left] = useState(lastFilter)
  const [page, setPage] = useState(() => left && inMemory(left))
  useFirstPage(page ? null : left, setPage)

  const index = page?.codes.indexOf(code) ?? -1
  if (page && index < 0) {
    const other = pageWith(code, page)
    if (other) setPage(other)
  }
  usePlace(page, index, code)
  const border = useBorder(page, index)

  const within = index < 0 ? null : page
  return {
    back: left === null ? paths.orders() : addressOf(page?.filter ?? left),
    position: within && index + 1,
    count: page?.codes.length ?? 0,
    page: within && (within.full || within.filter.page > 1) ? within.filter.page : null,
    next: within?.codes[index + 1] ?? border.next,
    previous: within?.codes[index - 1] ?? border.previous,
    beyond: border.beyond,
  }
}

function addressOf(filter: OrderFilter): string {
  return paths.orders(filterParameters(filter))
}

/** After a reload the list is not in memory any more: asks for it. */
function useFirstPage(filter: OrderFilter | null, onPage: (page: ListPage) => void): void {
  useEffect(() => {
    if (filter === null) return
    let there = true
    queryClient.ensureQueryData(orderQueries.list(filter)).then(
      (list) => there && onPage(pageOf(filter, list)),
      // Without the list an order has no neighbours; the list itself says what is wrong.
      () => undefined,
    )
    return () => {
      there = false
    }
  }, [filter, onPage])
}

/** Moves the list's active row along. */
function usePlace(page: ListPage | null, index: number, code: string): void {
  useEffect(() => {
    if (page === null || index < 0) return
    const address = addressOf(page.filter)
    keepAddress('orders', address)
    const place = recallPlace(address)
    if (place.id !== code) keepPlace(address, { ...place, id: code, index, reveal: true })
  }, [page, index, code])
}

/** The neighbours beyond the first and the last row of a page. */
function useBorder(page: ListPage | null, index: number): Pick<Trail, 'next' | 'previous' | 'beyond'> {
  const { filter, codes, full } = page ?? NO_PAGE
  const last = codes.length - 1
  const step = index < 0 ? 0 : full && index >= last - NEAR ? 1 : filter.page > 1 && index <= NEAR ? -1 : 0
  const enabled = step !== 0
  const here = useQuery({ ...orderQueries.list(filter), enabled })
  const beyond = useQuery({ ...orderQueries.list({ ...filter, page: filter.page + step }), enabled })

  const atBorder = (step === 1 && index === last) || (step === -1 && index === 0)
  if (!atBorder) return { next: null, previous: null, beyond: null }
  if (here.isFetching || beyond.isFetching) return { next: null, previous: null, beyond: 'loading' }
  if (!here.isSuccess || !beyond.isSuccess) return { next: null, previous: null, beyond: 'failed' }
  const lists = step === 1 ? [here.data, beyond.data] : [beyond.data, here.data]
  const fresh = lists.flatMap(({ rows }) => rows.map((order) => order.code))
  return {
    next: step === 1 ? after(codes, fresh) : null,
    previous: step === -1 ? before(codes, fresh) : null,
    beyond: null,
  }
}

const NO_PAGE: ListPage = { filter: DEFAULT_FILTER, codes: [], full: false }
