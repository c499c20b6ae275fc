import { setTimeout as pause } from 'node:timers/promises'

/** What is left to undo. The last thing done is undone first. */
export interface Cleanup {
  defer(undo: () => unknown): void
  /** Undoes everything; one failure does not stop the rest. */
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

/** Undone synchronously even if this process ends early. @returns takes it back once it is undone in good order */
export function onEmergency(undo: () => void): () => void {
  emergencies.add(undo)
  return () => void emergencies.delete(undo)
}

process.once('exit', () => {
  for (const undo of [...emergencies].reverse()) {
    try {
      undo()
    } catch {
      // The process ends either way; the next undo is still worth trying.
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
