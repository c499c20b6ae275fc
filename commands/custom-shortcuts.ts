import { canMeet, keysClash, neverBound, takesFromFields } from './engine/check-commands.ts'
import type { Command } from './engine/command.ts'
import type { CommandContext, Shortcuts } from './engine/context.ts'
import { isSingleKey, strokesOf } from './engine/keymap.ts'
import { COMMANDS, type CommandId, commandById, isCommandId } from './index.ts'

/** The user's custom shortcuts, by command id. */
export type CustomShortcuts = Shortcuts<CommandId>

/** Further keys of browsers and systems that users would miss if a command had them. */
const RESERVED = [
  /^mod\+[cvxzq]$/,
  /^mod\+[-+=0]$/,
  /^mod\+shift\+[cijz]$/,
  /^alt\+(Arrow(Left|Right)|F4|Space)$/,
  /^shift\+F10$/,
]

/**
 * Keys that mean the same everywhere (Enter, arrows, Esc and other named keys); a custom shortcut never replaces
 * them.
 */
const NAMED = /^(shift\+)?(?!F\d)[A-Z]\w+$/
const DIGIT = /^(shift\+)?\d$/

/**
 * The keys of a command for this user, the displayed one first. A custom shortcut replaces the declared keys, and
 * single-letter keys are left out while they are switched off. All code that shows or handles keys uses this
 * function.
 */
export function keysOf(
  command: Command,
  { customShortcuts, singleKeys }: Pick<CommandContext, 'customShortcuts' | 'singleKeys'>,
): readonly string[] {
  const keys = changedKeys(customShortcuts).get(command.id) ?? command.keys
  if (singleKeys || command.handledBy === 'widget') return keys
  return keys.filter((key) => !isSingleKey(strokesOf(key)))
}

/** Whether the user can change the key of a command. Keys handled by an element itself are fixed. */
export function isChangeable({ handledBy, fields }: Command): boolean {
  return handledBy === 'listener' && fields !== 'inside'
}

/** Drops stored shortcuts of commands that do not exist in this version. */
export function withKnownIds(stored: Shortcuts): CustomShortcuts {
  return Object.fromEntries(Object.entries(stored).filter(([id]) => isCommandId(id)))
}

/** Adds a custom shortcut. A key that the command declares itself is not stored. */
export function withShortcut(customShortcuts: CustomShortcuts, id: CommandId, key: string): CustomShortcuts {
  const { [id]: _, ...rest } = customShortcuts
  return commandById(id).keys.includes(key) ? rest : { ...rest, [id]: key }
}

/** Removes the custom shortcut of a command. Other commands that took one of its declared keys lose theirs, too. */
export function withoutShortcut(customShortcuts: CustomShortcuts, id: CommandId): CustomShortcuts {
  const { [id]: _, ...rest } = customShortcuts
  const changed = changedKeys(rest)
  return Object.fromEntries(Object.entries(rest).filter(([other]) => changed.has(other)))
}

/** Why a command cannot have a key. */
interface KeyRefusal {
  /** Shown to the user. */
  reason: string
  /** All custom shortcuts after swapping keys with the command that has this key; null if a swap is impossible. */
  swapped: CustomShortcuts | null
  /** Set if the key begins a sequence of another command, so that another stroke may still make it valid. */
  begins: boolean
}

/** Why a command cannot have this key; null when it can. */
export function keyRefusal(id: CommandId, key: string, customShortcuts: CustomShortcuts): KeyRefusal | null {
  const command = commandById(id)
  const fault = faultOf(command, key)
  if (fault !== null) return { reason: fault, swapped: null, begins: false }
  const other = clashing(command, [key], changedKeys(customShortcuts))
  if (!other) return null
  const theirs = keysIn(changedKeys(customShortcuts), other)
  return {
    reason: `${theirs.includes(key) ? 'Taken by' : 'Conflicts with'} ${other.title}`,
    swapped: theirs[0] === key ? swapped(command, other, key, customShortcuts) : null,
    begins: theirs.some((one) => one.startsWith(`${key} `)),
  }
}

/** The custom shortcuts after two commands swap keys, the first one getting `key`; null if either key is refused. */
function swapped(
  command: Command<CommandId>,
  other: Command<CommandId>,
  key: string,
  customShortcuts: CustomShortcuts,
): CustomShortcuts | null {
  const [given] = keysIn(changedKeys(customShortcuts), command)
  if (given === undefined || !isChangeable(other) || faultOf(other, given) !== null) return null
  const keys = withShortcut(withShortcut(customShortcuts, command.id, key), other.id, given)
  const changed = changedKeys(keys)
  const have = keysIn(changed, command)[0] === key && keysIn(changed, other)[0] === given
  return have ? keys : null
}

function faultOf(command: Command, key: string): string | null {
  const strokes = strokesOf(key)
  if (strokes.some((stroke) => NAMED.test(stroke))) return 'This key is reserved'
  if (strokes.some((stroke) => DIGIT.test(stroke))) return 'Digits start a jump to a code'
  if (neverBound(key) !== undefined || strokes.some((stroke) => RESERVED.some((one) => one.test(stroke)))) {
    return 'The browser or the system uses this key'
  }
  return takesFromFields(command, key) ? 'Needs Ctrl or Cmd, since it also works while typing' : null
}

type ChangedKeys = ReadonlyMap<string, readonly string[]>

function keysIn(changed: ChangedKeys, command: Command): readonly string[] {
  return changed.get(command.id) ?? command.keys
}

/** Another command that has one of these keys and can be available at the same time. */
function clashing(
  command: Command,
  keys: readonly string[],
  changed: ChangedKeys,
): Command<CommandId> | undefined {
  return COMMANDS.find(
    (other) =>
      other.id !== command.id &&
      other.handledBy === 'listener' &&
      canMeet(command, other) &&
      keysIn(changed, other).some((theirs) => keys.some((key) => keysClash(key, theirs))),
  )
}

const changedBySettings = new WeakMap<Shortcuts, ChangedKeys>()

/**
 * The valid custom shortcuts. Stored ones may come from another version of the console, so those that are now
 * refused or clash are ignored.
 */
function changedKeys(customShortcuts: Shortcuts): ChangedKeys {
  const known = changedBySettings.get(customShortcuts)
  if (known) return known
  const changed = new Map<string, readonly string[]>()
  const changedCommands = COMMANDS.filter(({ id }) => Object.hasOwn(customShortcuts, id))
  for (const command of changedCommands) {
    const key = customShortcuts[command.id] ?? ''
    if (key === '' || !isChangeable(command) || faultOf(command, key) !== null) continue
    changed.set(command.id, [key, ...command.keys.filter((declared) => NAMED.test(declared))])
  }
  // A command whose custom shortcut is ignored gets its declared key back. Another custom shortcut may already use
  // that key.
  for (;;) {
    const refused = changedCommands.find(
      (command) =>
        changed.has(command.id) && clashing(command, keysIn(changed, command), changed) !== undefined,
    )
    if (!refused) break
    changed.delete(refused.id)
  }
  changedBySettings.set(customShortcuts, changed)
  return changed
}
