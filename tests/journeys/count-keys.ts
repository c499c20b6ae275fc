import type { Page } from 'playwright-core'
import { vi } from 'vitest'

/** Counts the keys pressed in a journey. A combination is one key. */
export function countKeys({ keyboard }: Page): { end(): number } {
  const pressed = vi.spyOn(keyboard, 'press')
  const typed = vi.spyOn(keyboard, 'type')
  return {
    end() {
      const keys = typed.mock.calls.reduce((sum, [text]) => sum + text.length, pressed.mock.calls.length)
      pressed.mockRestore()
      typed.mockRestore()
      return keys
    },
  }
}
