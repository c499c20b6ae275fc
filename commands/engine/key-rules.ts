import { isRecordKind } from '../../src/domain/records/record-kind.ts'
import type { Command } from './command.ts'
import { isSingleKey, strokesOf } from './keymap.ts'

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

/** The kinds of record that can be available together, because one's screen lists the other. */
const TOGETHER = [
  ['customer', 'order'],
  ['supplier', 'supplier-order'],
] as const

/** Whether two commands act on kinds of record that are never available together. */
function areApart({ target: one }: Command, { target: other }: Command): boolean {
  const together = TOGETHER.some((kinds) => kinds.every((kind) => kind === one || kind === other))
  return one !== other && !together && isRecordKind(one) && isRecordKind(other)
}

/** Whether a command yields to the other one, or only its keys, where its target is present. */
function yields({ unless, keysUnless }: Command, { target }: Command): boolean {
  return [...unless, ...keysUnless].some((name) => name === target)
}

/** Whether two keys clash: they are equal, or one is the beginning of the other. */
export function keysClash(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `)
}
