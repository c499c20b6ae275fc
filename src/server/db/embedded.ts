import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import { log } from '../platform/log.ts'
import { DatabaseFailure } from './failure.ts'
import type { Backend, OpenTransaction, ReadKind } from './named-connections.ts'
import { DatabaseThread, type Job, type StatementResult } from './thread.ts'

/**
 * Milliseconds that a write waits in all: for earlier writes of this process, then for the lock of another
 * process.
 */
const WRITE_WAIT_MS = 5000

/**
 * The same for a transaction of an operator or another system, because another process may be filling the
 * database.
 */
const PATIENT_WAIT_MS = 120_000

/** Time limit of one read, in milliseconds. */
const READ_LIMIT_MS = 10_000

/**
 * The embedded database in the existing file `path`: one thread that writes, and one for each kind of read. None waits
 * for another. A read sees everything committed before it begins.
 * @param isPatient whether reads have no time limit
 */
export function embeddedBackend(path: string, isPatient: boolean): Backend {
  const readLimit = isPatient ? null : READ_LIMIT_MS
  const writer = new DatabaseThread({ path, isWriter: true }, null)
  const reader = () => new DatabaseThread({ path, isWriter: false }, readLimit)
  const readers = { record: reader(), list: reader(), deep: reader() }
  const turns = new Turns()
  const endWatch = watchFile(path, () =>
    log.fatal(
      `The database file ${path} was removed or replaced: nothing can be saved until it is back and the server restarted.`,
    ),
  )

  return {
    async read<Row>(kind: ReadKind, { sql, parameters }: CompiledQuery, signal?: AbortSignal) {
      return resultOf<Row>(await readers[kind].run({ kind: 'read', sql, parameters }, signal))
    },
    async write<Row>({ sql, parameters }: CompiledQuery) {
      const turn = await turns.take(WRITE_WAIT_MS)
      try {
        return resultOf<Row>(await writer.run({ kind: 'write', wait: turn.left(), sql, parameters }))
      } finally {
        turn.end()
      }
    },
    async begin(patience) {
      const turn = await turns.take(patience === 'request' ? WRITE_WAIT_MS : PATIENT_WAIT_MS)
      try {
        await writer.run({ kind: 'begin', wait: turn.left() })
      } catch (error) {
        turn.end()
        throw error
      }
      return transactionOf((job) => writer.run(job), turn)
    },
    // There is no other server, and as many threads as needed.
    renew: () => undefined,
    check: async () => undefined,
    async close() {
      endWatch()
      // The last connection to close copies the write-ahead log into the file.
      await Promise.all(Object.values(readers).map((thread) => thread.close()))
      await writer.close()
    },
  }
}

function transactionOf(run: (job: Job) => Promise<StatementResult | undefined>, turn: Turn): OpenTransaction {
  return {
    run: async ({ sql, parameters }) => resultOf(await run({ kind: 'within', sql, parameters })),
    async commit() {
      await run({ kind: 'commit' })
      turn.end()
    },
    async rollback() {
      await run({ kind: 'rollback' }).catch(() => undefined)
      turn.end()
    },
  }
}

function resultOf<Row>(result: StatementResult | undefined): QueryResult<Row> {
  if (result === undefined) return { rows: [] }
  const { columns, rows, changes } = result
  if (changes !== undefined) return { numAffectedRows: BigInt(changes), rows: [] }
  return { rows: rows.map((values) => rowOf<Row>(columns, values)) }
}

function rowOf<Row>(columns: readonly string[], values: readonly unknown[]): Row {
  const row = Object.create(Object.prototype)
  for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index]
  return row
}

interface Turn {
  /** Milliseconds left of the wait. */
  left(): number
  end(): void
}

/** Gives the writer to one caller at a time, in order of arrival. */
class Turns {
  #last: Promise<void> = Promise.resolve()

  /** @throws {DatabaseFailure} if it is not the caller's turn within `wait` milliseconds */
  async take(wait: number): Promise<Turn> {
    const deadline = performance.now() + wait
    const before = this.#last
    let end = () => {}
    this.#last = new Promise((resolve) => {
      end = resolve
    })
    let late: NodeJS.Timeout | undefined
    const isOurs = await Promise.race([
      before.then(() => true),
      new Promise<boolean>((resolve) => {
        late = setTimeout(() => resolve(false), wait)
      }),
    ])
    clearTimeout(late)
    if (isOurs) return { left: () => Math.max(0, Math.ceil(deadline - performance.now())), end }
    void before.then(end)
    throw new DatabaseFailure('busy', `A write waited longer than ${wait} ms for the writes before it.`)
  }
}

/** Milliseconds between checks. */
const LOOK_EVERY_MS = 2000

/**
 * Calls `onGone` once, within seconds, when the file is removed or replaced. An idle server
 * would otherwise notice only at its next write.
 * @returns a function that ends the watch
 */
export function watchFile(path: string, onGone: () => void, every: number = LOOK_EVERY_MS): () => void {
  const { dev, ino } = statSync(path)
  const look = async () => {
    const now = await stat(path).catch(() => null)
    if (now?.dev === dev && now.ino === ino) return
    end()
    onGone()
  }
  const timer = setInterval(() => void look(), every).unref()
  const end = () => clearInterval(timer)
  return end
}
