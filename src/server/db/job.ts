/** Start parameters of a thread of the embedded database. */
export interface Opening {
  path: string
  /** Only one thread may write. */
  isWriter: boolean
}

interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/**
 * A job of such a thread; it runs one at a time. `wait` is how long it waits for the write lock of another
 * process, in milliseconds.
 */
export type Job =
  | ({ kind: 'read' } & Statement)
  /** One statement in its own transaction. */
  | ({ kind: 'write'; wait: number } & Statement)
  | { kind: 'begin'; wait: number }
  | ({ kind: 'within' } & Statement)
  | { kind: 'commit' | 'rollback' | 'close' }

/** Rows as arrays; `changes` for a statement that returns none. */
export interface Result {
  columns: string[]
  rows: unknown[][]
  changes?: number
}

export type Answer = { result: Result | undefined } | { error: Error }
