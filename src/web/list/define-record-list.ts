import type { Targets } from '../../../commands/engine/targets.ts'
import type { CommandId } from '../../../commands/index.ts'
import { kindFacts, type RecordKind } from '../../domain/records/record-kind.ts'
import { useCommandTarget } from '../commands/targets.ts'
import { paths } from '../routing/paths.ts'
import { type DefinedList, defineList, type ListParts } from './define-list.tsx'
import { type NavigableList, navigableList } from './navigable-list.ts'
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
