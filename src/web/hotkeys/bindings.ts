import { keysOf } from '../../../commands/custom-shortcuts.ts'
import {
  availability,
  type Command,
  contextFor,
  isSupported,
  yieldsKeys,
} from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import {
  type Binding,
  following,
  isDigit,
  isShiftedDigit,
  matches,
  meaningOf,
  nameOf,
  type Stroke,
  startsWith,
  strokesOf,
} from '../../../commands/engine/keymap.ts'
import type { TargetName } from '../../../commands/engine/targets.ts'
import { COMMANDS, type CommandId, commandById } from '../../../commands/index.ts'
import { isRecordKind, type RecordKind } from '../../domain/records/record-kind.ts'
import { capsOf } from '../commands/key-text.ts'
import type { Holds } from '../state/key-queue.ts'

/** If two commands have the same key, the first one runs. */
const BY_PRECEDENCE = COMMANDS.toSorted((one, other) => Number(other.first) - Number(one.first))

/**
 * The keys that work now, depending on the topmost layer and on whether a field has the focus. A command that cannot
 * run keeps its key if it can give a reason. An open menu has the keys of its own commands only.
 */
export function activeBindings(context: CommandContext): Binding<CommandId>[] {
  const { menu } = context.targets
  const bindings = BY_PRECEDENCE.flatMap((command) => {
    if (context.layer === 'menu' && menu?.ids.includes(command.id)) {
      const { state } = availability(command, contextFor(command, menu.targets, context))
      return state === 'ready' ? bindingsOf(command, context) : []
    }
    const { layers, fields, handledBy } = command
    const here =
      layers.includes(context.layer) && (fields === 'both' || (fields === 'inside') === context.typing)
    if (handledBy === 'widget' || !here || yieldsKeys(command, context)) return []
    const state = availability(command, context)
    if (state.state === 'hidden' && state.reason === null) return []
    return bindingsOf(command, context)
  })
  return [...bindings, ...unsupportedSequences(bindings, context)]
}

/**
 * The sequences of commands that the back end does not support, among those that begin alike. Without them, the last
 * key of such a sequence would run the command that has this key alone.
 */
function unsupportedSequences(
  bindings: readonly Binding<CommandId>[],
  context: CommandContext,
): Binding<CommandId>[] {
  const begun = new Set(bindings.flatMap(({ strokes }) => (strokes.length > 1 ? strokes.slice(0, 1) : [])))
  return COMMANDS.filter((command) => !isSupported(command, context))
    .flatMap((command) => bindingsOf(command, context))
    .filter(({ strokes: [first = '', ...rest] }) => rest.length > 0 && begun.has(first))
}

/** The keys that continue an unfinished sequence, with the commands that can run now. */
export function readyFollowing(pending: readonly Stroke[], context: CommandContext) {
  return following(pending, activeBindings(context)).filter(
    ({ id }) => availability(commandById(id), context).state === 'ready',
  )
}

function bindingsOf(command: Command<CommandId>, context: CommandContext): Binding<CommandId>[] {
  return keysOf(command, context).map((key) => ({
    id: command.id,
    strokes: strokesOf(key),
    movement: command.movement,
  }))
}

/**
 * Whether to prevent the browser's use of a key that no command handles now: over a dialog, Ctrl K would focus the
 * address bar. Keys that fields use themselves, such as Ctrl A, are left to the browser.
 */
export function isKept(chord: string, context: CommandContext): boolean {
  if (!chord.startsWith('mod+')) return false
  return COMMANDS.some((command) => command.fields === 'both' && keysOf(command, context).includes(chord))
}

/**
 * The commands of any screen whose key continues these strokes with this one, or without any, those whose key begins
 * with it; supported by the back end. Commands of dialogs count only in a dialog.
 */
function commandsWith(
  pending: readonly Stroke[],
  stroke: Stroke,
  context: CommandContext,
): Command<CommandId>[] {
  const having = (strokes: readonly Stroke[]) =>
    COMMANDS.filter(
      (command) =>
        command.handledBy === 'listener' &&
        isSupported(command, context) &&
        (command.layers.includes('page') || command.layers.includes(context.layer)) &&
        bindingsOf(command, context).some((binding) => startsWith(binding, strokes)),
    )
  const continuing = pending.length > 0 ? having([...pending, stroke]) : []
  return continuing.length > 0 ? continuing : having([stroke])
}

/** Whether any command of any layer has a key that begins with this stroke. */
function isKeyOfAny(stroke: Stroke, context: CommandContext): boolean {
  return COMMANDS.some((command) =>
    keysOf(command, context).some((key) => matches(stroke, strokesOf(key)[0] ?? '')),
  )
}

/**
 * The name of a key that waits: the title of the command that it has on a record of this kind, else the key.
 * @param kind null if the destination is no record, or not known
 */
export function nameOfKey(stroke: Stroke, kind: RecordKind | null, context: CommandContext): string {
  const onRecord = commandsWith([], stroke, context).filter(
    ({ target }) => target === 'record' || isRecordKind(target),
  )
  const named =
    kind === null ? onRecord : onRecord.filter(({ target }) => target === kind || target === 'record')
  const isPlain = stroke.character !== null || stroke.chord.startsWith('mod+shift+')
  return (isPlain ? named[0]?.title : undefined) ?? capsOf(nameOf(stroke)).join(' ')
}

/** Keys of commands that browsers do not use themselves, as they scroll by Space and the arrows. */
const OURS = /^((mod\+(shift\+)?)?Enter|alt\+\d)$/

/** Says that keys which some screen has do nothing here; null if no command has them, or if the browser uses them. */
export function nothingHere(strokes: readonly Stroke[], context: CommandContext): string | null {
  const [last] = strokes.slice(-1)
  if (last === undefined || !(OURS.test(last.chord) || (last.character ?? ' ') !== ' ')) return null
  const [command] = commandsWith(strokes.slice(0, -1), last, { ...context, layer: 'page' })
  if (!command) return null
  const caps = strokes.flatMap((stroke) => capsOf(nameOf(stroke))).join(' ')
  return `${caps} (${command.title}) does nothing here`
}

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
  if (holds === 'palette') return true
  if (holds === 'all') return stroke.chord !== 'Escape'
  if (holds === 'palette-enter') return isBehindEnter(stroke, context)
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
function isBehindEnter(stroke: Stroke, context: CommandContext): boolean {
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
  const meaning = meaningOf(pending, stroke, activeBindings(context))
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
