import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { exclusively } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import type { Kind } from './kinds/kind.ts'
import { type LotOptions, loadLot, type Outcome, type Result } from './load-lot.ts'
import type { Fault, Stage } from './stage.ts'
import { type Staged, stagedLots } from './staged-lots.ts'

/**
 * Pause between two lots, in milliseconds. Other processes poll for the lock of the embedded database, so it must
 * be free for a while; this process can do other work and free memory.
 */
const BREATH_MS = 20

/** Counts of the records of a kind. */
export interface Loaded {
  added: number
  changed: number
  same: number
  /** Some fields differ here, and were kept because staff have acted on the record. */
  kept: number
}

/** Receives what happens while records are loaded. */
export interface LoadWatcher {
  /** The number of records loaded since the last call. */
  advance(count: number): void
  /** Reports a field that was not overwritten, or was corrected. */
  note(note: Fault): void
}

/**
 * Loads the records of a kind, oldest first, so that ids increase with time. Each lot is one transaction of complete
 * records. After an interruption, repeating the import completes it.
 * @throws if a record has become faulty since it was checked
 */
export async function loadKind(
  db: Kysely<Database>,
  stage: Stage,
  kind: Kind,
  options: LotOptions,
  watcher: LoadWatcher,
): Promise<Loaded> {
  const sum: Loaded = { added: 0, changed: 0, same: 0, kept: 0 }
  for await (const lot of stagedLots(stage, kind)) {
    const results = await exclusively(db, async (within) => {
      const raws = lot.map(({ raw }) => raw)
      const results = await loadLot(within, kind, raws, options)
      refuseFaulty(lot, results)
      return results
    })
    for (const [index, { outcome, faults }] of results.entries()) {
      if (outcome !== 'refused') sum[COUNTED[outcome]] += 1
      const file = lot[index]?.file ?? ''
      for (const fault of faults) watcher.note({ file, ...fault })
    }
    watcher.advance(lot.length)
    await pause(BREATH_MS)
  }
  return sum
}

const COUNTED = {
  created: 'added',
  updated: 'changed',
  unchanged: 'same',
  kept: 'kept',
} as const satisfies Record<Exclude<Outcome, 'refused'>, keyof Loaded>

function refuseFaulty(lot: readonly Staged[], results: readonly Result[]): void {
  const at = results.findIndex(({ outcome }) => outcome === 'refused')
  const fault = results[at]?.faults[0]
  if (!fault) return
  throw new Error(
    `${lot[at]?.file}:${fault.line}: ${fault.field} ${fault.reason}. The database has changed since the files were checked: run the import again.`,
  )
}
