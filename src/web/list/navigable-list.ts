import type { Rows } from '../../contract/call.ts'
import { pageCount } from '../../domain/records/paging.ts'
import type { ListFilter } from './list-filter.ts'
import type { QueriedRows } from './row-source.ts'

/** The records of one page of a list. */
export interface ListPage {
  address: string
  /** Page number; null if the list has no pages. */
  number: number | null
  /** The ids in the addresses of its records. */
  ids: readonly string[]
  /** Whether there may be another page. */
  full: boolean
}

/** A list as its records' screens navigate it, by addresses of its pages. */
export interface NavigableList {
  /** The plural noun of the rows: 'orders'. Also the key under which the list's last address is stored. */
  noun: string
  title(address: string): string
  /** The list of all, to which a record leads back that is not on this list of some, such as one customer's. */
  all?: NavigableList
  /** The address `step` pages after the given one. Null means the list with its default filter. */
  at(address: string | null, step?: number): string
  /** A page in the query cache. */
  cached(address: string): ListPage | null
  load(address: string): Promise<ListPage>
  /** A page, as a hook. Loads it only if enabled. */
  usePage(
    address: string,
    enabled: boolean,
  ): { page: ListPage | null; isFetching: boolean; isSuccess: boolean }
}

interface NavigableParts<Row, Filter> {
  noun: string
  filter: Pick<ListFilter<Filter>, 'read' | 'address' | 'pages'>
  rows: QueriedRows<Row, Filter>
  rowId(row: Row): string
  crumb(filter: Filter): string
}

export function navigableList<Row, Filter>(parts: NavigableParts<Row, Filter>): NavigableList {
  const { noun, rows, rowId, crumb } = parts
  const { read, address: addressOf, pages } = parts.filter
  const filterOf = (address: string | null) => read(new URL(address ?? '', location.origin))
  const pageOf = (address: string, { rows: shown, unreadable }: Rows<Row>): ListPage => {
    const filter = filterOf(address)
    const number = pages ? pages.of(filter) : null
    const full =
      number !== null && (pages?.count?.(filter) ?? pageCount(number, shown.length + unreadable)) > number
    return { address, number, ids: shown.map(rowId), full }
  }
  return {
    noun,
    title: (address) => crumb(filterOf(address)),
    at(address, step = 0) {
      const filter = filterOf(address)
      return addressOf(pages && step !== 0 ? pages.at(filter, pages.of(filter) + step) : filter)
    },
    cached(address) {
      const known = rows.cached(filterOf(address))
      return known ? pageOf(address, known) : null
    },
    load: async (address) => pageOf(address, await rows.load(filterOf(address))),
    usePage(address, enabled) {
      const { data, ...state } = rows.usePage(filterOf(address), enabled)
      return { page: data ? pageOf(address, data) : null, ...state }
    },
  }
}
