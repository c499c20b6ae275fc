import type { Stroke } from '../../../../commands/engine/keymap.ts'
import { type PaletteState, queryOf } from './state.ts'

/**
 * Whether an Enter on a code is pending: until the server responds or, while the palette opens, until its rows have been
 * looked up.
 */
export function awaitsRecord(state: PaletteState): boolean {
  const { jump, queuedKeys } = state
  if (queryOf(state).code === null) return false
  const queued = queuedKeys.findLast(({ chord }) => chord.endsWith('Enter'))
  return (queued?.chord ?? (jump.held === 'here' && 'Enter')) === 'Enter'
}

/** Keys that cancel the keys queued for a record, so that the user can edit the text. */
const RETURNS = /^(Escape|Backspace|Arrow(Up|Down|Left|Right)|Home|End)$/

/**
 * Decides what a key does while an Enter is pending: `queue` it for the record, `drop` the queue, or null if the palette
 * handles it as usual. A key is queued if it starts a command for records, or if another key is queued already: mod+Enter,
 * for example, confirms the dialog that the queued command opens.
 * @param title of the command for records that the key starts; null if it starts none
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

/** A letter or a punctuation mark. Digits edit the code instead. */
function isSign(character: string | null): boolean {
  return character !== null && /^[^\d\s]$/u.test(character)
}
