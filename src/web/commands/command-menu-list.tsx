import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { keysOf } from '../../../commands/custom-shortcuts.ts'
import { availability, type Command, contextFor } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { type CommandId, commandById } from '../../../commands/index.ts'
import { useStableCallback } from '../lib/use-stable-callback.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu.tsx'
import { CommandIcon } from './command-icon.tsx'
import { commandContext, contextAtom } from './context.ts'
import { KeyCaps } from './key-caps.tsx'
import { ariaOf } from './key-text.ts'
import { runCommand } from './run.ts'
import { useCommandTarget } from './targets.ts'

interface CommandMenuListProps {
  /** Must be stable. */
  ids: readonly CommandId[]
  /** The targets when the menu was opened; it keeps them. */
  targets: CommandContext['targets']
  /** Id of the menu's button. */
  labelledBy: string
  onClose(): void
  /** Called when the menu is gone, to move the focus. */
  onClosed(): void
}

interface Item {
  command: Command<CommandId>
  title: string
}

/** The open menu: ready commands with their keys, then blocked ones grouped by reason. */
export function CommandMenuList({ ids, targets, labelledBy, onClose, onClosed }: CommandMenuListProps) {
  const context = useAtomValue(contextAtom)
  const shown = ids.map((id) => {
    const command = commandById(id)
    const onTargets = contextFor(command, targets, context)
    return { command, title: command.titleIn(onTargets), state: availability(command, onTargets) }
  })
  const ready = shown.filter(({ state }) => state.state === 'ready')
  const reasons = new Map<string, Item[]>()
  for (const { command, title, state } of shown) {
    if (state.state !== 'blocked') continue
    reasons.set(state.reason, [...(reasons.get(state.reason) ?? []), { command, title }])
  }

  const choose = (id: CommandId, source: 'menu' | 'key') => {
    onClose()
    onClosed()
    runCommand(id, source, contextFor(commandById(id), targets, commandContext()))
  }
  const chooseByKey = useStableCallback(choose)
  useCommandTarget(
    'menu',
    useMemo(
      () => ({
        ids,
        targets,
        choose(id: string) {
          const offered = ids.find((listed) => listed === id)
          if (offered) chooseByKey(offered, 'key')
        },
      }),
      [ids, targets, chooseByKey],
    ),
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
        returnFocus={onClosed}
      >
        {ready.map(({ command, title }) => (
          <DropdownMenuItem
            key={command.id}
            aria-keyshortcuts={ariaOf(keysOf(command, context))}
            onSelect={() => choose(command.id, 'menu')}
          >
            <CommandIcon name={command.icon} />
            {title}
            <KeyCaps keys={keysOf(command, context).slice(0, 1)} className="ml-auto pointer-coarse:hidden" />
          </DropdownMenuItem>
        ))}
        {[...reasons].map(([reason, items]) => (
          <DropdownMenuGroup key={reason}>
            <DropdownMenuLabel>{reason}</DropdownMenuLabel>
            {items.map(({ command, title }) => (
              <DropdownMenuItem key={command.id} disabled>
                <CommandIcon name={command.icon} />
                {title}
              </DropdownMenuItem>
            ))}
          </DropdownMenuGroup>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
