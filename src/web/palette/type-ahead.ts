import type { Stroke } from '../../../commands/engine/keymap.ts'
import { dispatch } from './palette-store.ts'

const TYPED_AHEAD = /^(Escape|Backspace|(mod\+)?Enter|Arrow(Up|Down)|(shift\+)?Tab|ArrowRight|alt\+[1-9])$/

/** Passes a key to the palette before its input has the focus, or after it waited. Returns whether the palette uses it. */
export function typeAhead(stroke: Stroke): boolean {
  if (stroke.character === null && !TYPED_AHEAD.test(stroke.chord)) return false
  dispatch({ type: 'key', stroke })
  return true
}
