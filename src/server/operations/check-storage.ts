import { readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { counted } from '../../domain/format/counted.ts'
import { integrityFaults } from '../db/backup.ts'
import { databaseFile } from '../db/connection.ts'
import type { Database } from '../db/schema.ts'
import { attention, type Finding, fine } from './findings.ts'

const GIB = 1024 ** 3
const OTHERS_MAY = 0o077

/** Checks that the files of the embedded database are intact, private and have room to grow. */
export function checkFiles(dataDir: string): Finding[] {
  const file = databaseFile(dataDir)
  const faults = integrityFaults(file)
  const open = [dataDir, file].filter((path) => (statSync(path).mode & OTHERS_MAY) !== 0)
  const { bavail, bsize } = statfsSync(dataDir)
  const free = `${((bavail * bsize) / GIB).toFixed(1)} GiB free.`
  return [
    faults.length === 0
      ? fine('Integrity', 'Pages, indexes and references are whole.')
      : attention(
          'Integrity',
          `${counted(faults.length, 'fault')}, the first: ${faults[0]}. Restore a backup.`,
        ),
    open.length === 0
      ? fine('Files', 'For this user alone.')
      : attention('Files', `Other users may read ${open.join(' and ')}: chmod go= removes that.`),
    bavail * bsize >= GIB ? fine('Disk', free) : attention('Disk', free),
  ]
}

/** Checks that the folder of `WATCH_DIR` is readable and contains no refused files. */
export function checkWatchFolder(watchDir: string | null): Finding[] {
  if (watchDir === null) return []
  try {
    const refused = readdirSync(join(watchDir, 'refused')).filter((name) => !name.endsWith('.faults.txt'))
    if (refused.length === 0) return [fine('Watched folder', 'No file was refused.')]
    const what = `${counted(refused.length, 'refused file')}, such as ${refused[0]}`
    return [attention('Watched folder', `${what}: the lists beside them name the faults.`)]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [attention('Watched folder', `WATCH_DIR cannot be read: ${reason}.`)]
  }
}

/** PostgreSQL manages its own files. Whether it notices a damaged page is configured with the cluster. */
export async function checkPostgres(db: Kysely<Database>): Promise<Finding[]> {
  const { rows } = await sql<{ data_checksums: string }>`show data_checksums`.execute(db)
  return [
    rows[0]?.data_checksums === 'on'
      ? fine('Integrity', 'PostgreSQL verifies its pages by checksums.')
      : fine(
          'Integrity',
          'PostgreSQL answers; it keeps no checksums of its pages (initdb --data-checksums).',
        ),
  ]
}
