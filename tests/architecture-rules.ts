import { posix } from 'node:path'

/** A file of the project: its path from the root with `/`, and its text. */
export interface SourceFile {
  path: string
  text: string
}

/** The parts of the house, each with the parts of ours that it may import (besides itself). */
const ARROWS: Record<string, readonly string[]> = {
  'src/contract': [],
  'src/domain': ['src/contract'],
  commands: ['src/contract', 'src/domain'],
  'src/server': ['src/contract', 'src/domain'],
  'src/build': ['src/server'],
  'src/web/ui': [],
  'src/web/state': ['src/contract', 'src/domain', 'commands'],
  'src/web/record-index': ['src/contract', 'src/domain', 'src/web/state', 'src/web/api', 'src/web'],
  'src/web/api': ['src/contract', 'src/domain', 'src/web/state', 'src/web/record-index', 'src/web'],
  'src/web/command-ui': [
    'src/contract',
    'src/domain',
    'commands',
    ...web('ui', 'state', 'api', 'record-index'),
    'src/web',
  ],
  'src/web/table': ['src/contract', 'src/domain', ...web('ui', 'state', 'command-ui'), 'src/web'],
  'src/web/form': ['src/contract', 'src/domain', ...web('ui', 'state', 'command-ui'), 'src/web'],
  'src/web/shell': [
    'src/contract',
    'src/domain',
    'commands',
    ...web('ui', 'state', 'api', 'record-index', 'command-ui', 'table', 'form'),
    'src/web',
  ],
  'src/web/screens': [
    'src/contract',
    'src/domain',
    'commands',
    ...web('ui', 'state', 'api', 'record-index', 'command-ui', 'table', 'form'),
    'src/web',
  ],
  // The console's own root: its entry, its routes, its paths.
  'src/web': [
    'src/contract',
    'src/domain',
    'commands',
    ...web('ui', 'state', 'api', 'record-index', 'command-ui', 'table', 'form', 'shell', 'screens'),
  ],
}

/** The packages that a part may use where the rest of the world is closed to it. */
const PACKAGES: Record<string, readonly string[]> = {
  'src/contract': ['zod/mini'],
  'src/domain': ['luxon'],
  commands: [],
}

/** Only the paths of the console's root are for everyone in it; its entry and routes are for no one. */
const SHARED_ROOT_FILES = ['src/web/routing/paths.ts']

const MOST_LINES = 300
const MOST_FOLDERS = 4

function web(...names: string[]): string[] {
  return names.map((name) => `src/web/${name}`)
}

/** The part of the house that a path lies in: the longest one that fits, null outside all. */
function partOf(path: string): string | null {
  const parts = Object.keys(ARROWS).filter((part) => path.startsWith(`${part}/`))
  return parts.sort((a, b) => b.length - a.length)[0] ?? null
}

const STATEMENT = /^(?:import|export)\s(?:[^'"=;()]*?\sfrom\s*)?['"]([^'"]+)['"]/gm
const CALL = /\bimport\(\s*['"]([^'"]+)['"]/g

/** What a file imports or re-exports, statically and dynamically; the code is formatted, so a statement starts its line. */
export function importsOf(text: string): string[] {
  return [STATEMENT, CALL].flatMap((pattern) => Array.from(text.matchAll(pattern), (match) => match[1] ?? ''))
}

const isCode = (path: string) => /\.tsx?$/.test(path)
const isOurs = (path: string) => isCode(path) && (path.startsWith('src/') || path.startsWith('commands/'))

/** Imports against the arrows. */
export function wrongArrows(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isOurs(file.path))
    .flatMap((file) => {
      const from = partOf(file.path)
      if (!from) return [`${file.path} lies in no part of the house`]
      return importsOf(file.text)
        .filter((imported) => !mayImport(file.path, from, imported))
        .map((imported) => `${file.path} imports ${imported}`)
    })
}

function mayImport(path: string, from: string, imported: string): boolean {
  if (!imported.startsWith('.')) return PACKAGES[from]?.includes(imported) ?? true
  const target = posix.join(posix.dirname(path), imported)
  const to = partOf(target)
  if (to === null) return false
  if (to === from) return true
  if (to === 'src/web' && !SHARED_ROOT_FILES.includes(target)) return false
  return ARROWS[from]?.includes(to) ?? false
}

/** Files that only pass on what others export: a reader should land where a thing is. */
export function barrels(files: readonly SourceFile[]): string[] {
  const named = files.filter(
    (file) => /(^|\/)index\.tsx?$/.test(file.path) && file.path !== 'commands/index.ts',
  )
  const passing = files.filter(
    (file) => isCode(file.path) && /^export\s[^'"=;()]*?\sfrom\s*['"]/m.test(file.text),
  )
  return [...new Set([...named, ...passing].map((file) => file.path))]
}

export function defaultExports(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isCode(file.path) && !/^[a-z]+\.config\.ts$/.test(file.path))
    .filter((file) => /^export default\b/m.test(file.text))
    .map((file) => file.path)
}

export function deepFiles(files: readonly SourceFile[]): string[] {
  return files.map((file) => file.path).filter((path) => path.split('/').length - 1 > MOST_FOLDERS)
}

const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*$/
/** Names that tools and readers look for as they are. */
const FIXED_NAMES = ['README.md', 'CONTRIBUTING.md']

export function oddNames(files: readonly SourceFile[]): string[] {
  return files
    .map((file) => file.path)
    .filter((path) => !FIXED_NAMES.includes(path))
    .filter(
      (path) =>
        !path.split('/').every((step) => step.split('.').every((word) => word === '' || KEBAB.test(word))),
    )
}

/** A file past the limit says in a comment why it is one thing: "Long because …". */
export function longFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isCode(file.path) && !/Long because/.test(file.text))
    .map((file) => ({ path: file.path, lines: file.text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines`)
}

/** The files that mount the hotkey listener: there is to be exactly one. */
export function hotkeyListeners(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isOurs(file.path) && importsOf(file.text).includes('react-hotkeys-hook'))
    .map((file) => file.path)
}

/** Now, or a name that says it is a count of milliseconds. */
const MILLISECONDS = /^(clock\(\)|now\b|Date\.now\(\)|milliseconds\b|ms\b|\w+Ms\b)/

/** `new Date(text)` reads text in the zone of the machine; only `domain/nz-*` may turn text into a time (reading 12). */
export function looseDates(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isOurs(file.path) && !file.path.startsWith('src/domain/nz-'))
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

/** Paths of one machine and hosts of package registries, which hold nowhere else. */
export function machineTraces(files: readonly SourceFile[]): string[] {
  return files.filter((file) => MACHINE.some((pattern) => pattern.test(file.text))).map((file) => file.path)
}
