import { isRecordKind, kindFacts } from '../../src/domain/records/record-kind.ts'
import type { Command } from './command.ts'
import { isSingleKey, strokesOf } from './keymap.ts'

/**
 * Checks that command ids are unique, that commands available at the same time share no key, and that no key is one
 * that must never be bound.
 * @throws Error that names the commands
 */
export function checkCommands(commands: readonly Command[]): void {
  const ids = new Set<string>()
  for (const command of commands) {
    if (ids.has(command.id)) throw new Error(`Two commands have the id ${command.id}`)
    ids.add(command.id)
    if (command.handledBy === 'listener') checkKeys(command)
  }
  const bound = commands.filter((command) => command.handledBy === 'listener')
  for (const [index, one] of bound.entries()) {
    for (const other of bound.slice(index + 1)) checkPair(one, other)
  }
}

function checkKeys(command: Command): void {
  for (const key of command.keys) {
    const forbidden = neverBound(key)
    if (forbidden !== undefined)
      throw new Error(`${command.id} binds ${forbidden}, which must never be bound`)
    if (takesFromFields(command, key)) {
      throw new Error(`${command.id} would take the single key ${key} from a field`)
    }
  }
}

function checkPair(one: Command, other: Command): void {
  for (const key of one.keys) {
    const clash = other.keys.find((candidate) => keysClash(key, candidate))
    // Few keys clash, and comparing them is cheaper than `canMeet`.
    if (clash !== undefined && canMeet(one, other)) {
      throw new Error(`${one.id} (${key}) and ${other.id} (${clash}) clash`)
    }
  }
}

/** Keys that browsers and systems reserve, or that users expect them to handle. */
const NEVER_BIND = [
  /^mod\+(shift\+)?[ntw]$/,
  /^mod\+(shift\+)?Tab$/,
  /^(mod|ctrl)\+[lrpfd]$/,
  /^mod\+[1-9]$/,
  /^alt\+\p{L}$/u,
  /^F(1|3|5|6|7|10|11|12)$/,
  /^'$/,
]

/** The first stroke of a key that must never be bound; undefined if there is none. */
export function neverBound(key: string): string | undefined {
  return strokesOf(key).find((stroke) => NEVER_BIND.some((pattern) => pattern.test(stroke)))
}

/** Whether a command would take a key that types a character in a field. */
export function takesFromFields({ fields }: Command, key: string): boolean {
  const bare = strokesOf(key).filter((stroke) => !stroke.startsWith('mod+'))
  return fields !== 'outside' && isSingleKey(bare)
}

/** Whether two commands can be available at the same time, so that a key must not run both. */
export function canMeet(one: Command, other: Command): boolean {
  const fields = new Set([one.fields, other.fields])
  return (
    one.layers.some((layer) => other.layers.includes(layer)) &&
    !(one.first || other.first) &&
    !(fields.has('outside') && fields.has('inside')) &&
    !areApart(one, other) &&
    !yields(one, other) &&
    !yields(other, one)
  )
}

/** Whether two commands act on kinds of record that are never available together: no screen of one lists the other. */
function areApart({ target: one }: Command, { target: other }: Command): boolean {
  if (one === other || !isRecordKind(one) || !isRecordKind(other)) return false
  return !kindFacts(one).lists.includes(other) && !kindFacts(other).lists.includes(one)
}

/** Whether a command yields to the other one, or only its keys, where its target is present. */
function yields({ hiddenWith, keysYieldTo }: Command, { target }: Command): boolean {
  return [...hiddenWith, ...keysYieldTo].some((name) => name === target)
}

/** Whether two keys clash: they are equal, or one is the beginning of the other. */
export function keysClash(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)
}
