import { isDigit, type Stroke } from '../../../commands/engine/keymap.ts'
import type { RecordKind } from '../../domain/records/record-kind.ts'
import type { Key } from './scanner.ts'

/** `pending`: the screen has not rendered yet. `loading`: its record is still loading. `ready`: both are there. */
export type ScreenState = 'pending' | 'loading' | 'ready'

/** Identifies a record, as in its address. */
export interface RecordAddress {
  kind: RecordKind | null
  code: string
}

export interface ArrivalState {
  /** Keys pressed for a pending screen or a loading record, in order. */
  queue: readonly Key[]
  /** The only record that the keys may run on, if the palette handed them over. Null for keys pressed on the page. */
  record: RecordAddress | null
}

export type ArrivalEvent =
  /** `forScreen`: no field, dialog or menu receives the key. `bound`: some screen has a command with this key. */
  | { type: 'key'; key: Key; screen: ScreenState; forScreen: boolean; bound: boolean }
  /** The current screen has no command with these keys; `bound` as above. */
  | { type: 'unbound'; keys: readonly Key[]; screen: ScreenState; bound: boolean }
  /** Keys that were pressed in the palette for the record that it opens. */
  | { type: 'handed-over'; keys: readonly Key[]; record: RecordAddress }
  /**
   * The screen may have changed. `next`: whether a command has the first queued key now; `target`: the focused element;
   * `record`: the record of the screen.
   */
  | {
      type: 'changed'
      screen: ScreenState
      next: 'bound' | 'unbound'
      target: Element | null
      record: RecordAddress | null
    }
  /** A command ran on the screen. */
  | { type: 'ran'; screen: ScreenState }
  | { type: 'time-out' }
  | { type: 'reset' }

export type ArrivalEffect =
  /** Passes the key to the key sequence. */
  | { type: 'pass'; key: Key }
  /** Prevents the browser's default action for the key. */
  | { type: 'take' }
  | { type: 'set-timer'; ms: number }

export interface Arrived {
  state: ArrivalState
  effects: readonly ArrivalEffect[]
}

export const NOTHING_QUEUED: ArrivalState = { queue: [], record: null }

/** Queued keys are dropped this long after the last one. */
const QUEUE_MS = 10_000

/** Queues keys that are pressed while their screen is pending, and passes them on in order when it has rendered. */
export function reduceArrival(state: ArrivalState, event: ArrivalEvent): Arrived {
  switch (event.type) {
    case 'key':
      return pressed(state, event)
    case 'unbound':
      return unbound(state, event)
    case 'handed-over':
      return queued({ queue: [], record: event.record }, event.keys)
    case 'changed':
      return next(state, event)
    case 'ran':
      // The user has used a command that is available already, such as Back, and no longer waits for the record.
      return { state: event.screen === 'loading' ? NOTHING_QUEUED : state, effects: [] }
    case 'time-out':
    case 'reset':
      return { state: NOTHING_QUEUED, effects: [] }
  }
}

function pressed(state: ArrivalState, event: Extract<ArrivalEvent, { type: 'key' }>): Arrived {
  const { key, screen, forScreen, bound } = event
  const pass: ArrivalEffect = { type: 'pass', key }
  // The key is for the screen that the user sees. Keys still queued are for an earlier one.
  if (screen === 'ready') return { state: NOTHING_QUEUED, effects: [pass] }
  if (key.stroke.chord === 'Escape' && forScreen && state.queue.length > 0) {
    return { state: NOTHING_QUEUED, effects: [{ type: 'take' }] }
  }
  if (screen !== 'pending' || !forScreen) return { state, effects: [pass] }
  if (!bound && !writes(key.stroke) && !follows(state, key)) return { state, effects: [pass] }
  return queued(state, [key])
}

function unbound(state: ArrivalState, event: Extract<ArrivalEvent, { type: 'unbound' }>): Arrived {
  const { keys, screen, bound } = event
  const isForRecord = screen === 'loading' && (bound || follows(state, keys.at(-1)))
  return isForRecord ? queued(state, keys) : { state, effects: [] }
}

function queued(state: ArrivalState, keys: readonly Key[]): Arrived {
  const { queue } = state
  // Repeats are not queued: they would still run after the key is released.
  if (keys.some(({ stroke }) => stroke.repeat)) return { state, effects: [{ type: 'take' }] }
  return {
    state: { ...state, queue: [...queue, ...keys] },
    effects: [{ type: 'set-timer', ms: QUEUE_MS }, { type: 'take' }],
  }
}

function next(state: ArrivalState, event: Extract<ArrivalEvent, { type: 'changed' }>): Arrived {
  const { queue, record } = state
  const [key, ...rest] = queue
  if (record && event.screen !== 'pending' && !isSame(record, event.record)) {
    return { state: NOTHING_QUEUED, effects: [] }
  }
  const waits =
    event.screen === 'pending' ||
    (event.next === 'unbound' && (event.screen === 'loading' || (key && isForOpened(key.stroke))))
  if (!key || waits) return { state, effects: [] }
  const left = rest.length === 0 ? NOTHING_QUEUED : { queue: rest, record }
  return { state: left, effects: [{ type: 'pass', key: { ...key, target: event.target } }] }
}

function isSame(one: RecordAddress, other: RecordAddress | null): boolean {
  return one.kind === other?.kind && one.code === other.code
}

/** Whether a key continues the queued ones: as part of a sequence, or in a dialog or menu that one of them opens. */
function follows({ queue }: ArrivalState, key: Key | undefined): boolean {
  return queue.length > 0 && key !== undefined && (writes(key.stroke) || isForOpened(key.stroke))
}

/** A letter or a punctuation mark. A digit opens the palette instead. */
function writes(stroke: Stroke): boolean {
  return stroke.character !== null && !isDigit(stroke)
}

/** Whether a key is for what the previous key opens: it confirms a dialog, or opens the search of a form. */
function isForOpened({ chord }: Stroke): boolean {
  return chord === 'mod+Enter' || chord === 'alt+ArrowDown'
}
