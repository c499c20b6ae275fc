import { useAtomValue } from 'jotai'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { whenIdle } from '../api/when-idle.ts'
import { Button } from '../ui/button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { CommandKeys } from './command-keys.tsx'
import { routeAtom } from './context.ts'
import { useKeys } from './key-settings.ts'
import { useCommandTarget, useLayer } from './targets.ts'

interface CommandMenuProps {
  /** The words on the button and the name of the menu: 'Options'. */
  label: string
  /** The commands that it offers, in this order; those that cannot work here are left out. */
  ids: readonly string[]
}

/** The menu itself is loaded when idle, not with the screen. */
export const menuList = deferred(() =>
  import('./command-menu-list.tsx').then((module) => module.CommandMenuList),
)

/** A menu of commands, opened by its button or the `.` key. */
export function CommandMenu({ label, ids }: CommandMenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const buttonId = useId()
  const { aria } = useKeys('actions.open')
  const { path } = useAtomValue(routeAtom)
  useEffect(() => whenIdle(menuList.preload), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scan leads to another record, whose menu was not asked for
  useEffect(() => setOpen(false), [path])
  useLayer('menu', open)
  useCommandTarget(
    'actions',
    useMemo(() => ({ label, open: () => setOpen(true) }), [label]),
  )
  return (
    <span className="relative inline-flex">
      <Button
        ref={button}
        id={buttonId}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-keyshortcuts={aria}
        onClick={() => setOpen(!open)}
      >
        {label}
        <ChevronDown className="icon-14" aria-hidden="true" />
        <CommandKeys id="actions.open" className="max-sm:hidden" />
      </Button>
      {open && (
        <menuList.Component
          ids={ids}
          labelledBy={buttonId}
          onClose={() => setOpen(false)}
          onClosed={() => button.current?.focus()}
        />
      )}
    </span>
  )
}
