import { Command } from 'cmdk'
import { useAtomValue } from 'jotai'
import type { KeyboardEventHandler, Ref } from 'react'
import { textAtom } from '../state/palette.ts'
import { store } from '../state/store.ts'
import { openPalette, paletteReadyAtom } from './opening.ts'

interface PaletteInputProps {
  ref: Ref<HTMLInputElement>
  placeholder: string
  onKeyDown: KeyboardEventHandler
}

/** Where the text is typed: alone drawn for every letter, while the rows are drawn once a frame. */
export function PaletteInput({ ref, placeholder, onKeyDown }: PaletteInputProps) {
  const text = useAtomValue(textAtom)
  return (
    // The text is not told to cmdk, which would choose a row of its own for every new one.
    <Command.Input asChild value="" onValueChange={openPalette}>
      <input
        ref={ref}
        value={text}
        onFocus={() => store.set(paletteReadyAtom, true)}
        onBlur={() => store.set(paletteReadyAtom, false)}
        onKeyDown={onKeyDown}
        placeholder={placeholder}
        className="h-full min-w-0 flex-1 bg-transparent text-field outline-none"
      />
    </Command.Input>
  )
}
