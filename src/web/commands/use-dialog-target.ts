import { useMemo, useRef } from 'react'
import type { DialogTarget } from '../../../commands/engine/targets.ts'
import { useCommandTarget } from './targets.ts'

/** Lets the keys of dialogs act on the calling dialog. `confirm` and `cancel` need not be stable. */
export function useDialogTarget(target: DialogTarget): void {
  const { title, confirmLabel, blocked } = target
  const latest = useRef(target)
  latest.current = target
  useCommandTarget(
    'dialog',
    useMemo(
      () => ({
        title,
        confirmLabel,
        blocked,
        confirm: () => latest.current.confirm(),
        cancel: () => latest.current.cancel(),
      }),
      [title, confirmLabel, blocked],
    ),
  )
}
