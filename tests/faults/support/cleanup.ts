import { setTimeout as pause } from 'node:timers/promises'

/** Registered clean-up functions, run in reverse order. */
export interface Cleanup {
  defer(undo: () => unknown): void
  /** Runs all of them. One failure does not stop the rest. */
  run(): Promise<void>
}

const pending = new Set<Cleanup>()

export function createCleanup(log: (text: string) => void): Cleanup {
  const undoing: (() => unknown)[] = []
  const cleanup: Cleanup = {
    defer: (undo) => void undoing.push(undo),
    async run() {
      for (let undo = undoing.pop(); undo; undo = undoing.pop()) {
        try {
          await undo()
        } catch (error) {
          log(`Clean-up failed: ${error instanceof Error ? error.message : error}`)
        }
      }
      pending.delete(cleanup)
    },
  }
  pending.add(cleanup)
  return cleanup
}

const emergencies = new Set<() => void>()

/**
 * Registers a synchronous clean-up that runs even if this process ends early.
 * @returns a function that unregisters it
 */
export function onEmergency(undo: () => void): () => void {
  emergencies.add(undo)
  return () => void emergencies.delete(undo)
}

process.once('exit', () => {
  for (const undo of [...emergencies].reverse()) {
    try {
      undo()
    } catch {
      // Ignored, because the process ends anyway and the next clean-up may work.
    }
  }
})

const CLEAN_UP_WITHIN_MS = 15_000
const INTERRUPTED = 130

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    const done = Promise.all([...pending].map((cleanup) => cleanup.run()))
    void Promise.race([done, pause(CLEAN_UP_WITHIN_MS)]).then(() => process.exit(INTERRUPTED))
  })
}
