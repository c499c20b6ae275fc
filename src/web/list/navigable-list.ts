import type { Rows } from '../../contract/call.ts'
import { pageCount } from '../../domain/records/paging.ts'
import type { ListFilter } from './list-filter.ts'
import type { QueriedRows } from './row-source.ts'

/** The records of one page of a list. */
export interface ListPage {
  address: string
  /** Null where the list has no pages. */
  number: number | null
  /** What the addresses of its records are made of. */
  ids: readonly string[]
  /** Whether another page may follow. */
  full: boolean
}

/** A list as the screens of its records go through it, from address to address. */
export interface NavigableList {
  /** What the rows are, in the plural, as the list remembers its address: 'orders'. */
  noun: string
  title(address: string): string
  /** The same address, or that of the page some pages further on. Null: the list as it opens. */
  at(address: string | null, step?: number): string
  /** A page as the query cache has it. */
  cached(address: string): ListPage | null
  load(address: string): Promise<ListPage>
  /** A page, as a hook, which loads it only when it is enabled. */
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
    const number = pages ? pages.of(filterOf(address)) : null
    const full = number !== null && pageCount(number, shown.length + unreadable) > number
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
