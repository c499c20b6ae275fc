import { vi } from 'vitest'
import { log } from '../../src/server/platform/log.ts'

/** An entry of the server's log: level, message and fields. */
export type LogEntry = { level: string; message: string } & Record<string, unknown>

export interface LogSpy {
  /** The entries since the spy began or was cleared, in order. */
  entries(): LogEntry[]
  clear(): void
  restore(): void
}

const LEVELS = ['fatal', 'error', 'warn', 'info'] as const

/** Records the server's log, which is silent in tests (`LOG_LEVEL` in `vitest.config.ts`). */
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
