import { useAtomValue } from 'jotai'
import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { CommandId } from '../../../commands/index.ts'
import { whenIdle } from '../api/when-idle.ts'
import { pathAtom } from '../routing/location.ts'
import { Button } from '../ui/button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { CommandKeys } from './command-keys.tsx'
import { commandContext } from './context.ts'
import { useKeys } from './key-settings.ts'
import { useCommandTarget, useLayer } from './targets.ts'

interface CommandMenuProps {
  /** Label of the button and name of the menu: 'Options'. */
  label: string
  /** The commands of the menu, in order. Hidden ones are left out. */
  ids: readonly CommandId[]
}

/** Loaded when idle, separately from the screen. */
export const menuList = deferred(() =>
  import('./command-menu-list.tsx').then((module) => module.CommandMenuList),
)

/** A menu of commands, opened by its button or the `.` key. */
export function CommandMenu({ label, ids }: CommandMenuProps) {
  /** The targets when the menu was opened; null while it is closed. */
  const [opened, setOpened] = useState<CommandContext['targets'] | null>(null)
  const close = () => setOpened(null)
  const button = useRef<HTMLButtonElement>(null)
  const buttonId = useId()
  const { aria } = useKeys('actions.open')
  const path = useAtomValue(pathAtom)
  useEffect(() => whenIdle(menuList.preload), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scan leads to another record, whose menu was not asked for
  useEffect(() => setOpened(null), [path])
  useLayer('menu', opened !== null)
  const actions = useMemo(() => ({ label, open: () => setOpened(commandContext().targets) }), [label])
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
          targets={opened}
          labelledBy={buttonId}
          onClose={close}
          onClosed={() => button.current?.focus()}
        />
      )}
    </span>
  )
}
