// biome-ignore-all lint/a11y/noRedundantRoles: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
// biome-ignore-all lint/a11y/useFocusableInteractive: a grid must keep its roles when its parts are laid out as boxes, and its cells are reached through it
import { FlexRender, type Table } from '@tanstack/react-table'
import { Checkbox } from '../ui/checkbox.tsx'
import type { Features, GridLayout } from './column-layout.ts'
import { HEAD_ROW, headCell, headGroup } from './row-frame.ts'
import type { Selection } from './use-selection.ts'

interface TableHeadProps<Row extends object> {
  table: Pick<Table<Features, Row>, 'getHeaderGroups'>
  layout: GridLayout
  /** On a narrow screen only screen readers get the head. */
  phone: boolean
  /** Null if rows cannot be selected. */
  selection: Selection | null
  /** How many rows the page has. */
  count: number
}

/** The check box that selects all rows of the page or none. It is not a tab stop; its key is mod+A. */
function PickHead({ selection: { ids, control }, count }: { selection: Selection; count: number }) {
  return (
    <th role="columnheader" scope="col" className="flex items-center pl-4">
      <Checkbox
        tabIndex={-1}
        aria-label="Select all rows of the page"
        checked={ids.size === count}
        indeterminate={ids.size > 0 && ids.size < count}
        onMouseDown={(event) => event.preventDefault()}
        onChange={control.pickPage}
      />
    </th>
  )
}

/** The column headings of the grid. */
export function TableHead<Row extends object>(props: TableHeadProps<Row>) {
  const { table, layout, phone, selection, count } = props
  return (
    <thead role="rowgroup" className={headGroup(phone)}>
      {table.getHeaderGroups().map((group) => (
        <tr
          key={group.id}
          role="row"
          aria-rowindex={1}
          className={HEAD_ROW}
          style={{ gridTemplateColumns: layout.template }}
        >
          {selection && <PickHead selection={selection} count={count} />}
          {group.headers.map((header, index) => (
            <th
              key={header.id}
              role="columnheader"
              scope="col"
              className={headCell(layout.cellClasses[selection ? index + 1 : index])}
            >
              <FlexRender header={header} />
            </th>
          ))}
        </tr>
      ))}
    </thead>
  )
}
