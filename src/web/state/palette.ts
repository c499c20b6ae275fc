import { atom } from 'jotai'

export interface PaletteState {
  open: boolean
  /** What stands in the input. */
  text: string
  /**
   * What its rows answer: the text, but no newer one before the browser has painted the last. Null until the field is
   * painted, which takes keys while its rows are looked for.
   */
  answered: string | null
}

/** As it is before it is opened. */
export const CLOSED: PaletteState = { open: false, text: '', answered: null }

export const paletteAtom = atom(CLOSED)

/** Each for those who draw it alone: of the letters of a frame, most change the text and nothing else. */
export const paletteOpenAtom = atom((get) => get(paletteAtom).open)
export const textAtom = atom((get) => get(paletteAtom).text)
export const answeredAtom = atom((get) => get(paletteAtom).answered)
