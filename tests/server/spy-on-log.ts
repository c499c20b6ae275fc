import { vi } from 'vitest'
import { log } from '../../src/server/platform/log.ts'

/** An entry of the server's log: its level and message, and the fields beside them. */
export type LogEntry = { level: string; message: string } & Record<string, unknown>

export interface LogSpy {
  /** What has been logged since the spy began or was cleared, in order, as it was handed to the log. */
  entries(): LogEntry[]
  clear(): void
  restore(): void
}

const LEVELS = ['fatal', 'error', 'warn', 'info'] as const

/** Watches the server's log, which is silent in tests (`LOG_LEVEL` in `vitest.config.ts`). */
export function spyOnLog(): LogSpy {
  const spies = LEVELS.map((level) => ({ level, spy: vi.spyOn(log, level) }))
  return {
    entries: () =>
      spies
        .flatMap(({ level, spy }) =>
          spy.mock.calls.map((call, index) => ({
            order: spy.mock.invocationCallOrder[index] ?? 0,
            entry: entryOf(level, call),
          })),
        )
        .sort((one, other) => one.order - other.order)
        .map(({ entry }) => entry),
    clear: () => {
      for (const { spy } of spies) spy.mockClear()
    },
    restore: () => {
      for (const { spy } of spies) spy.mockRestore()
    },
  }
}

function entryOf(level: string, [first, message]: readonly unknown[]): LogEntry {
  if (typeof first === 'string') return { level, message: first }
  return { ...(typeof first === 'object' ? first : {}), level, message: String(message) }
}
