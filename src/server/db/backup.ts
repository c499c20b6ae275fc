import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { backup, DatabaseSync } from '@photostructure/sqlite'
import { ConfigError } from '../platform/settings.ts'
import { databaseFile, refuseNoDatabase } from './connection.ts'

/** Milliseconds to wait for a lock of another process. */
const LOCK_WAIT_MS = 30_000

/** More pages than any file has: one step copies them all, so that concurrent writes do not restart the copy. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Copies a snapshot of the embedded database into a new file with SQLite's online backup, while other processes read and
 * write. The copy is checked and synced to disk before it gets its name.
 * @throws {ConfigError} if there is no database, the file exists already, or the copy is damaged
 */
export async function backupDatabase(dataDir: string, file: string): Promise<void> {
  const source = databaseFile(dataDir)
  refuseNoDatabase({ databaseUrl: null, dataDir })
  if (existsSync(file)) throw exists(file)
  // Another backup may be writing to the same name.
  const partial = `${file}.${randomUUID()}.partial`
  try {
    // The copy contains the key that signs sessions, so only this user may read it.
    closeSync(openSync(partial, 'wx', 0o600))
    await copy(source, partial)
    const [fault] = integrityFaults(partial)
    if (fault !== undefined) throw new Error(`the copy is damaged: ${fault}`)
    toDisk(partial)
    takeName(file)
    renameSync(partial, file)
  } catch (error) {
    removeDatabase(partial)
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${file} cannot be written: ${error instanceof Error ? error.message : error}.`)
  }
}

/** Creates the empty file that the copy replaces, because renaming would overwrite a backup that has the name already. */
function takeName(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    throw existsSync(file) ? exists(file) : error
  }
}

function exists(file: string): ConfigError {
  return new ConfigError(`${file} exists already: name a new file.`)
}

async function copy(source: string, target: string): Promise<void> {
  const database = openExisting(source)
  try {
    await backup(database, target, { rate: ALL_PAGES })
  } finally {
    database.close()
  }
  // The copy inherits its source's journal mode, which stores part of the data in other files. A backup must be one
  // file.
  const copied = openExisting(target)
  copied.exec('pragma journal_mode = delete')
  copied.close()
}

/** Problems that SQLite finds in a database file: damaged pages and indexes, dangling references. */
export function integrityFaults(file: string): string[] {
  let database: ReturnType<typeof openExisting> | undefined
  try {
    database = openExisting(file)
    const damage = database.prepare('pragma integrity_check').all().map(textOf)
    const orphans = database.prepare('pragma foreign_key_check').all().map(textOf)
    return [...damage.filter((one) => one !== 'ok'), ...orphans]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    database?.close()
  }
}

function textOf(row: unknown): string {
  return typeof row === 'object' && row !== null ? Object.values(row).join(' ') : String(row)
}

/** Never creates a file. */
function openExisting(file: string) {
  const url = pathToFileURL(file)
  url.search = '?mode=rw'
  const database = new DatabaseSync(url)
  database.exec(`pragma busy_timeout = ${LOCK_WAIT_MS}`)
  return database
}

/** Deletes the database and the files that SQLite adds to it. */
function removeDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
}

function toDisk(path: string): void {
  const descriptor = openSync(path, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
