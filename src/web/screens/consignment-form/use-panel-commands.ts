import { useCallback, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Stroke } from '../../../../commands/engine/keymap.ts'
import type { FreightOption } from '../../../domain/freight/freight-options.ts'
import { useCommandTarget } from '../../commands/targets.ts'

export const TITLE = 'Freight options'

interface PanelCommands {
  options: readonly FreightOption[]
  hasParts: boolean
  /** The id of the option that a courier rule marks; null if none does. */
  marked: string | null
  blocked: string | null
  confirmLabel: string
  /** Must be stable. */
  choose(id: string): void
  press(stroke: Stroke): boolean
  submit(): void
  close(): void
}

/** Makes the open panel the target of its commands, and of those of dialogs. */
export function usePanelCommands({
  options,
  hasParts,
  marked,
  blocked,
  confirmLabel,
  choose,
  press,
  submit,
  close,
}: PanelCommands): void {
  const latest = useRef({ press, submit, close })
  latest.current = { press, submit, close }
  const consign = useCallback(() => latest.current.submit(), [])
  useCommandTarget(
    'freight',
    useMemo(() => {
      const chooseCheapest = () => {
        const cheapest = options.find((option) => option.cheapest)
        if (cheapest) choose(cheapest.id)
      }
      const chooseByRule = marked === null ? null : () => choose(marked)
      return {
        options: options.length,
        hasParts,
        blocked,
        // Rendered at once, because an Enter that follows in the same event books the choice.
        press: (stroke: Stroke) => flushSync(() => latest.current.press(stroke)),
        chooseCheapest,
        chooseByRule,
        consign,
      }
    }, [options, hasParts, marked, blocked, choose, consign]),
  )
  useCommandTarget(
    'dialog',
    useMemo(
      () => ({
        title: TITLE,
        confirmLabel,
        blocked,
        confirm: consign,
        cancel: () => latest.current.close(),
      }),
      [blocked, confirmLabel, consign],
    ),
  )
}
