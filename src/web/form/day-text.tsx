import { type KeyboardEvent, memo, type RefObject } from 'react'
import { strokeOfEvent } from '../commands/key-press.ts'
import { Input } from '../ui/input.tsx'

/** Handlers of typing and keys in the text of a date field. */
export interface DayTextHandlers {
  type(text: string): void
  step(days: number): void
  open(): void
  focus(focused: boolean): void
  /** Replaces the typed text by the parsed date. */
  writeOut(): void
  leave(): void
}

interface DayTextProps {
  text: string
  /** A ref that always holds the handlers of the last render. */
  handlers: RefObject<DayTextHandlers>
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  className: string
}

/**
 * Memoised by its text. The key listener may be holding back a scanner's characters here, and a rerender would
 * reset what was typed before them.
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
