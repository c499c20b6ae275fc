import { useEffect, useId, useMemo, useState } from 'react'
import { whenIdle } from '../api/when-idle.ts'
import { menuList } from './command-menu.tsx'
import { useCommandTarget, useLayer } from './targets.ts'

/** A row on screen, in pixels of the window. */
export interface RowPlace {
  top: number
  left: number
  width: number
  height: number
}

interface RowMenuProps {
  /** The name of the menu: 'Actions of order 104823'. */
  label: string
  /** The commands that it offers, in this order; those that cannot work here are left out. */
  ids: readonly string[]
  /** Where the active row is, brought into view; null when it is not drawn. Must be stable. */
  place(): RowPlace | null
  /** Gives the focus back. */
  onClosed(): void
}

/** The menu of the active row of a list, opened at the row by the `.` key. */
export function RowMenu({ label, ids, place, onClosed }: RowMenuProps) {
  const [at, setAt] = useState<RowPlace | null>(null)
  const labelId = useId()
  useEffect(() => whenIdle(menuList.preload), [])
  useLayer('menu', at !== null)
  useCommandTarget(
    'actions',
    useMemo(() => ({ label, open: () => setAt(place()) }), [label, place]),
  )
  if (at === null) return null
  return (
    <span className="pointer-events-none fixed" style={{ ...at }}>
      <span id={labelId} className="sr-only">
        {label}
      </span>
      <menuList.Component ids={ids} labelledBy={labelId} onClose={() => setAt(null)} onClosed={onClosed} />
    </span>
  )
}
