import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SummaryReporter } from './tests/summary-reporter.ts'
import { keepTemporaryFilesInMemory } from './tests/temporary-files.ts'

// Before the workers start, which inherit it.
keepTemporaryFilesInMemory()

const cores = availableParallelism()
/** Tests wait for databases and timers: two workers more than there are cores keep the cores busy. */
const maxWorkers = cores + 2
/** Each worker of the journeys has a browser and a console, which keep more than a core busy. */
const journeyWorkers = cores + 1

/**
 * Fast projects first, beside which the console of the journeys is built, then the journeys alone, because each of their
 * workers has a browser and a console of its own.
 */
export default defineConfig({
  test: {
    maxWorkers,
    reporters: ['default', new SummaryReporter()],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{domain,commands,contract,build}/**/*.test.ts'],
          // Pure functions keep no state between files, and modules are then evaluated once.
          isolate: false,
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'architecture',
          include: ['tests/*.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/bundle-programs.ts', 'tests/server/global-setup.ts'],
          setupFiles: ['tests/server/setup.ts'],
          // The server and its packages are then loaded once; the setup restores what a file replaced.
          isolate: false,
          env: { LOG_LEVEL: 'silent' },
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['tests/web/setup.ts'],
          // In megabytes. The nodes of happy-dom are large, and with little room for new ones many are copied in vain.
          execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
          // React and the other packages are then loaded once; the setup gives each file new modules and a new page.
          isolate: false,
          // A first import of a screen may take long on a busy machine.
          testTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/bundle-programs.ts', 'tests/journeys/global-setup.ts'],
          setupFiles: ['tests/journeys/setup.ts'],
          // The files of a worker share a browser.
          isolate: false,
          maxWorkers: journeyWorkers,
          // For a busy machine: what succeeds takes a second or two.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 30_000 } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
