import { keysOf } from '../../../commands/custom-shortcuts.ts'
import { matches, type Stroke, strokesOf } from '../../../commands/engine/keymap.ts'
import { COMMANDS } from '../../../commands/index.ts'
import { likelyKind } from '../../domain/records/likely-kind.ts'
import { isRecordKind } from '../../domain/records/record-kind.ts'
import { commandContext } from '../commands/context.ts'
import { store } from '../state/store.ts'
import { awaitsRecord, behindEnter } from './machine/behind-enter.ts'
import { queryOf } from './machine/state.ts'
import { dispatch, paletteAtom } from './palette-store.ts'

const TYPED_AHEAD = /^(Escape|Backspace|(mod\+)?Enter|Arrow(Up|Down))$/

/** Passes a key to the palette before its input has the focus. Returns whether the palette uses it. */
export function typeAhead(stroke: Stroke): boolean {
  if (stroke.character === null && !TYPED_AHEAD.test(stroke.chord)) return false
  dispatch({ type: 'key', stroke, title: titleForRecord(stroke) })
  return true
}

/** Passes a key to the palette while an Enter is pending. Returns whether the input must ignore the key. */
export function typeBehindEnter(stroke: Stroke): boolean {
  const title = titleForRecord(stroke)
  if (behindEnter(store.get(paletteAtom), stroke, title) === null) return false
  dispatch({ type: 'key', stroke, title })
  return true
}

/**
 * The title of the command that a key starts on the record of the pending Enter. If several kinds of record have the
 * key, the kind that the code suggests is preferred. Null if no kind has the key, or if no Enter is pending.
 */
function titleForRecord(stroke: Stroke): string | null {
  const state = store.get(paletteAtom)
  const { code } = queryOf(state)
  if (stroke.character === null || code === null || !awaitsRecord(state)) return null
  const context = commandContext()
  const begun = COMMANDS.filter(
    (command) =>
      (isRecordKind(command.target) || command.target === 'record') &&
      command.layers.includes('page') &&
      keysOf(command, context).some((key) => matches(stroke, strokesOf(key)[0] ?? '')),
  )
  const likely = likelyKind(code)
  return (begun.find(({ target }) => target === likely) ?? begun[0])?.title ?? null
}
