import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { availability } from '../../../commands/engine/command.ts'
import type { FailureTarget } from '../../../commands/engine/targets.ts'
import { commandById } from '../../../commands/index.ts'
import { useStableCallback } from '../lib/use-stable-callback.ts'
import { Button } from '../ui/button.tsx'
import { contextAtom } from './context.ts'
import { CommandKeys } from './key-caps.tsx'
import { useCommandTarget } from './targets.ts'

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
