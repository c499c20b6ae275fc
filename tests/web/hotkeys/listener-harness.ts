import { vi } from 'vitest'
import type { CommandContext, Layer } from '../../../commands/engine/context.ts'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { Listener, type ListenerDeps } from '../../../src/web/hotkeys/listener.ts'
import {
  type KeyQueue,
  NO_KEYS,
  type QueuedKey,
  type QueueEvent,
  reduceQueue,
  type Wait,
  type WaitOutcome,
} from '../../../src/web/state/key-queue.ts'
import { contextWith, listTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-records.ts'

/** The open layer while one of these elements has the focus. */
const LAYERS: Partial<Record<string, Layer>> = { item: 'menu', cancel: 'dialog' }

/** The queue of keys outside of the console, with the names of the keys that it drops. */
export function queueOutside() {
  let state: KeyQueue = NO_KEYS
  let latest = 0
  const dropped: QueuedKey[] = []
  const apply = (event: QueueEvent): QueuedKey | null => {
    const next = reduceQueue(state, event)
    state = next.state
    for (const effect of next.effects) if (effect.do === 'name') dropped.push(...effect.keys)
    return next.effects.find((effect) => effect.do === 'run')?.key ?? null
  }
  return {
    state: () => state,
    apply,
    dropped,
    begin(wait: Partial<Wait> = {}): number {
      latest += 1
      apply({ type: 'began', wait: { label: '', record: null, holds: 'screen', ...wait, id: latest } })
      return latest
    },
    end: (id: number, outcome: WaitOutcome = { type: 'arrived' }) => apply({ type: 'ended', id, outcome }),
  }
}

/** A listener in a context, and functions that press keys. Uses vitest's clock. */
export function setUp(context: CommandContext = contextWith({ order: exampleOrder(), list: listTarget() })) {
  const queue = queueOutside()
  const deps = {
    context: () => context,
    now: () => Date.now(),
    queued: queue.state,
    queue: queue.apply,
    isPaletteOpening: vi.fn(() => false),
    typeAhead: vi.fn((_: Stroke) => true),
    openPalette: vi.fn(),
    jump: vi.fn(),
    run: vi.fn(),
    runHeld: vi.fn(),
    endHold: vi.fn(),
    showPending: vi.fn(),
    notify: vi.fn(),
    focused: vi.fn((): Element => document.body),
    insertText: vi.fn(),
    replay: vi.fn((_: Stroke) => false),
  } satisfies ListenerDeps
  const listener = new Listener(deps)
  const press = (name: string, target = '', rest: Partial<Stroke> = {}) => {
    context.layer = LAYERS[target] ?? context.layer
    const character = [...name].length === 1 ? name : null
    const element = target === '' ? document.body : document.getElementById(target)
    return listener.press({ chord: name, character, repeat: false, ...rest }, element, Date.now())
  }
  const type = (text: string, gap: number, target = '') => {
    for (const character of text) {
      press(character, target)
      vi.advanceTimersByTime(gap)
    }
  }
  return { deps, press, type, listener, queue }
}

/** Waits long enough for a letter to count as typed by hand. */
export const settle = () => vi.advanceTimersByTime(200)
