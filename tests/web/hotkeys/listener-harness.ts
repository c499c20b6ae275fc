import { vi } from 'vitest'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { Listener, type Surroundings } from '../../../src/web/hotkeys/listener.ts'
import { contextWith, listTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-order.ts'

/** A listener in a context, and hands on a keyboard whose clock is vitest's. */
export function setUp(context: CommandContext = contextWith({ order: exampleOrder(), list: listTarget() })) {
  const around = {
    context: () => context,
    arriving: vi.fn(() => false),
    paletteOpens: vi.fn(() => false),
    typeAhead: vi.fn((_: Stroke) => true),
    openPalette: vi.fn(),
    jump: vi.fn(),
    run: vi.fn(),
    showPending: vi.fn(),
    focused: () => document.body,
  } satisfies Surroundings
  const listener = new Listener(around)
  const press = (name: string, target = '', rest: Partial<Stroke> = {}) => {
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
  return { around, press, type, listener }
}

/** Long enough for a letter to be taken for a hand's. */
export const settle = () => vi.advanceTimersByTime(200)
