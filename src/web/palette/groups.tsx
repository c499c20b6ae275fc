import { Command } from 'cmdk'
import { memo } from 'react'
import type { CodeStatus } from './footer.tsx'
import type { Row, RowGroup } from './machine/row.ts'
import { CodeLine, PaletteRow } from './palette-row.tsx'

interface PaletteGroupsProps {
  groups: readonly RowGroup[]
  /** The rows that Alt and a digit pick. */
  picks: readonly Row[]
  /** The query's text, which is highlighted. */
  text: string
  codeStatus: CodeStatus
  /** Must be stable: a new function renders all rows again. */
  onTake: (row: Row, newTab: boolean) => void
}

/** A React key by the place among rows of the same kind: updating a row is much cheaper than mounting a new one. */
function placeOf<One>(one: One, all: readonly One[], kindOf: (one: One) => string | undefined): string {
  const kind = kindOf(one)
  return `${kind} ${all.filter((other) => kindOf(other) === kind).indexOf(one)}`
}

const kindOfRow = (row: Row) => row.kind
const kindOfGroup = ({ rows, line }: RowGroup) => rows[0]?.kind ?? line ?? undefined

/** The rows of the palette under their headings; not rendered again when another row is chosen. */
export const PaletteGroups = memo(function PaletteGroups({
  groups,
  picks,
  text,
  codeStatus,
  onTake,
}: PaletteGroupsProps) {
  const first = groups[0]?.rows[0]
  return groups.map((group) => (
    <Command.Group
      key={placeOf(group, groups, kindOfGroup)}
      heading={
        <span className="flex h-7 items-center gap-1.5 px-2.5 pt-1 text-micro text-fg-3">
          {group.head}
          {group.headCode !== null && <code className="text-[11px]">{group.headCode}</code>}
        </span>
      }
    >
      {group.line !== null && <CodeLine code={group.line} status={codeStatus} />}
      {group.rows.map((row) => {
        const pick = picks.indexOf(row)
        return (
          <PaletteRow
            // A new element for a new first row: screen readers announce it as another active row.
            key={row === first ? row.id : placeOf(row, group.rows, kindOfRow)}
            row={row}
            text={text}
            codeStatus={row.kind === 'code' ? codeStatus : null}
            pick={pick === -1 ? null : pick + 1}
            onTake={onTake}
          />
        )
      })}
    </Command.Group>
  ))
})
