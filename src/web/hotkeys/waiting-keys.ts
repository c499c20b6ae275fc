import type { Command } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { isDigit, isShiftedDigit, type Stroke, step } from '../../../commands/engine/keymap.ts'
import type { TargetName } from '../../../commands/engine/targets.ts'
import { type CommandId, commandById } from '../../../commands/index.ts'
import type { Holds } from '../state/key-queue.ts'
import { activeBindings, commandsWith, isKeyOfAny } from './bindings.ts'

/**
 * Whether a wait holds a key although no key waits yet. A key of a command that can run now and does not act on the
 * destination is not held.
 * @param pending the strokes of an unfinished sequence
 */
export function isHeld(
  holds: Holds,
  stroke: Stroke,
  pending: readonly Stroke[],
  context: CommandContext,
): boolean {
  if (holds === 'all') return stroke.chord !== 'Escape'
  if (holds === 'record') return isForRecord(stroke, context)
  if (holds === 'screen') return isForPendingScreen(stroke, pending, context)
  if ('commands' in holds) {
    return commandsWith(pending, stroke, context).some(({ id }) => holds.commands.includes(id))
  }
  return actsOn(holds.targets, stroke, pending, context)
}

/** A key of a command that acts on the content of some screen, or a letter, unless a field or layer receives it. */
function isForPendingScreen(stroke: Stroke, pending: readonly Stroke[], context: CommandContext): boolean {
  if (context.layer !== 'page' || context.typing || stroke.chord === 'Escape') return false
  if (stroke.character !== null && stroke.character !== ' ') return !isDigit(stroke)
  return commandsWith(pending, stroke, context).some(({ target }) => target !== null)
}

/**
 * Behind an Enter in the palette, the key of a command for the record that it opens. Others edit the text or choose
 * another row, which cancels the Enter.
 */
function isForRecord(stroke: Stroke, context: CommandContext): boolean {
  if (isDigit(stroke) || /^(Enter|Escape)$/.test(stroke.chord) || returnsToText(stroke)) return false
  return commandsWith([], stroke, context).some(({ target }) => target !== null)
}

function actsOn(
  targets: readonly TargetName[],
  stroke: Stroke,
  pending: readonly Stroke[],
  context: CommandContext,
): boolean {
  if (context.layer !== 'page' || (context.typing && stroke.character !== null)) return false
  const isMeant = (command: Pick<Command<CommandId>, 'target'>) =>
    command.target !== null && targets.includes(command.target)
  const meaning = step(pending, stroke, activeBindings(context))
  if (meaning.type === 'wait') return false
  // The destination may have a command with this key, which takes precedence over the one that has it now.
  if (meaning.type === 'run' && !isMeant(commandById(meaning.id))) {
    const rest = commandsWith(pending, stroke, context).filter(isMeant)
    return rest.some((command) => context.targets[command.target ?? 'list'] === undefined)
  }
  return meaning.type === 'run' || commandsWith(pending, stroke, context).some(isMeant)
}

/** Whether a key is the browser's: a shortcut that no command has. */
export function isBrowsers(stroke: Stroke, context: CommandContext): boolean {
  return /^(mod|alt|meta|ctrl)\+|^F\d+$/.test(stroke.chord) && !isKeyOfAny(stroke, context)
}

/** Keys in the palette that cancel what waits behind its Enter, so that the user can edit the text. */
export function returnsToText({ chord }: Stroke): boolean {
  return /^(Backspace|Delete|Arrow(Up|Down|Left|Right)|Home|End|mod\+[a-z])$/.test(chord)
}

/**
 * Whether a key chooses or books a freight option. It is held like a letter: the digits of a scanned code must choose
 * nothing, because the Enter that ends it would book the choice.
 */
export function isForPanel(stroke: Stroke, { targets, layer }: CommandContext): boolean {
  if (targets.freight === undefined || layer !== 'dialog' || stroke.repeat) return false
  return isDigit(stroke) || isShiftedDigit(stroke)
}
