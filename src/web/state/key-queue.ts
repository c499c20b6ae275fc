import { atom } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import type { TargetName } from '../../../commands/engine/targets.ts'
import type { CommandId } from '../../../commands/index.ts'
import { counted } from '../../domain/format/text.ts'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import { useWhenRemoved } from '../lib/use-when-removed.ts'
import { next, type Transition } from './machine.ts'
import { store } from './store.ts'
import { notify } from './toasts.ts'

/** Identifies a record, as in its address. */
export interface RecordAddress {
  kind: RecordKind
  code: string
}

/**
 * The keys that a wait holds. `all`: every key except Escape. `palette`: every key, to be typed into the palette.
 * `screen`: keys for the content of a screen. `palette-enter`: keys for the record that an Enter in the palette opens;
 * others edit its text. `targets`: keys of commands with these targets. `commands`: keys of exactly these commands. Once
 * a key is held, all keys after it are.
 */
export type Holds =
  | 'all'
  | 'palette'
  | 'screen'
  | 'palette-enter'
  | { targets: readonly TargetName[] }
  | { commands: readonly CommandId[] }

/** What the console is waiting for: the destination of the keys that are pressed meanwhile. */
export interface Wait {
  id: number
  /** The destination in words: '108856', 'freight options'. */
  label: string
  /** The record that the keys may run on; null if the destination is no record. */
  record: RecordAddress | null
  holds: Holds
}

/** How a wait ends. A reason is a whole sentence without its full stop. */
export type WaitOutcome = { type: 'arrived' } | { type: 'failed' | 'cancelled'; reason: string }

/** A key, a scan, a pasted text, or what one of these has begun to do, that waits. */
export interface QueuedKey {
  input: { stroke: Stroke } | { scan: string } | { paste: string } | { run: () => void }
  /** The name of what it does: the title of a command, or the keycap. */
  name: string
  /** When it was pressed, in ms. */
  at: number
}

/** The destination of the queued keys. */
interface Bound {
  /** The wait that the first key waits for. */
  wait: number
  record: RecordAddress | null
  /** Whether the destination was reached, so that a queued key may lead to another one. */
  reached: boolean
}

export interface KeyQueue {
  /** All pending waits, the latest last. */
  waits: readonly Wait[]
  keys: readonly QueuedKey[]
  /** Null while no key is queued. */
  bound: Bound | null
}

export type QueueEvent =
  | { type: 'began'; wait: Wait }
  | { type: 'ended'; id: number; outcome: WaitOutcome }
  | { type: 'queued'; key: QueuedKey }
  /** What runs now waits for what it needs, before all queued keys. */
  | { type: 'deferred'; key: QueuedKey }
  /** The first key may run, because no wait holds it. `record` is that of the open screen. */
  | { type: 'freed'; record: RecordAddress | null }
  | { type: 'dropped'; reason: string }
  /** Time has passed: `at` is now, in ms. */
  | { type: 'time'; at: number }

type QueueEffect =
  | { do: 'run'; key: QueuedKey }
  /** Tells the user which keys are not carried out, and why. */
  | { do: 'name'; keys: readonly QueuedKey[]; reason: string }

type QueueTransition = Transition<KeyQueue, QueueEffect>

export const NO_KEYS: KeyQueue = { waits: [], keys: [], bound: null }

/** A key that has waited this long is dropped: the user no longer expects it to run. */
const LONGEST_WAIT_MS = 10_000

const LEFT = 'You have gone elsewhere'
const TOO_LONG = 'No answer came within 10 seconds'

/**
 * The one queue of keys. A key waits for a destination, which is set in the step in which going there begins and ended by
 * an explicit event; then the keys run in order, until one of them begins another wait. docs/hotkeys.md has a diagram.
 */
export function reduceQueue(state: KeyQueue, event: QueueEvent): QueueTransition {
  switch (event.type) {
    case 'began':
      return began(state, event.wait)
    case 'ended':
      return ended(state, event.id, event.outcome)
    case 'queued':
      return next({ ...state, keys: [...state.keys, event.key], bound: boundOf(state) })
    case 'deferred':
      return next({ ...state, keys: [event.key, ...state.keys], bound: boundOf(state) })
    case 'freed':
      return freed(state, event.record)
    case 'dropped':
      return dropped(state, event.reason)
    case 'time': {
      const [first] = state.keys
      if (!first || event.at - first.at < LONGEST_WAIT_MS) return next(state)
      // Given up: the next keys act on what is on screen.
      const waits = state.waits.filter(({ id }) => id !== state.bound?.wait)
      return dropped({ ...state, waits }, TOO_LONG)
    }
  }
}

function boundOf({ bound, waits }: KeyQueue): Bound {
  const latest = waits.at(-1)
  return bound ?? { wait: latest?.id ?? 0, record: latest?.record ?? null, reached: latest === undefined }
}

/** The queued keys follow the newest wait: it leads on to what their first wait began. */
function began(state: KeyQueue, wait: Wait): QueueTransition {
  const after = { ...state, waits: [...state.waits, wait] }
  const { bound } = state
  if (!bound) return next(after)
  const isElsewhere = !bound.reached && bound.record !== null && !isSame(bound.record, wait.record)
  if (isElsewhere && wait.record !== null) return dropped(after, LEFT)
  const record = wait.record ?? (bound.reached ? null : bound.record)
  return next({ ...after, bound: { wait: wait.id, record, reached: false } })
}

function ended(state: KeyQueue, id: number, outcome: WaitOutcome): QueueTransition {
  const { bound } = state
  const after = { ...state, waits: state.waits.filter((wait) => wait.id !== id) }
  if (bound?.wait !== id) return next(after)
  if (outcome.type !== 'arrived') return dropped(after, outcome.reason)
  const latest = after.waits.at(-1)
  return next({
    ...after,
    bound: { ...bound, wait: latest?.id ?? bound.wait, reached: true },
  })
}

function freed(state: KeyQueue, record: RecordAddress | null): QueueTransition {
  const [key, ...keys] = state.keys
  const { bound } = state
  if (!key) return next(state)
  if (bound?.record && !isSame(bound.record, record)) return dropped(state, LEFT)
  const after = { ...state, keys, bound: keys.length === 0 ? null : bound && { ...bound, reached: true } }
  return next(after, { do: 'run', key })
}

/**
 * A scan names its own destination, so it is carried out although the keys before it cannot be. What has begun the wait for
 * the palette is the first key, so that wait ends, too.
 */
function dropped(state: KeyQueue, reason: string): QueueTransition {
  const { keys } = state
  if (keys.length === 0) return next(state)
  const waits = state.waits.filter(({ holds }) => holds !== 'palette')
  const scan = keys.findIndex(({ input }) => 'scan' in input)
  const [lost, kept] = scan === -1 ? [keys, []] : [keys.slice(0, scan), keys.slice(scan)]
  const bound = kept.length === 0 ? null : { wait: 0, record: null, reached: true }
  const after = { waits, keys: kept, bound }
  return lost.length === 0 ? next(after) : next(after, { do: 'name', keys: lost, reason })
}

function isSame(one: RecordAddress, other: RecordAddress | null): boolean {
  return one.kind === other?.kind && one.code === other.code
}

/** The pending waits and the keys that wait; only `dispatchQueue` changes it. */
export const keyQueueAtom = atom<KeyQueue>(NO_KEYS)

/** The latest wait's number. */
const latestAtom = atom(0)

/** Applies an event, and names the keys that it drops. Returns the key that may run now, if there is one. */
export function dispatchQueue(event: QueueEvent): QueuedKey | null {
  const { state, effects } = reduceQueue(store.get(keyQueueAtom), event)
  store.set(keyQueueAtom, state)
  for (const effect of effects) if (effect.do === 'name') name(effect.keys, effect.reason)
  return effects.find((effect) => effect.do === 'run')?.key ?? null
}

/** Names keys that are not carried out: 'Not done: Record payment, Ctrl Enter. Failed to find the order.' */
function name(keys: readonly QueuedKey[], reason: string): void {
  const names = keys.slice(0, MOST_NAMED).map((key) => key.name)
  const rest = keys.length - names.length
  if (rest > 0) names.push(counted(rest, 'more key'))
  notify('warning', `Not done: ${names.join(', ')}. ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`)
}

const MOST_NAMED = 12

/** Begins a wait in the step in which its cause begins. Keys that it holds wait until `endWait`. Returns its number. */
export function beginWait(wait: Omit<Wait, 'id'>): number {
  const id = store.get(latestAtom) + 1
  store.set(latestAtom, id)
  dispatchQueue({ type: 'began', wait: { ...wait, id } })
  return id
}

export const ARRIVED: WaitOutcome = { type: 'arrived' }
export const CANCELLED: WaitOutcome = { type: 'cancelled', reason: 'It was cancelled' }

/** Ends a wait. A wait that has ended already is ignored. */
export function endWait(id: number, outcome: WaitOutcome): void {
  dispatchQueue({ type: 'ended', id, outcome })
}

/**
 * Lets keys wait while a layer is open that is not shown yet, because its script loads; Esc and the mouse then close it.
 * Returns the function to call when it is shown.
 */
export function useWaitForLayer(label: string, isOpen: boolean, close: () => void): () => void {
  const [isShown, setShown] = useState(false)
  const isAwaited = isOpen && !isShown
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!isAwaited) return
    const ending = new AbortController()
    const options = { capture: true, signal: ending.signal }
    window.addEventListener('pointerdown', () => closeNow(), options)
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && closeNow(), options)
    return () => ending.abort()
  }, [isAwaited])
  if (isShown && !isOpen) setShown(false)
  const wait: Omit<Wait, 'id'> = { label, record: null, holds: 'all' }
  useWait(isAwaited ? wait : null, isOpen ? ARRIVED : CANCELLED)
  return useCallback(() => setShown(true), [])
}

/**
 * Lets keys wait while `wait` is not null and the calling component is mounted. It begins in the commit that first
 * renders it, before keys can reach the screen.
 * @param wait a new object continues the same wait if its label is the same
 * @param outcome how the wait has ended, once `wait` is null
 * @param removed how it has ended if the component is removed before
 */
export function useWait(
  wait: Omit<Wait, 'id'> | null,
  outcome: WaitOutcome = ARRIVED,
  removed: WaitOutcome = CANCELLED,
): void {
  const pending = useRef<{ id: number; label: string } | null>(null)
  useLayoutEffect(() => {
    const { current } = pending
    if (current !== null && current.label === wait?.label) return
    pending.current = wait && { id: beginWait(wait), label: wait.label }
    if (current !== null) endWait(current.id, wait === null ? outcome : CANCELLED)
  })
  useWhenRemoved(() => {
    if (pending.current !== null) endWait(pending.current.id, removed)
    pending.current = null
  })
}
