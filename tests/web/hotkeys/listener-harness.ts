import { vi } from 'vitest'
import type { CommandContext, Layer } from '../../../commands/engine/context.ts'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { Listener } from '../../../src/web/hotkeys/listener.ts'
import type { ListenerDeps } from '../../../src/web/hotkeys/listener-deps.ts'
import type { Key } from '../../../src/web/hotkeys/scanner.ts'
import { contextWith, listTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-order.ts'

/** The open layer while one of these elements has the focus. */
const LAYERS: Partial<Record<string, Layer>> = { item: 'menu', cancel: 'dialog' }

/** A listener in a context, and functions that press keys. Uses vitest's clock. */
export function setUp(context: CommandContext = contextWith({ order: exampleOrder(), list: listTarget() })) {
  const deps = {
    context: () => context,
    isScreenPending: vi.fn(() => false),
    isPaletteOpening: vi.fn(() => false),
    typeAhead: vi.fn((_: Stroke) => true),
    openPalette: vi.fn(),
    jump: vi.fn(),
    run: vi.fn(),
    showPending: vi.fn(),
    focused: () => document.body,
    giveBack: vi.fn((_: Key) => undefined),
    restore: vi.fn(),
    report: vi.fn(),
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
  return { deps, press, type, listener }
}

/** Waits long enough for a letter to count as typed by hand. */
export const settle = () => vi.advanceTimersByTime(200)
