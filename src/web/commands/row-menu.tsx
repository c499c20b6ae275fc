import { useEffect, useId, useMemo, useState } from 'react'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { CommandId } from '../../../commands/index.ts'
import { whenIdle } from '../api/when-idle.ts'
import { menuList } from './command-menu.tsx'
import { commandContext } from './context.ts'
import { useCommandTarget, useLayer } from './targets.ts'

/** Position of a row, in pixels of the window. */
export interface RowPlace {
  top: number
  left: number
  width: number
  height: number
}

interface RowMenuProps {
  /** Name of the menu: 'Actions for order 104823'. */
  label: string
  /** The commands of the menu, in order. Hidden ones are left out. Must be stable. */
  ids: readonly CommandId[]
  /** Scrolls to the active row and returns its position; null if it is not rendered. Must be stable. */
  place(): RowPlace | null
  /** Restores the focus. */
  onClosed(): void
}

/** An open menu. It keeps the row that it was opened for, even if another row becomes active. */
interface Opened extends Pick<RowMenuProps, 'label' | 'ids'> {
  at: RowPlace
  targets: CommandContext['targets']
}

/** The menu of a list's active row, opened beside the row by the `.` key. */
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
