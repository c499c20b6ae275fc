import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { afterAll, vi } from 'vitest'

// At a low priority, an import would wait for the other tests, which keep all cores busy.
os.setPriority = () => undefined
syncBuiltinESMExports()

// The test files of a worker share its modules, so each leaves the log, the timers and the environment as they were.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
