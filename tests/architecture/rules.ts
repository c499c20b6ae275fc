import { posix } from 'node:path'
import { importsOf, isCode, isOurs, type SourceFile } from '../project-files.ts'

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

const EXPORTS =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
/** What the router reads from the module of a screen. */
const ROUTE_EXPORTS = ['Component', 'loader']

/** Names that two files export. Migrations keep theirs. */
export function repeatedNames(files: readonly SourceFile[]): string[] {
  const exporters = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    if (!isOurs(path) || /^src\/server\/db\/(frozen|migrations)\//.test(path)) continue
    for (const [, name = ''] of text.matchAll(EXPORTS)) {
      if (ROUTE_EXPORTS.includes(name)) continue
      exporters.set(name, (exporters.get(name) ?? new Set()).add(path))
    }
  }
  return Array.from(exporters)
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name} is exported by ${[...paths].join(' and ')}`)
}

const LEAST_LINES = 40

/**
 * Short files that belong to their only importer: it is in the same folder, no test imports them, and they are not
 * loaded lazily. Migrations keep their files.
 */
export function needlessFiles(files: readonly SourceFile[]): string[] {
  const importers = new Map<string, Set<string>>()
  const lazy = new Set<string>()
  for (const { path, text } of files) {
    if (!isCode(path)) continue
    for (const specifier of importsOf(text)) {
      if (!specifier.startsWith('.')) continue
      const target = posix.join(posix.dirname(path), specifier)
      importers.set(target, (importers.get(target) ?? new Set()).add(path))
      if (text.includes(`import('${specifier}')`)) lazy.add(target)
    }
  }
  return files
    .filter(({ path }) => isOurs(path) && !MIGRATIONS.test(path) && !lazy.has(path))
    .filter(({ text }) => text.split('\n').length - 1 <= LEAST_LINES)
    .map(({ path }) => path)
    .filter((path) => {
      const [importer = '', ...others] = importers.get(path) ?? []
      return others.length === 0 && posix.dirname(importer) === posix.dirname(path)
    })
}

const SHORT_LINES = 20

/** Figures of the code: how many files, their mean length, and how many are very short. Migrations do not count. */
export function sizes(files: readonly SourceFile[]): { count: number; mean: number; short: number } {
  const lines = files
    .filter(({ path }) => isOurs(path) && !MIGRATIONS.test(path))
    .map(({ text }) => text.split('\n').length - 1)
  const sum = lines.reduce((total, length) => total + length, 0)
  return {
    count: lines.length,
    mean: sum / lines.length,
    short: lines.filter((n) => n <= SHORT_LINES).length,
  }
}

const EFFECT = /\buse(?:Layout|Insertion)?Effect\(/g
/** A ref with the value of a render, and its name. */
const MIRROR = /\bconst (\w+) = useRef(?:<[^(]*>)?\((?!null\b|true\b|false\b)[\w{]/g

/** What the console keeps in step by hand. All that can be derived from a render, an event or the store is not here. */
export function keptInStep(files: readonly SourceFile[]): {
  /** Effects in a thousand lines. */
  effects: number
  /** Variables of modules. */
  variables: string[]
  /** Refs that are set to the value of the latest render. */
  mirrors: string[]
  /** What is done at a sign-out. */
  signOuts: string[]
} {
  const web = files.filter(({ path }) => isCode(path) && path.startsWith('src/web/'))
  const found = (pattern: RegExp) =>
    web.flatMap(({ path, text }) =>
      Array.from(text.matchAll(pattern), ([, name = '']) => ({
        place: `${path} ${name}`.trim(),
        name,
        text,
      })),
    )
  const lines = web.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  const places = (all: { place: string }[]) => all.map(({ place }) => place)
  return {
    effects: (found(EFFECT).length / lines) * 1_000,
    variables: places(found(/^(?:export )?let (\w+)/gm)),
    mirrors: places(found(MIRROR).filter(({ name, text }) => text.includes(`${name}.current = `))),
    signOuts: places(found(/(?<!function )\bonSignOut\(/g)),
  }
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

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Groups of files that import each other, directly or indirectly, also if they import only types. */
export function fileCycles(files: readonly SourceFile[]): string[] {
  return cycles(files, (path) => path)
}

/** Groups of folders whose files import each other, directly or indirectly. */
export function folderCycles(files: readonly SourceFile[]): string[] {
  return cycles(files, posix.dirname)
}

/** Each group is sorted and joined by spaces. */
function cycles(files: readonly SourceFile[], nodeOf: (path: string) => string): string[] {
  const imported = importGraph(files, nodeOf)
  const reached = new Map(Array.from(imported.keys(), (node) => [node, reachableFrom(node, imported)]))
  const groups = Array.from(reached, ([node, others]) =>
    [...others].filter((other) => reached.get(other)?.has(node)).sort(),
  )
  return [...new Set(groups.filter((group) => group.length > 1).map((group) => group.join(' ')))]
}

function importGraph(files: readonly SourceFile[], nodeOf: (path: string) => string): Graph {
  const imported = new Map<string, Set<string>>()
  for (const { path, text } of files.filter((file) => isOurs(file.path))) {
    const targets = importsOf(text)
      .filter((name) => name.startsWith('.'))
      .map((name) => nodeOf(posix.join(posix.dirname(path), name)))
    const node = nodeOf(path)
    imported.set(node, new Set([...(imported.get(node) ?? []), ...targets]))
  }
  return imported
}

function reachableFrom(start: string, imported: Graph): Set<string> {
  const reached = new Set<string>()
  const pending = [start]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const target of imported.get(node) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      pending.push(target)
    }
  }
  return reached
}

const VALUES = /^(?:import|export)\s(?!type\s)(?:([^'"=;()]*?)\sfrom\s*)?['"]([^'"]+)['"]/gm
const ONLY_TYPES = /^\{(?:\s*type\s[^,}]*,?)*\s*\}$/

/**
 * The packages that a file needs when it is loaded, directly or through the files that it imports statically.
 * Imports of types and dynamic imports are left out.
 */
export function packagesOf(start: string, files: readonly SourceFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const packages = new Set<string>()
  const reached = new Set([start])
  // A set also returns what is added while it is read.
  for (const path of reached) {
    for (const [, names = '', from = ''] of (texts.get(path) ?? '').matchAll(VALUES)) {
      if (ONLY_TYPES.test(names)) continue
      if (from.startsWith('.')) reached.add(posix.join(posix.dirname(path), from))
      else packages.add(/^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from)
    }
  }
  return [...packages].sort()
}
