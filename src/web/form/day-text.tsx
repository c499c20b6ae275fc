import { type KeyboardEvent, memo, type RefObject } from 'react'
import { strokeOfEvent } from '../commands/key-press.ts'
import { Input } from '../ui/input.tsx'

/** What becomes of what is typed and pressed in the text of a day. */
export interface DayTextHandlers {
  type(text: string): void
  step(days: number): void
  open(): void
  focus(focused: boolean): void
  /** Shows the day that was read in place of what was typed. */
  writeOut(): void
  leave(): void
}

interface DayTextProps {
  text: string
  /** Always of the last rendering, behind an object that never changes. */
  handlers: RefObject<DayTextHandlers>
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  className: string
}

/**
 * Drawn again only when its own text changes: while a scanner may be typing, the listener holds back what is typed
 * here, and drawing anew would take it away.
 */
export const DayText = memo(function DayText({ text, handlers, ...rest }: DayTextProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const { step, open, writeOut } = handlers.current
    const chord = strokeOfEvent(event.nativeEvent)?.chord
    if (chord === 'Enter') writeOut()
    const act = { ArrowUp: () => step(1), ArrowDown: () => step(-1), 'alt+ArrowDown': open }[chord ?? '']
    if (!act || event.defaultPrevented) return
    event.preventDefault()
    act()
  }
  return (
    <Input
      {...rest}
      data-day=""
      value={text}
      placeholder="dd/mm/yyyy"
      autoComplete="off"
      spellCheck={false}
      aria-keyshortcuts="Alt+ArrowDown"
      onChange={(event) => handlers.current.type(event.target.value)}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        event.target.select()
        handlers.current.focus(true)
      }}
      onBlur={() => {
        const { focus, writeOut, leave } = handlers.current
        focus(false)
        writeOut()
        leave()
      }}
    />
  )
})
