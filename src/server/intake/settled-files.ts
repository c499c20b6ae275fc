import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { kindOfFile } from '../import/files.ts'
import { KIND_NAMES } from '../import/kinds/kind.ts'

/** Names that programs give to files they are still writing, and hidden files. */
const TEMPORARY = /^[.~]|\.(part|partial|filepart|crdownload|tmp|temp|swp)$/i

interface Seen {
  size: number
  modifiedMs: number
  /** When it was first seen with this size and time. */
  since: number
}

/** The folder within a watched folder that contains the files being imported. */
export const LOADING = 'loading'

/** The files of a folder and of `loading` in it that are completely written. */
export interface SettledFiles {
  /**
   * Their paths within the folder, in loading order. A file waits for files of the kinds that are loaded before its
   * own.
   */
  list(): Promise<string[]>
  /** Does not list the file again for this time, in milliseconds. */
  postpone(name: string, time: number): void
}

/**
 * Watches the files of a folder for changes between two lists.
 * @param settledMs milliseconds without a change
 * @param elapsed a monotonic clock in milliseconds
 */
export function settledFiles(
  folder: string,
  settledMs: number,
  elapsed: Clock = () => performance.now(),
): SettledFiles {
  const seen = new Map<string, Seen>()
  const isSettled = (name: string) => elapsed() - (seen.get(name)?.since ?? elapsed()) >= settledMs
  return {
    async list() {
      const names = await filesIn(folder)
      for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name)
      for (const name of names) {
        const about = await stat(join(folder, name)).catch(() => null)
        if (about === null) continue
        const { size, mtimeMs: modifiedMs } = about
        const before = seen.get(name)
        if (before?.size === size && before.modifiedMs === modifiedMs) continue
        seen.set(name, { size, modifiedMs, since: elapsed() })
      }
      const waiting = names.findIndex((name) => !isSettled(name))
      return waiting < 0 ? names : names.slice(0, waiting)
    },
    postpone(name, time) {
      const file = seen.get(name)
      if (file) file.since = elapsed() + time - settledMs
    },
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const taken = await namesIn(join(folder, LOADING))
  const names = [...taken.map((name) => join(LOADING, name)), ...(await namesIn(folder))]
  return names.sort((one, other) => rank(one) - rank(other))
}

/** Links are left out, because they may lead out of the folder. */
async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !TEMPORARY.test(entry.name))
  return files.map(({ name }) => name).sort()
}

function rank(name: string): number {
  const kind = kindOfFile(name)
  return kind === null ? KIND_NAMES.length : KIND_NAMES.indexOf(kind)
}
