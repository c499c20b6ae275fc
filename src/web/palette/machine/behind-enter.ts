import type { Stroke } from '../../../../commands/engine/keymap.ts'
import { type PaletteState, queryOf } from './state.ts'

/** Whether Enter was pressed on a code and waits: for the server, or for the rows of the palette that opens. */
export function awaitsRecord(state: PaletteState): boolean {
  const { jump, queuedKeys } = state
  if (queryOf(state).code === null) return false
  const queued = queuedKeys.findLast(({ chord }) => chord.endsWith('Enter'))
  return (queued?.chord ?? (jump.held === 'here' && 'Enter')) === 'Enter'
}

/** Keys that return to the text from keys queued for a record. */
const RETURNS = /^(Escape|Backspace|Arrow(Up|Down|Left|Right)|Home|End)$/

/**
 * What becomes of a key while Enter waits for a record: it is queued for the record if it begins a command of records or
 * follows such a key, as the key that confirms a dialog does; it drops the queue; or it is for the palette (null).
 * @param title of the command of records that the key begins
 */
export function behindEnter(
  state: PaletteState,
  { character, chord }: Stroke,
  title: string | null,
): 'queue' | 'drop' | null {
  if (!awaitsRecord(state)) return null
  if (title !== null) return 'queue'
  if (state.jump.following.length === 0) return null
  if (RETURNS.test(chord)) return 'drop'
  return chord === 'mod+Enter' || isSign(character) ? 'queue' : null
}

/** A letter or a sign: a digit edits the code. */
function isSign(character: string | null): boolean {
  return character !== null && /^[^\d\s]$/u.test(character)
}
