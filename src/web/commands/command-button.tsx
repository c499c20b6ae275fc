import { useAtomValue } from 'jotai'
import { useId, useMemo } from 'react'
import { availability } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { FailureTarget } from '../../../commands/engine/targets.ts'
import { type CommandId, commandById } from '../../../commands/index.ts'
import { useStableCallback } from '../lib/use-stable-callback.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { CommandIcon } from './command-icon.tsx'
import { commandContext, contextAtom } from './context.ts'
import { CommandKeys, KeyCaps } from './key-caps.tsx'
import { useKeys } from './key-settings.ts'
import { runCommand } from './run.ts'
import { useCommandTarget } from './targets.ts'

interface CommandButtonProps {
  id: CommandId
  /** What the command acts on, if not on the current targets. */
  targets?: CommandContext['targets']
  variant?: ButtonProps['variant']
  size?: ButtonProps['size']
  /** Label in place of the command's title, if the specification has another. */
  label?: string | undefined
  className?: string
  /** −1 if the button is inside an element that is itself the tab stop, such as a row of a grid. */
  tabIndex?: number
}

/**
 * A button that runs a command. Label, key, icon and rules come from its declaration. It renders nothing while the
 * command is hidden; while blocked it is disabled, but can be focused and describes the reason.
 */
export function CommandButton(props: CommandButtonProps) {
  const { id, targets, variant, size, label, className, tabIndex } = props
  const reasonId = useId()
  const { keys, aria } = useKeys(id)
  const command = commandById(id)
  const context = withTargets(useAtomValue(contextAtom), targets)
  const state = availability(command, context)
  if (state.state === 'hidden') return null
  const reason = state.state === 'blocked' ? state.reason : null
  return (
    <>
      <Tooltip text={reason}>
        <Button
          variant={variant}
          size={size}
          className={className}
          tabIndex={tabIndex}
          aria-disabled={reason !== null || undefined}
          aria-keyshortcuts={aria}
          aria-describedby={reason === null ? undefined : reasonId}
          onClick={() => runCommand(id, 'button', withTargets(commandContext(), targets))}
        >
          <CommandIcon name={command.icon} />
          {label ?? command.titleIn(context)}
          {keys.length > 0 && <KeyCaps keys={keys.slice(0, 1)} className="max-sm:hidden" />}
        </Button>
      </Tooltip>
      {reason !== null && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </>
  )
}

function withTargets(
  context: CommandContext,
  targets: CommandContext['targets'] | undefined,
): CommandContext {
  return targets ? { ...context, targets: { ...context.targets, ...targets } } : context
}

interface RetryButtonProps {
  layer?: FailureTarget['layer']
  onRetry(): void
}

/** The button in the alert of a failed load. While it is shown, its keys try again, too. */
export function RetryButton({ layer = 'page', onRetry }: RetryButtonProps) {
  const retry = useStableCallback(onRetry)
  useCommandTarget(
    'failure',
    useMemo(() => ({ layer, retry }), [layer, retry]),
  )
  const { state } = availability(commandById('failure.retry-by-enter'), useAtomValue(contextAtom))
  return (
    <Button onClick={onRetry}>
      Try again
      <CommandKeys
        id={state === 'ready' ? 'failure.retry-by-enter' : 'failure.retry'}
        className="max-sm:hidden"
      />
    </Button>
  )
}

/** Lower than other buttons and without an icon, to fit into a row of 28 px. */
const LOOK =
  'rounded-s! border-0! pr-0.5 pl-[7px] text-small font-medium not-aria-disabled:text-accent-ink sm:h-6 sm:has-[>[data-keys]:last-child]:pr-0.5! [&>.lucide]:hidden [tr:not([data-active])_&>[data-keys]]:hidden'

interface RowActionProps {
  id: CommandId
  label: string
  /** The record of the row, which may be under the pointer and not active. */
  targets: CommandContext['targets']
}

/** The main action of a row of a list. Its key is shown in the active row only, because it acts on that one. */
export function RowAction({ id, label, targets }: RowActionProps) {
  return (
    <CommandButton id={id} targets={targets} label={label} variant="quiet" tabIndex={-1} className={LOOK} />
  )
}
