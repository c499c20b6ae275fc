import { posix } from 'node:path'
import { importsOf, isCode, isOurs, type SourceFile } from './source-file.ts'

const MOST_LINES = 500
const MOST_FOLDERS = 4
const MOST_FILES = 25

/** Files that only re-export. Importing directly leads a reader to the definition. */
export function barrels(files: readonly SourceFile[]): string[] {
  const named = files.filter(
    (file) => /(^|\/)index\.tsx?$/.test(file.path) && file.path !== 'commands/index.ts',
  )
  const passing = files.filter(
    (file) => isCode(file.path) && /^export\s[^'"=;()]*?\sfrom\s*['"]/m.test(file.text),
  )
  return [...new Set([...named, ...passing].map((file) => file.path))]
}

export function deepFiles(files: readonly SourceFile[]): string[] {
  return files.map((file) => file.path).filter((path) => path.split('/').length - 1 > MOST_FOLDERS)
}

const MIGRATIONS = /(^|\/)migrations\/\d/

/** Folders with too many code files, with their number. Migrations do not count: each change of the schema adds one. */
export function fullFolders(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    if (!isOurs(path) || MIGRATIONS.test(path)) continue
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return Array.from(counts)
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder} has ${count} files`)
}

const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*$/
/** Names that tools and readers expect. */
const FIXED_NAMES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md']

export function oddNames(files: readonly SourceFile[]): string[] {
  return files
    .map((file) => file.path)
    .filter((path) => !FIXED_NAMES.includes(path))
    .filter(
      (path) =>
        !path.split('/').every((step) => step.split('.').every((word) => word === '' || KEBAB.test(word))),
    )
}

/** Files over the limit without a comment "// Long because …" that says why they are one file. */
export function longFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isCode(file.path) && !/^\/\/ Long because/m.test(file.text))
    .map((file) => ({ path: file.path, lines: file.text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines`)
}

/** The files that mount the hotkey listener. There must be exactly one. */
export function hotkeyListeners(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isOurs(file.path) && importsOf(file.text).includes('react-hotkeys-hook'))
    .map((file) => file.path)
}

/** An expression for the current time, or a name for a number of milliseconds. */
const MILLISECONDS = /^(clock\(\)|now\b|Date\.now\(\)|milliseconds\b|ms\b|\w+Ms\b)/

/**
 * Uses of `new Date(text)`, which parses in the zone of the machine. Only `domain/calendar` may parse times (FMT-6).
 */
export function looseDates(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isOurs(file.path) && !file.path.startsWith('src/domain/calendar/'))
    .filter((file) =>
      Array.from(file.text.matchAll(/\bnew Date\(\s*([^)\s][^\n]*)/g)).some(
        ([, argument]) => !MILLISECONDS.test(argument ?? ''),
      ),
    )
    .map((file) => file.path)
}

const MACHINE = [
  /(^|[^A-Za-z0-9_.~])\/(home|root|opt|srv|work|tmp|Users|mnt)\/[a-z]/m,
  /[A-Z]:\\Users\\/,
  /https?:\/\/(registry|npm)\.|"resolved": "http/,
]

/** Paths of one machine and hosts of package registries, which do not exist elsewhere. */
export function machineTraces(files: readonly SourceFile[]): string[] {
  return files.filter((file) => MACHINE.some((pattern) => pattern.test(file.text))).map((file) => file.path)
}
