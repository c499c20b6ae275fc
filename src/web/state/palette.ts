import { atom } from 'jotai'
import { store } from './store.ts'

export interface PaletteState {
  open: boolean
  /** What stands in the input when it opens. */
  text: string
}

export const paletteAtom = atom<PaletteState>({ open: false, text: '' })

export function openPalette(text = ''): void {
  store.set(paletteAtom, { open: true, text })
}

export function closePalette(): void {
  store.set(paletteAtom, { open: false, text: '' })
}
