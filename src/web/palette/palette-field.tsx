import { Command } from 'cmdk'
import { useAtomValue } from 'jotai'
import { Search, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type Ref, type RefObject, useLayoutEffect } from 'react'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { strokeOfEvent } from '../commands/key-press.ts'
import { DialogClose } from '../ui/dialog.tsx'
import { Kbd } from '../ui/keycap.tsx'
import type { Subject } from './machine/state.ts'
import { dispatch, textAtom } from './palette-store.ts'

/** The field, after the code of the record whose actions are shown. */
export function PaletteField({
  input,
  subject,
}: {
  input: RefObject<HTMLInputElement | null>
  subject: Subject | null
}) {
  return (
    <div className="flex h-[52px] shrink-0 items-center gap-2.5 border-b border-line px-4 text-field">
      <Search aria-hidden="true" className="size-[18px] text-fg-3" />
      {subject && <code className="code-block rounded-m bg-surface-2 px-2 py-1">{subject.record.code}</code>}
      <PaletteInput
        ref={input}
        placeholder={subject ? 'Choose an action' : 'Type a code, a name or a command'}
      />
      {!subject && <PalettePrefixes />}
      <DialogClose aria-label="Close" className="-mr-3 grid size-11 shrink-0 place-items-center sm:hidden">
        <X aria-hidden="true" className="text-fg-3" />
      </DialogClose>
    </div>
  )
}

interface PaletteInputProps {
  ref: Ref<HTMLInputElement>
  placeholder: string
}

/** The field of the palette. Rendered at every edit, whereas the rows are rendered once a frame. */
function PaletteInput({ ref, placeholder }: PaletteInputProps) {
  const text = useAtomValue(textAtom)
  useLayoutEffect(() => () => dispatch({ type: 'focus', focused: false }), [])
  return (
    // Not passed to cmdk, which would choose a row by itself at every edit.
    <Command.Input asChild value="" onValueChange={(value) => dispatch({ type: 'type', text: value })}>
      <input
        ref={ref}
        value={text}
        onFocus={() => dispatch({ type: 'focus', focused: true })}
        onBlur={() => dispatch({ type: 'focus', focused: false })}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        placeholder={placeholder}
        className="h-full min-w-0 flex-1 bg-transparent text-field outline-none"
      />
    </Command.Input>
  )
}

function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
  const stroke = strokeOfEvent(event.nativeEvent)
  if (stroke && isForPalette(stroke, event.currentTarget)) {
    event.preventDefault()
    dispatch({ type: 'key', stroke })
  }
  // cmdk would handle the key a second time, and use Home and End for its rows.
  if (event.defaultPrevented || event.key === 'Home' || event.key === 'End') event.stopPropagation()
}

/** Separates pasted lines by spaces. A one-line field would join them, and so turn a column of codes into one code. */
function onPaste(event: ClipboardEvent<HTMLInputElement>): void {
  const pasted = event.clipboardData.getData('text')
  if (!/[\r\n]/.test(pasted)) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const [before, after] = [
    value.slice(0, selectionStart ?? value.length),
    value.slice(selectionEnd ?? value.length),
  ]
  dispatch({ type: 'type', text: before + pasted.trim().replace(/\s+/g, ' ') + after })
}

const ACTS_ON_ROWS = /^(Arrow(Up|Down)|(mod\+)?Enter|(shift\+)?Tab|alt\+[1-9])$/

/** Whether the palette handles a key instead of the input: → only at the end of the text, Backspace only without text. */
function isForPalette({ chord }: Stroke, { value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  if (chord === 'ArrowRight') return selectionStart === value.length && selectionEnd === value.length
  if (chord === 'Backspace') return value === ''
  return ACTS_ON_ROWS.test(chord)
}

const PREFIXES = [
  { key: '>', words: 'commands' },
  { key: '#', words: 'orders' },
  { key: '@', words: 'customers' },
  { key: '$', words: 'products' },
]

/** The prefixes that limit the palette. */
function PalettePrefixes() {
  return (
    <span aria-hidden="true" className="flex gap-3 text-small text-fg-3 max-sm:hidden">
      {PREFIXES.map(({ key, words }) => (
        <span key={key} className="inline-flex items-center gap-[5px]">
          <Kbd>{key}</Kbd>
          {words}
        </span>
      ))}
    </span>
  )
}
