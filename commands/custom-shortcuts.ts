import type { Command } from './engine/command.ts'
import type { CommandContext, Shortcuts } from './engine/context.ts'
import { canMeet, keysClash, neverBound, takesFromFields } from './engine/key-rules.ts'
import { isSingleKey, strokesOf } from './engine/keymap.ts'
import { COMMANDS, type CommandId, commandById, isCommandId } from './index.ts'

/** The user's own keys, by the command that they run. */
export type OwnKeys = Shortcuts<CommandId>

/** What else browsers and systems do with a key that nobody would want to lose by a slip. */
const RESERVED = [
  /^mod\+[cvxzq]$/,
  /^mod\+[-+=0]$/,
  /^mod\+shift\+[cijz]$/,
  /^alt\+(Arrow(Left|Right)|F4|Space)$/,
  /^shift\+F10$/,
]

/** Enter, the arrows, Esc and their like mean the same everywhere: they stay beside a key of one's own. */
const NAMED = /^(shift\+)?(?!F\d)[A-Z]\w+$/
const DIGIT = /^(shift\+)?\d$/

/**
 * The keys that run a command for this user, the one to be drawn first: the user's own in place of the declared ones,
 * no single keys while those are switched off. Whatever shows or obeys keys asks this.
 */
export function keysOf(
  command: Command,
  { ownKeys, singleKeys }: Pick<CommandContext, 'ownKeys' | 'singleKeys'>,
): readonly string[] {
  const keys = changedKeys(ownKeys).get(command.id) ?? command.keys
  if (singleKeys || command.handledBy === 'widget') return keys
  return keys.filter((key) => !isSingleKey(strokesOf(key)))
}

/** Whether the user can give a command another key. Those that an element handles itself have theirs for good. */
export function isChangeable({ handledBy, fields }: Command): boolean {
  return handledBy === 'listener' && fields !== 'inside'
}

/** Stored shortcuts without those of commands that this version does not have. */
export function knownShortcuts(stored: Shortcuts): OwnKeys {
  return Object.fromEntries(Object.entries(stored).filter(([id]) => isCommandId(id)))
}

/** The user's keys with one more; a command's declared key is none of one's own. */
export function withOwnKey(ownKeys: OwnKeys, id: CommandId, key: string): OwnKeys {
  const { [id]: _, ...rest } = ownKeys
  return commandById(id).keys.includes(key) ? rest : { ...rest, [id]: key }
}

/** The user's keys with one command back to its declared ones. Another that took one of these goes back as well. */
export function withoutOwnKey(ownKeys: OwnKeys, id: CommandId): OwnKeys {
  const { [id]: _, ...rest } = ownKeys
  const changed = changedKeys(rest)
  return Object.fromEntries(Object.entries(rest).filter(([other]) => changed.has(other)))
}

/** Why a command cannot have a key. */
export interface KeyRefusal {
  /** In words for the user. */
  reason: string
  /** The keys of all commands once it has changed keys with the one that has this key; null where that cannot be. */
  swapped: OwnKeys | null
  /** It begins the sequence of another command: one more stroke may make a sequence of its own of it. */
  begins: boolean
}

/** Why a command cannot have this key; null when it can. */
export function refusalOf(id: CommandId, key: string, ownKeys: OwnKeys): KeyRefusal | null {
  const command = commandById(id)
  const fault = faultOf(command, key)
  if (fault !== null) return { reason: fault, swapped: null, begins: false }
  const other = clashing(command, [key], changedKeys(ownKeys))
  if (!other) return null
  const theirs = keysIn(changedKeys(ownKeys), other)
  return {
    reason: `${theirs.includes(key) ? 'Taken by' : 'Conflicts with'} ${other.title}`,
    swapped: theirs[0] === key ? swapped(command, other, key, ownKeys) : null,
    begins: theirs.some((one) => one.startsWith(`${key} `)),
  }
}

/** The user's keys once two commands have changed keys, the first one getting `key`; null where one could not have its. */
function swapped(
  command: Command<CommandId>,
  other: Command<CommandId>,
  key: string,
  ownKeys: OwnKeys,
): OwnKeys | null {
  const [given] = keysIn(changedKeys(ownKeys), command)
  if (given === undefined || !isChangeable(other) || faultOf(other, given) !== null) return null
  const keys = withOwnKey(withOwnKey(ownKeys, command.id, key), other.id, given)
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

/** Another command that can be there together with this one and has one of its keys. */
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

const changedByOwn = new WeakMap<Shortcuts, ChangedKeys>()

/**
 * The keys of the commands that the user changed. Stored keys may come from another version of the console: those
 * that are refused or clash now are ignored.
 */
function changedKeys(ownKeys: Shortcuts): ChangedKeys {
  const known = changedByOwn.get(ownKeys)
  if (known) return known
  const changed = new Map<string, readonly string[]>()
  const changedCommands = COMMANDS.filter(({ id }) => Object.hasOwn(ownKeys, id))
  for (const command of changedCommands) {
    const key = ownKeys[command.id] ?? ''
    if (key === '' || !isChangeable(command) || faultOf(command, key) !== null) continue
    changed.set(command.id, [key, ...command.keys.filter((declared) => NAMED.test(declared))])
  }
  // One that goes back to its declared key may clash with another that took it.
  for (;;) {
    const refused = changedCommands.find(
      (command) =>
        changed.has(command.id) && clashing(command, keysIn(changed, command), changed) !== undefined,
    )
    if (!refused) break
    changed.delete(refused.id)
  }
  changedByOwn.set(ownKeys, changed)
  return changed
}
