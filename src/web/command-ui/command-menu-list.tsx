import { useAtomValue } from 'jotai'
import { useMemo, useRef } from 'react'
import { availability, type Command } from '../../../commands/command.ts'
import { commandById } from '../../../commands/index.ts'
import { keysOf } from '../../../commands/own-keys.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx'
import { nothingHasFocus } from '../ui/return-focus.ts'
import { CommandIcon } from './command-icon.tsx'
import { contextAtom } from './context.ts'
import { KeyCaps } from './key-caps.tsx'
import { ariaOf } from './key-text.ts'
import { runCommand } from './run.ts'
import { useCommandTarget } from './targets.ts'

export interface CommandMenuListProps {
  /** Must be stable. */
  ids: readonly string[]
  /** The id of the button that it belongs to. */
  labelledBy: string
  onClose(): void
  /** The menu is gone: the focus must go somewhere. */
  onClosed(): void
}

/** The open menu: what can run, with its key, then what cannot, under the reason. */
export function CommandMenuList({ ids, labelledBy, onClose, onClosed }: CommandMenuListProps) {
  const context = useAtomValue(contextAtom)
  const shown = ids.map((id) => ({ command: commandById(id), state: availability(commandById(id), context) }))
  const ready = shown.filter(({ state }) => state.state === 'ready').map(({ command }) => command)
  const reasons = new Map<string, Command[]>()
  for (const { command, state } of shown) {
    if (state.state === 'blocked') reasons.set(state.reason, [...(reasons.get(state.reason) ?? []), command])
  }

  const choose = (id: string) => {
    onClose()
    onClosed()
    runCommand(id, 'menu')
  }
  const latest = useRef(choose)
  latest.current = choose
  useCommandTarget(
    'menu',
    useMemo(() => ({ ids, choose: (id: string) => latest.current(id) }), [ids]),
  )

  return (
    <DropdownMenu open onOpenChange={(open) => open || onClose()}>
      <DropdownMenuTrigger asChild>
        <span aria-hidden="true" className="pointer-events-none absolute inset-0" />
      </DropdownMenuTrigger>
      <DropdownMenuContent
        align="end"
        aria-labelledby={labelledBy}
        button={document.getElementById(labelledBy)}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          // A scan may have opened the palette over it.
          if (nothingHasFocus()) onClosed()
        }}
      >
        {ready.map((command) => (
          <DropdownMenuItem
            key={command.id}
            aria-keyshortcuts={ariaOf(keysOf(command, context))}
            onSelect={() => choose(command.id)}
          >
            <CommandIcon name={command.icon} />
            {command.titleIn(context)}
            <KeyCaps keys={keysOf(command, context).slice(0, 1)} className="ml-auto pointer-coarse:hidden" />
          </DropdownMenuItem>
        ))}
        {[...reasons].map(([reason, commands]) => (
          <DropdownMenuGroup key={reason}>
            <DropdownMenuLabel>{reason}</DropdownMenuLabel>
            {commands.map((command) => (
              <DropdownMenuItem key={command.id} disabled>
                <CommandIcon name={command.icon} />
                {command.titleIn(context)}
              </DropdownMenuItem>
            ))}
          </DropdownMenuGroup>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
