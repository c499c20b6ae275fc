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
