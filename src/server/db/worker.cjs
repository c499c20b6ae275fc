// @ts-check
const { statSync } = require('node:fs')
const { pathToFileURL } = require('node:url')
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('@photostructure/sqlite')

/**
 * One connection to the embedded database in its own thread, started by `thread.ts`, which sends its jobs.
 * Plain JavaScript, because a thread without the TypeScript loader starts in 25 ms instead of 150; CommonJS, because a
 * thread without the loader of ES modules starts with a fifth less.
 *
 * @typedef {import('./thread.ts').Job} Job
 * @typedef {import('./thread.ts').ThreadData} ThreadData
 */

/** Milliseconds that a statement other than `begin immediate` waits for a lock, as during crash recovery. */
const LOCK_WAIT_MS = 5000

/** @type {ThreadData} */
const { path, isWriter, cancelled } = workerData

/** @type {{ database: import('@photostructure/sqlite').DatabaseSyncInstance, file: string } | undefined} */
let opened

function open() {
  const url = pathToFileURL(path)
  // A missing file is not created again.
  url.search = '?mode=rw'
  const database = new DatabaseSync(url)
  // Set first, because the first process to open a new file locks it while it changes the journal mode.
  database.exec(`pragma busy_timeout = ${LOCK_WAIT_MS}`)
  database.exec('pragma journal_mode = wal')
  // A commit is on disk before it is acknowledged.
  database.exec('pragma synchronous = full')
  database.exec('pragma foreign_keys = on')
  database.exec('pragma cache_size = -16384')
  if (!isWriter) database.exec('pragma query_only = on')
  database.function('is_wanted', () => {
    if (Atomics.load(cancelled, 0) === 1) throw new Error('the read was cancelled')
    return 1
  })
  return { database, file: fileAt() }
}

/** Identifies a file, so that another file of the same name is noticed; blank if there is none. */
function fileAt() {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats ? `${stats.dev}:${stats.ino}` : ''
}

/**
 * @param {string} sql
 * @param {readonly unknown[]} parameters
 */
function run(sql, parameters) {
  const statement = connection().database.prepare(sql)
  const columns = statement.columns().map(({ name }) => name)
  if (columns.length === 0) return { columns, rows: [], changes: statement.run(...parameters).changes }
  // Rows as arrays, because they are transferred to the other thread in half the time.
  statement.setReturnArrays(true)
  return { columns, rows: statement.all(...parameters) }
}

function connection() {
  opened ??= open()
  return opened
}

/** @param {number} wait milliseconds for the lock */
function begin(wait) {
  const { database, file } = connection()
  if (file !== fileAt()) throw new Error('the database file was removed or replaced')
  database.exec(`pragma busy_timeout = ${wait}`)
  try {
    // Takes the lock before preparing any statement, so that no prepared statement is left unfinished while it
    // waits.
    database.exec('begin immediate')
  } finally {
    database.exec(`pragma busy_timeout = ${LOCK_WAIT_MS}`)
  }
}

function rollback() {
  // SQLite may have rolled it back already, for example on a full disk.
  if (opened?.database.isTransaction) opened.database.exec('rollback')
}

/** @param {Job} job */
function answer(job) {
  switch (job.kind) {
    case 'read':
      return run(job.sql, job.parameters)
    case 'within':
      if (!connection().database.isTransaction) throw new Error('the transaction was rolled back')
      return run(job.sql, job.parameters)
    case 'write':
      begin(job.wait)
      try {
        const result = run(job.sql, job.parameters)
        connection().database.exec('commit')
        return result
      } finally {
        rollback()
      }
    case 'begin':
      return begin(job.wait)
    case 'commit':
      return connection().database.exec('commit')
    case 'rollback':
      return rollback()
    case 'close':
      opened?.database.close()
      opened = undefined
  }
}

parentPort?.on('message', (/** @type {Job} */ job) => {
  try {
    parentPort?.postMessage({ result: answer(job) })
  } catch (error) {
    parentPort?.postMessage({ error })
  }
})
