import { Command } from 'cmdk'
import { memo } from 'react'
import type { Jump } from './jump.ts'
import { PaletteRow } from './palette-row.tsx'
import type { Row, RowGroup } from './palette-rows.ts'

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

/** Alt and a digit pick the rows that can do something. */
export function pickable(groups: readonly RowGroup[]): Row[] {
  return groups
    .flatMap(({ rows }) => rows)
    .filter((row) => row.kind !== 'command' || row.blocked === null)
    .slice(0, 9)
}

/** The rows of the palette under their heads; drawn once a keystroke, not for every move of the choice. */
export const PaletteGroups = memo(function PaletteGroups({
  groups,
  picks,
  text,
  jump,
  onTake,
}: PaletteGroupsProps) {
  return groups.map((group) => (
    <Command.Group
      key={group.id}
      heading={
        <span className="flex h-7 items-center gap-1.5 px-2.5 pt-1 text-micro text-fg-3">
          {group.head}
          {group.headCode !== null && <code className="text-[11px]">{group.headCode}</code>}
        </span>
      }
    >
      {group.rows.map((row) => {
        const index = picks.indexOf(row)
        return (
          <PaletteRow
            key={row.id}
            row={row}
            text={text}
            jump={jump}
            pick={index === -1 ? null : index + 1}
            onTake={(newTab) => onTake(row, newTab)}
          />
        )
      })}
    </Command.Group>
  ))
})
