/** What a thread of the embedded database is started with. */
export interface Opening {
  path: string
  /** Only one thread writes; the others refuse to. */
  isWriter: boolean
}

interface Statement {
  sql: string
  parameters: readonly unknown[]
}

/** What such a thread does, one job at a time. `wait` is for the write lock of other processes, in milliseconds. */
export type Job =
  | ({ kind: 'read' } & Statement)
  /** A transaction of its own around one statement. */
  | ({ kind: 'write'; wait: number } & Statement)
  | { kind: 'begin'; wait: number }
  | ({ kind: 'within' } & Statement)
  | { kind: 'commit' | 'rollback' | 'close' }

/** Rows by position; `changes` where the statement has none. */
export interface Result {
  columns: string[]
  rows: unknown[][]
  changes?: number
}

export type Answer = { result: Result | undefined } | { error: Error }
