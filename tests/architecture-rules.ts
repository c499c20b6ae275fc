import { posix } from 'node:path'

/** A file of the project: its path from the root, separated by `/`, and its text. */
export interface SourceFile {
  path: string
  text: string
}

const SHARED = ['src/contract', 'src/domain']
const WEB_BASE = [...SHARED, ...web('lib', 'routing', 'state', 'storage', 'ui')]
/** The parts of commands that shared folders of the console and screens may import. */
const WEB_COMMANDS = ['commands', ...web('commands')]

/** The database, with the differences between SQLite and PostgreSQL. */
const DB = server('db', 'db/dialect', 'db/tables')
/** The parts that routes may import. */
const ROUTES = [...SHARED, ...DB, ...server('http', 'platform')]

/** The parts of the project, each with the parts that it may import. */
const ARROWS: Record<string, readonly string[]> = {
  'src/contract': [],
  'src/domain': ['src/contract'],
  commands: SHARED,
  'src/server/platform': SHARED,
  'src/server/db/dialect': [],
  'src/server/db/tables': SHARED,
  // Released migrations are frozen: a change elsewhere must not affect how an old database is migrated.
  'src/server/db/frozen': server('db/dialect'),
  'src/server/db/first-migrations': server('db/dialect', 'db/frozen'),
  'src/server/db/migrations': server('db/dialect', 'db/frozen'),
  'src/server/db': [
    ...SHARED,
    ...server('platform', 'db/dialect', 'db/frozen', 'db/first-migrations', 'db/migrations', 'db/tables'),
  ],
  'src/server/http': [...SHARED, ...DB, ...server('platform')],
  'src/server/sign-in': ROUTES,
  'src/server/addresses': ROUTES,
  'src/server/customers': ROUTES,
  'src/server/products': ROUTES,
  'src/server/suppliers': ROUTES,
  'src/server/saved-views': ROUTES,
  'src/server/emails': ROUTES,
  'src/server/mail': [...SHARED, ...DB, ...server('platform', 'emails')],
  'src/server/changes': ROUTES,
  'src/server/webhooks': [...SHARED, ...DB, ...server('platform')],
  'src/server/orders': [...ROUTES, ...server('mail', 'webhooks', 'changes')],
  'src/server/couriers': [...SHARED, ...DB, ...server('platform')],
  'src/server/labels': [...SHARED, ...server('couriers')],
  'src/server/consignments': [
    ...ROUTES,
    ...server('addresses', 'orders', 'couriers', 'labels', 'webhooks', 'changes'),
  ],
  'src/server/printing': [...ROUTES, ...server('couriers')],
  'src/server/history': [...ROUTES, ...server('consignments')],
  'src/server/dispatch': [...ROUTES, ...server('orders')],
  'src/server/label-batches': [...ROUTES, ...server('couriers', 'consignments', 'labels', 'history')],
  'src/server/end-of-day': [...ROUTES, ...server('consignments', 'couriers', 'labels', 'changes')],
  'src/server/exports': [...ROUTES, ...server('sign-in', 'orders', 'consignments', 'customers', 'products')],
  'src/server/operations': [...ROUTES, ...server('couriers', 'printing', 'sign-in', 'webhooks')],
  'src/server/import': [
    ...SHARED,
    ...DB,
    ...server('platform', 'operations', 'customers', 'orders', 'products', 'changes'),
  ],
  'src/server/intake': [...ROUTES, ...server('import', 'sign-in', 'operations')],
  'src/server/demo': [
    ...ROUTES,
    ...server(
      'addresses',
      'customers',
      'products',
      'emails',
      'orders',
      'couriers',
      'consignments',
      'sign-in',
    ),
  ],
  // The composition of the server, which only the build imports.
  'src/server': [
    ...ROUTES,
    ...server(
      'sign-in',
      'addresses',
      'customers',
      'products',
      'suppliers',
      'saved-views',
      'emails',
      'mail',
      'orders',
    ),
    ...server('couriers', 'consignments', 'labels', 'printing', 'operations', 'intake', 'demo'),
    ...server('webhooks', 'changes', 'exports', 'history', 'dispatch', 'label-batches', 'end-of-day'),
  ],
  'src/build': ['src/server', ...server('platform', 'http')],
  'src/web/lib': [],
  'src/web/ui': web('lib'),
  'src/web/storage': [...SHARED, ...web('state', 'lib')],
  'src/web/state': [...SHARED, 'commands', ...web('storage', 'routing', 'lib')],
  'src/web/routing': [...SHARED, 'commands', ...web('state', 'storage')],
  'src/web/api': WEB_BASE,
  'src/web/record-index': [...WEB_BASE, ...web('api')],
  'src/web/live': [...WEB_BASE, ...web('api', 'record-index')],
  'src/web/printing': [...WEB_BASE, 'commands', ...web('api')],
  'src/web/commands': [...WEB_BASE, 'commands', ...web('api', 'record-index', 'printing')],
  'src/web/palette': [...WEB_BASE, ...WEB_COMMANDS, ...web('api', 'record-index')],
  'src/web/hotkeys': [...WEB_BASE, ...WEB_COMMANDS, ...web('palette')],
  'src/web/keyboard-help': [...WEB_BASE, ...WEB_COMMANDS, ...web('hotkeys')],
  'src/web/table': [...WEB_BASE, ...WEB_COMMANDS],
  'src/web/list': [...WEB_BASE, ...WEB_COMMANDS, ...web('api', 'hotkeys', 'palette', 'table')],
  'src/web/record': [...WEB_BASE, ...WEB_COMMANDS, ...web('api', 'record-index', 'hotkeys', 'list', 'table')],
  'src/web/form': [...WEB_BASE, ...WEB_COMMANDS, ...web('api', 'hotkeys')],
  'src/web/saved-views': [...WEB_BASE, ...WEB_COMMANDS, ...web('api', 'hotkeys', 'form')],
  'src/web/shell': [
    ...WEB_BASE,
    ...WEB_COMMANDS,
    ...web(
      'api',
      'live',
      'record-index',
      'palette',
      'hotkeys',
      'keyboard-help',
      'table',
      'list',
      'record',
      'form',
      'printing',
      'saved-views',
    ),
  ],
  'src/web/screens': [
    ...WEB_BASE,
    ...WEB_COMMANDS,
    ...web('api', 'record-index', 'palette', 'hotkeys', 'keyboard-help', 'table', 'list', 'record', 'form'),
    ...web('printing'),
  ],
  // The console's entry and its routes.
  'src/web': [
    ...WEB_BASE,
    ...WEB_COMMANDS,
    ...web('api', 'record-index', 'palette', 'hotkeys', 'keyboard-help', 'table', 'list', 'record', 'form'),
    ...web('shell', 'screens', 'saved-views'),
  ],
}

/** Packages that a part may import, for parts that are restricted to a list. */
const PACKAGES: Record<string, readonly string[]> = {
  'src/contract': ['zod/mini'],
  'src/domain': ['luxon'],
  'src/server/db/frozen': ['kysely'],
  'src/server/db/first-migrations': ['kysely'],
  'src/server/db/migrations': ['kysely'],
  commands: [],
}

const MOST_LINES = 300
const MOST_FOLDERS = 4
const MOST_FILES = 25

function server(...names: string[]): string[] {
  return names.map((name) => `src/server/${name}`)
}

function web(...names: string[]): string[] {
  return names.map((name) => `src/web/${name}`)
}

/** Parts that compose others: files directly in the folder. Each of its folders is a part of its own. */
const COMPOSITIONS = ['src/server', 'src/web']

/** The part of the project that contains a path: the longest match; null if there is none. */
function partOf(path: string): string | null {
  const folder = posix.dirname(path)
  const parts = Object.keys(ARROWS).filter((part) =>
    COMPOSITIONS.includes(part) ? folder === part : path.startsWith(`${part}/`),
  )
  return parts.sort((a, b) => b.length - a.length)[0] ?? null
}

const STATEMENT = /^(?:import|export)\s(?:[^'"=;()]*?\sfrom\s*)?['"]([^'"]+)['"]/gm
const CALL = /\bimport\(\s*['"]([^'"]+)['"]/g

/**
 * The modules that a file imports or re-exports, statically or dynamically. Formatted code has each statement at
 * the start of a line.
 */
export function importsOf(text: string): string[] {
  return [STATEMENT, CALL].flatMap((pattern) => Array.from(text.matchAll(pattern), (match) => match[1] ?? ''))
}

const isCode = (path: string) => /\.tsx?$/.test(path)
const isOurs = (path: string) => isCode(path) && (path.startsWith('src/') || path.startsWith('commands/'))

/** Imports that the parts do not allow. */
export function wrongArrows(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isOurs(file.path))
    .flatMap((file) => {
      const from = partOf(file.path)
      if (!from) return [`${file.path} is in no part of the project`]
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
  return ARROWS[from]?.includes(to) ?? false
}

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

export function defaultExports(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isCode(file.path) && !/^[a-z]+\.config\.ts$/.test(file.path))
    .filter((file) => /^export default\b/m.test(file.text))
    .map((file) => file.path)
}

export function deepFiles(files: readonly SourceFile[]): string[] {
  return files.map((file) => file.path).filter((path) => path.split('/').length - 1 > MOST_FOLDERS)
}

/** Folders with too many code files, with their number. */
export function fullFolders(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    if (!isOurs(path)) continue
    const folder = posix.dirname(path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return Array.from(counts)
    .filter(([, count]) => count > MOST_FILES)
    .map(([folder, count]) => `${folder} has ${count} files`)
}

/** Groups of folders that import each other, directly or indirectly. Each group is sorted and joined by spaces. */
export function folderCycles(files: readonly SourceFile[]): string[] {
  const imported = new Map<string, Set<string>>()
  for (const { path, text } of files.filter((file) => isOurs(file.path))) {
    const folder = posix.dirname(path)
    const targets = imported.get(folder) ?? new Set<string>()
    imported.set(folder, targets)
    for (const name of importsOf(text)) {
      if (name.startsWith('.')) targets.add(posix.dirname(posix.join(folder, name)))
    }
  }
  const reached = new Map(Array.from(imported.keys(), (folder) => [folder, reachableFrom(folder, imported)]))
  const groups = Array.from(imported.keys(), (folder) =>
    Array.from(reached.get(folder) ?? [])
      .filter((other) => other !== folder && reached.get(other)?.has(folder))
      .concat(folder)
      .sort(),
  )
  return [...new Set(groups.filter((group) => group.length > 1).map((group) => group.join(' ')))]
}

function reachableFrom(start: string, imported: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  const pending = [start]
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const target of imported.get(folder) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      pending.push(target)
    }
  }
  return reached
}

const KEBAB = /^\.?[a-z0-9]+(-[a-z0-9]+)*$/
/** Names that tools and readers expect. */
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

/** Files over the limit without a comment that says why they are one file: "Long because …". */
export function longFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isCode(file.path) && !/Long because/.test(file.text))
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
 * Uses of `new Date(text)`, which parses in the zone of the machine. Only `domain/calendar` may parse times
 * (reading 12).
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
