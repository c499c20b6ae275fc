import { afterAll, vi } from 'vitest'

// The test files of a worker share its modules, so each leaves the log, the timers and the environment as they were.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
