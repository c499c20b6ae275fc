import { useAtomValue } from 'jotai'
import { ChevronDown } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { CommandId } from '../../../commands/index.ts'
import { useWhenIdle } from '../api/when-idle.ts'
import { pathAtom } from '../routing/location.ts'
import { useWaitForLayer } from '../state/key-queue.ts'
import { Button } from '../ui/button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { commandContext } from './context.ts'
import { CommandKeys } from './key-caps.tsx'
import { useKeys } from './key-settings.ts'
import { useCommandTarget, useLayer } from './targets.ts'

interface CommandMenuProps {
  /** Label of the button and name of the menu: 'Options'. */
  label: string
  /** The commands of the menu, in order. Hidden ones are left out. */
  ids: readonly CommandId[]
}

/** Loaded when idle, separately from the screen. */
const menuList = deferred(() => import('./command-menu-list.tsx').then((module) => module.CommandMenuList))

/** A menu of commands, opened by its button or the `.` key. */
export function CommandMenu({ label, ids }: CommandMenuProps) {
  /** The path and the targets when the menu was opened; null while it is closed. */
  const [opened, setOpened] = useState<{ path: string; targets: CommandContext['targets'] } | null>(null)
  const close = () => setOpened(null)
  const button = useRef<HTMLButtonElement>(null)
  const buttonId = useId()
  const { aria } = useKeys('actions.open')
  const path = useAtomValue(pathAtom)
  useWhenIdle(menuList.preload)
  const onShown = useWaitForLayer(label, opened !== null, close)
  // A scan leads to another record, whose menu was not asked for.
  if (opened !== null && opened.path !== path) close()
  useLayer('menu', opened !== null)
  const actions = useMemo(
    () => ({ label, open: () => setOpened({ path, targets: commandContext().targets }) }),
    [label, path],
  )
  useCommandTarget('actions', actions)
  return (
    <span className="relative inline-flex">
      <Button
        ref={button}
        id={buttonId}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        aria-keyshortcuts={aria}
        onClick={opened ? close : actions.open}
      >
        {label}
        <ChevronDown className="icon-14" aria-hidden="true" />
        <CommandKeys id="actions.open" className="max-sm:hidden" />
      </Button>
      {opened && (
        <menuList.Component
          ids={ids}
          targets={opened.targets}
          labelledBy={buttonId}
          onClose={close}
          onShown={onShown}
          onClosed={() => button.current?.focus()}
        />
      )}
    </span>
  )
}

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
  useWhenIdle(menuList.preload)
  useLayer('menu', opened !== null)
  const close = () => setOpened(null)
  const onShown = useWaitForLayer(label, opened !== null, close)
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
        onClose={close}
        onShown={onShown}
        onClosed={onClosed}
      />
    </span>
  )
}
