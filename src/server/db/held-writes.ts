import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseFailure } from './failure.ts'

/** Writes that wait in memory while the database is unavailable, in their order. A restart loses them. */
export interface HeldWrites<T> {
  /** How many wait. Begin no further work meanwhile: that bounds them. */
  readonly count: number
  add(one: T): void
  /**
   * Makes the writes that wait. One that fails for another reason is given up.
   * @throws DatabaseFailure if the database is unavailable: the rest still waits
   */
  flush(): Promise<void>
  /** Makes them for the last time before the process ends: all that fail are given up. */
  end(): Promise<void>
}

/** @param giveUp reports a write that is lost, with the error */
export function holdWrites<T>(
  write: (one: T) => Promise<void>,
  giveUp: (one: T, error: unknown) => void,
): HeldWrites<T> {
  const held: T[] = []
  const flush = async () => {
    for (let [one] = held; one !== undefined; [one] = held) {
      try {
        await write(one)
      } catch (error) {
        if (error instanceof DatabaseFailure) throw error
        giveUp(one, error)
      }
      held.shift()
    }
  }
  return {
    get count() {
      return held.length
    },
    add: (one) => void held.push(one),
    flush,
    async end() {
      try {
        await flush()
      } catch (error) {
        for (const one of held.splice(0)) giveUp(one, error)
      }
    },
  }
}

/** Milliseconds between attempts to reach the database. */
const AGAIN_MS = 250

/**
 * Repeats a write until it succeeds, at most for some milliseconds. Not awaited, so that no response waits for it: for
 * what otherwise ends by itself after that time, such as a claim.
 */
export function onceReachable(write: () => Promise<unknown>, within: number): void {
  const end = performance.now() + within
  const attempt = async () => {
    while (performance.now() < end) {
      await pause(AGAIN_MS, undefined, { ref: false })
      const isDone = await write().then(
        () => true,
        () => false,
      )
      if (isDone) return
    }
  }
  void attempt()
}

/**
 * Awaits a claim. One that may be stored although it failed is released once the database responds: nobody works on it, and
 * otherwise all would wait until it ends.
 * @param within how long the claim lasts, in milliseconds
 * @throws what the claim throws
 */
export async function releasedIfUnconfirmed<T>(
  claiming: Promise<T>,
  release: () => Promise<unknown>,
  within: number,
): Promise<T> {
  try {
    return await claiming
  } catch (error) {
    if (error instanceof DatabaseFailure && error.kind === 'unconfirmed') onceReachable(release, within)
    throw error
  }
}
