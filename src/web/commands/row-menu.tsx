import { useEffect, useId, useMemo, useState } from 'react'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { CommandId } from '../../../commands/index.ts'
import { whenIdle } from '../api/when-idle.ts'
import { menuList } from './command-menu.tsx'
import { commandContext } from './context.ts'
import { useCommandTarget, useLayer } from './targets.ts'

/** A row on screen, in pixels of the window. */
export interface RowPlace {
  top: number
  left: number
  width: number
  height: number
}

interface RowMenuProps {
  /** The name of the menu: 'Actions for order 104823'. */
  label: string
  /** The commands that it offers, in this order; those that cannot work here are left out. Must be stable. */
  ids: readonly CommandId[]
  /** Where the active row is, brought into view; null when it is not drawn. Must be stable. */
  place(): RowPlace | null
  /** Gives the focus back. */
  onClosed(): void
}

/** An open menu: what it is of stays as it was, whichever row is the active one by then. */
interface Opened extends Pick<RowMenuProps, 'label' | 'ids'> {
  at: RowPlace
  targets: CommandContext['targets']
}

/** The menu of the active row of a list, opened at the row by the `.` key. */
export function RowMenu({ label, ids, place, onClosed }: RowMenuProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const labelId = useId()
  useEffect(() => whenIdle(menuList.preload), [])
  useLayer('menu', opened !== null)
  useCommandTarget(
    'actions',
    useMemo(() => {
      const open = () => {
        const at = place()
        setOpened(at && { at, label, ids, targets: commandContext().targets })
      }
      return { label, open }
    }, [label, ids, place]),
  )
  if (opened === null) return null
  return (
    <span className="pointer-events-none fixed" style={{ ...opened.at }}>
      <span id={labelId} className="sr-only">
        {opened.label}
      </span>
      <menuList.Component
        ids={opened.ids}
        targets={opened.targets}
        labelledBy={labelId}
        onClose={() => setOpened(null)}
        onClosed={onClosed}
      />
    </span>
  )
}
