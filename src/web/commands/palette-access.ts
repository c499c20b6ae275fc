import { type Atom, atom } from 'jotai'

/** The palette as commands use it. */
export interface PaletteAccess {
  isOpen: Atom<boolean>
  open(text?: string): void
}

/** Set by the palette. Commands cannot import it, because it imports them. */
export const paletteAccessAtom = atom<PaletteAccess | null>(null)
