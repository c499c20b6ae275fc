import { Command } from 'cmdk'
import { memo } from 'react'
import type { Jump } from './jump.ts'
import { PaletteRow } from './row.tsx'
import { ACTIONS, type Row, type RowGroup } from './rows.ts'

interface PaletteGroupsProps {
  groups: readonly RowGroup[]
  /** The rows that have the digits. */
  picks: readonly Row[]
  /** What is looked for, without its prefix. */
  text: string
  jump: Jump
  /** Stable: every new one draws all rows again. */
  onTake: (row: Row, newTab: boolean) => void
}

/** Alt and a digit pick the rows that can do something. An action keeps its digit when it cannot be done any more. */
export function pickable(groups: readonly RowGroup[]): Row[] {
  return groups
    .flatMap(({ id, rows }) =>
      rows.filter((row) => id === ACTIONS || row.kind !== 'command' || row.blocked === null),
    )
    .slice(0, 9)
}

/**
 * Where one stands among those of its kind: rows of a new text are drawn in the places of those before, which costs the
 * browser a fraction of new ones.
 */
function placeOf<One>(one: One, all: readonly One[], kindOf: (one: One) => string | undefined): string {
  const kind = kindOf(one)
  return `${kind} ${all.filter((other) => kindOf(other) === kind).indexOf(one)}`
}

const kindOfRow = (row: Row) => row.kind
const kindOfGroup = ({ rows }: RowGroup) => rows[0]?.kind

/** The rows of the palette under their heads; drawn once a keystroke, not for every move of the choice. */
export const PaletteGroups = memo(function PaletteGroups({
  groups,
  picks,
  text,
  jump,
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
      {group.rows.map((row) => {
        const pick = picks.indexOf(row)
        return (
          <PaletteRow
            // The first of all is its own: screen readers are told of another active row.
            key={row === first ? row.id : placeOf(row, group.rows, kindOfRow)}
            row={row}
            text={text}
            jump={row.kind === 'code' ? jump : null}
            pick={pick === -1 ? null : pick + 1}
            onTake={onTake}
          />
        )
      })}
    </Command.Group>
  ))
})
