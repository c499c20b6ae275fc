import type { Targets } from '../../../commands/engine/targets.ts'
import type { CommandId } from '../../../commands/index.ts'
import type { Rows } from '../../contract/call.ts'
import { pageCount } from '../../domain/lists/paging.ts'
import { kindFacts, type RecordKind } from '../../domain/records/record-kind.ts'
import { useCommandTarget } from '../commands/targets.ts'
import { paths } from '../routing/paths.ts'
import { type DefinedList, defineList, type ListParts } from './define-list.tsx'
import type { ListFilter } from './list-filter.ts'
import type { QueriedRows } from './row-source.ts'

interface RecordListParts<Kind extends RecordKind, Row extends Targets[Kind] & object, Filter>
  extends Omit<ListParts<Row, Filter>, 'rowId' | 'rowLink' | 'recordPath' | 'menu' | 'useActive'> {
  /** The kind of the rows. Each row opens its record, and commands act on the active one. */
  kind: Kind
  rows: QueriedRows<Row, Filter>
  /** The commands of a row's menu. */
  menu: readonly CommandId[]
  /** Title of the list in the breadcrumb of its records. Default: the list's title. */
  crumb?(filter: Filter): string
}

interface RecordList extends DefinedList {
  /** The list as its records' screens navigate it. */
  navigation: NavigableList
}

/** Declares a list of records: its screen, its loader, and the navigation from record to record. */
export function defineRecordList<Kind extends RecordKind, Row extends Targets[Kind] & object, Filter>(
  parts: RecordListParts<Kind, Row, Filter>,
): RecordList {
  const { kind, noun, title, filter, rows, menu: ids, crumb = () => title, ...rest } = parts
  const { name, code, id } = kindFacts(kind)
  const rowId = (row: Row) => id(row)
  const defined = defineList({
    ...rest,
    noun,
    title,
    filter,
    rows,
    rowId,
    rowLink: (row) => paths.record(kind, id(row)),
    recordPath: (recordId) => paths.record(kind, recordId),
    menu: (active, selected) => ({
      label:
        selected > 0 ? `Actions for ${selected} selected ${noun}` : `Actions for ${name} ${code(active)}`,
      ids,
    }),
    useActive: (active) => useCommandTarget(kind, active),
  })
  return { ...defined, navigation: navigableList({ noun, filter, rows, rowId, crumb }) }
}

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

/** Describes a list for the screens of its records. */
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
    usePage(address, enabled) {
      const { data, ...state } = rows.usePage(filterOf(address), enabled)
      return { page: data ? pageOf(address, data) : null, ...state }
    },
  }
}
