import { useAtom } from 'jotai'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { textAtom } from '../state/palette.ts'
import { store } from '../state/store.ts'
import { earlyKeysAtom, paletteReadyAtom } from './opening.ts'
import type { Row } from './rows.ts'

type InputRef = React.RefObject<HTMLInputElement | null>

/**
 * Does what was pressed while the input did not have the focus, when the rows answer what was typed before it.
 * @param answered what the rows answer
 */
export function useEarlyKeys(answered: string | null, press: (stroke: Stroke) => void): void {
  const [keys, setKeys] = useAtom(earlyKeysAtom)
  const latest = useRef(press)
  latest.current = press
  useEffect(() => {
    // One at a time: Enter after an arrow must see the row that the arrow chose.
    const [first, ...rest] = keys
    if (!first || store.get(textAtom) !== answered) return
    setKeys(rest)
    latest.current(first)
  }, [answered, keys, setKeys])
  useEffect(() => () => store.set(paletteReadyAtom, false), [])
}

/** cmdk loses track of the active row when results change, so it is told here. */
export function useActiveDescendant(input: InputRef, chosen: Row | null): void {
  useLayoutEffect(() => {
    const list = input.current?.closest('[cmdk-root]')?.querySelector('[cmdk-list]')
    const active = chosen ? list?.querySelector(`[cmdk-item][data-value="${CSS.escape(chosen.id)}"]`) : null
    active?.scrollIntoView({ block: 'nearest' })
    for (const element of [input.current, list]) {
      if (active) element?.setAttribute('aria-activedescendant', active.id)
      else element?.removeAttribute('aria-activedescendant')
    }
  }, [input, chosen])
}

/** Whether a row stands there as the chosen one: what has not been shown is not what Enter meant. */
export function isShown(input: InputRef, row: Row): boolean {
  const active = input.current?.getAttribute('aria-activedescendant') ?? ''
  return document.getElementById(active)?.getAttribute('data-value') === row.id
}

/** Whether the caret stands after all that is typed: there → has nothing to do in the text. */
export function caretAtEnd(input: InputRef): boolean {
  const { selectionStart = 0, selectionEnd = 0, value = '' } = input.current ?? {}
  return selectionStart === value.length && selectionEnd === value.length
}
