import { Worker } from 'node:worker_threads'
import { DatabaseFailure, embeddedError, type FailureKind } from './failure.ts'

/** Start parameters of a thread of the embedded database. */
export interface Opening {
  path: string
  /** Only one thread may write. */
  isWriter: boolean
}

/** What a thread is started with. */
export interface ThreadData extends Opening {
  /** In its only element, 1 cancels the running read at the next row where it calls `is_wanted()`. */
  cancelled: Int32Array<SharedArrayBuffer>
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
export interface StatementResult {
  columns: string[]
  rows: unknown[][]
  changes?: number
}

type Answer = { result: StatementResult | undefined } | { error: Error }

/** Limit of jobs queued for one thread. More would take minutes to run, and much memory. */
const MOST_WAITING = 1000

/**
 * Limit of threads with a timed-out statement. They cannot be stopped, unless it calls `is_wanted()`: SQLite interrupts a
 * statement only from within its own thread.
 */
const MOST_OVERDUE = 2

/** A connection to the embedded database in its own thread, started by the first job. Jobs run one by one. */
export class DatabaseThread {
  readonly #opening: Opening
  readonly #limit: number | null
  #worker: Worker | null = null
  #cancelled = flag()
  /** Settles the running job. */
  #settle: ((answer: Answer) => void) | null = null
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #overdue = 0

  /** @param limit time limit of a job, in milliseconds */
  constructor(opening: Opening, limit: number | null) {
    this.#opening = opening
    this.#limit = limit
  }

  /**
   * @param signal cancels a read that calls `is_wanted()`, and a job that has not begun
   * @throws {DatabaseFailure} if the database fails, is overloaded, or exceeds the limit; the reason of an aborted signal
   */
  run(job: Job, signal?: AbortSignal): Promise<StatementResult | undefined> {
    if (this.#waiting >= MOST_WAITING || this.#overdue >= MOST_OVERDUE) {
      return Promise.reject(new DatabaseFailure('busy', 'The database has too much to do.'))
    }
    this.#waiting += 1
    const result = this.#last.then(() => this.#send(job, signal)).finally(() => (this.#waiting -= 1))
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Resolves when earlier jobs are done and the connection is closed. */
  async close(): Promise<void> {
    await this.#last
    if (this.#worker === null) return
    await this.#send({ kind: 'close' })
    await this.#worker.terminate()
  }

  #send(job: Job, signal?: AbortSignal): Promise<StatementResult | undefined> {
    signal?.throwIfAborted()
    this.#worker ??= this.#start()
    const worker = this.#worker
    const cancelled = this.#cancelled
    const cancel = () => Atomics.store(cancelled, 0, 1)
    // The signal of the job before may have been aborted after its last row.
    Atomics.store(cancelled, 0, 0)
    signal?.addEventListener('abort', cancel, { once: true })
    // An idle thread does not keep the process alive.
    worker.ref()
    return new Promise((resolve, reject) => {
      const late = this.#limit === null ? null : setTimeout(() => this.#abandon(worker), this.#limit)
      this.#settle = (answer) => {
        if (late) clearTimeout(late)
        signal?.removeEventListener('abort', cancel)
        worker.unref()
        this.#settle = null
        if ('error' in answer) reject(signal?.aborted ? signal.reason : embeddedError(answer.error))
        else resolve(answer.result)
      }
      worker.postMessage(job)
    })
  }

  #start(): Worker {
    this.#cancelled = flag()
    const workerData: ThreadData = { ...this.#opening, cancelled: this.#cancelled }
    const worker = new Worker(new URL('worker.cjs', import.meta.url), {
      workerData,
      execArgv: [],
    })
    worker.on('message', (answer: Answer) => {
      if (worker === this.#worker) this.#settle?.(answer)
    })
    worker.on('error', (error) => this.#lose(worker, 'unconfirmed', `its thread failed: ${error.message}`))
    worker.on('exit', () => this.#lose(worker, 'unconfirmed', 'its thread ended'))
    return worker
  }

  /**
   * The next job gets a new thread. The old one is stopped only once it has answered, because a statement that fails
   * in a stopped thread ends the whole process.
   */
  #abandon(worker: Worker): void {
    this.#overdue += 1
    Atomics.store(this.#cancelled, 0, 1)
    worker.once('message', () => void worker.terminate())
    worker.once('exit', () => (this.#overdue -= 1))
    this.#lose(worker, 'busy', `a statement took longer than ${this.#limit} ms`)
  }

  #lose(worker: Worker, kind: FailureKind, reason: string): void {
    if (worker !== this.#worker) return
    this.#worker = null
    this.#settle?.({ error: new DatabaseFailure(kind, `The database failed: ${reason}.`) })
  }
}

function flag(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}
