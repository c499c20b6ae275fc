import { posix } from 'node:path'
import { importsOf, isOurs, type SourceFile } from '../project-files.ts'

const SHARED = ['src/contract', 'src/domain']
const WEB_BASE = [...SHARED, ...web('lib', 'routing', 'state', 'storage', 'ui')]
/** The parts of commands that shared folders of the console and screens may import. */
const WEB_COMMANDS = ['commands', ...web('commands')]

/** The database, with the differences between SQLite and PostgreSQL. */
const DB = server('db', 'db/dialect')
/** The parts that routes may import. */
const ROUTES = [...SHARED, ...DB, ...server('http', 'platform')]

/** The parts of the project, each with the parts that it may import. */
const ARROWS: Record<string, readonly string[]> = {
  'src/contract': [],
  'src/domain': ['src/contract'],
  commands: SHARED,
  'src/server/platform': SHARED,
  'src/server/db/dialect': [],
  // Migrations are frozen: a change elsewhere must not affect how an old database is migrated.
  'src/server/db/frozen': server('db/dialect'),
  'src/server/db/migrations': server('db/dialect', 'db/frozen'),
  'src/server/db': [...SHARED, ...server('platform', 'db/dialect', 'db/frozen', 'db/migrations')],
  'src/server/http': [...SHARED, ...DB, ...server('platform')],
  'src/server/sign-in': ROUTES,
  'src/server/addresses': ROUTES,
  'src/server/customers': ROUTES,
  'src/server/products': ROUTES,
  'src/server/suppliers': ROUTES,
  'src/server/saved-views': ROUTES,
  'src/server/emails': ROUTES,
  'src/server/outbox': [...SHARED, ...DB, ...server('platform', 'emails')],
  'src/server/changes': ROUTES,
  'src/server/webhooks': [...SHARED, ...DB, ...server('platform')],
  'src/server/orders': [...ROUTES, ...server('outbox', 'webhooks', 'changes', 'products')],
  'src/server/couriers': [...ROUTES, ...server('printing')],
  'src/server/labels': [...SHARED, ...server('couriers')],
  'src/server/consignments': [
    ...ROUTES,
    ...server('addresses', 'orders', 'couriers', 'labels', 'webhooks', 'changes'),
  ],
  'src/server/printing': ROUTES,
  'src/server/history': [...ROUTES, ...server('consignments', 'orders')],
  'src/server/dispatch': [...ROUTES, ...server('orders', 'changes')],
  'src/server/pick-runs': [...ROUTES, ...server('orders', 'changes', 'products', 'labels')],
  'src/server/label-batches': [...ROUTES, ...server('couriers', 'consignments', 'labels', 'history')],
  'src/server/end-of-day': [
    ...ROUTES,
    ...server('consignments', 'couriers', 'dispatch', 'labels', 'changes', 'orders'),
  ],
  'src/server/exports': [
    ...ROUTES,
    ...server('sign-in', 'arrivals', 'orders', 'consignments', 'customers', 'products'),
  ],
  'src/server/figures': [...ROUTES, ...server('orders')],
  'src/server/operations': [
    ...ROUTES,
    ...server('couriers', 'orders', 'outbox', 'printing', 'sign-in', 'webhooks'),
  ],
  // The kinds of record as they are read and stored, whether from a file or by a call.
  'src/server/import/kinds': [...SHARED, ...DB, ...server('customers', 'orders', 'products', 'changes')],
  'src/server/arrivals': [...ROUTES, ...server('import/kinds', 'orders', 'changes')],
  'src/server/import': [
    ...SHARED,
    ...DB,
    ...server(
      'import/kinds',
      'arrivals',
      'exports',
      'platform',
      'operations',
      'customers',
      'orders',
      'products',
    ),
  ],
  'src/server/intake': [...ROUTES, ...server('import', 'import/kinds', 'arrivals', 'sign-in', 'operations')],
  'src/server/imports': [...ROUTES, ...server('import', 'intake', 'changes')],
  'src/server/feeds': [...ROUTES, ...server('import', 'import/kinds', 'arrivals', 'couriers', 'operations')],
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
      'arrivals',
      'import/kinds',
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
      'outbox',
      'orders',
    ),
    ...server('couriers', 'consignments', 'labels', 'printing', 'operations', 'intake', 'imports', 'demo'),
    ...server('webhooks', 'changes', 'exports', 'history', 'dispatch', 'label-batches', 'end-of-day'),
    ...server('arrivals', 'feeds', 'figures', 'pick-runs'),
  ],
  'src/build': ['src/server', ...server('couriers', 'platform', 'http')],
  'src/web/lib': [],
  'src/web/ui': web('lib'),
  'src/web/storage': [...SHARED, ...web('state', 'lib')],
  'src/web/state': [...SHARED, 'commands', ...web('storage', 'routing', 'lib')],
  'src/web/routing': [...SHARED, 'commands', ...web('state', 'storage')],
  'src/web/api': WEB_BASE,
  'src/web/record-index': [...WEB_BASE, ...web('api')],
  'src/web/live': [...WEB_BASE, ...web('api', 'record-index', 'commands')],
  'src/web/printing': [...WEB_BASE, 'commands', ...web('api')],
  'src/web/commands': [...WEB_BASE, 'commands', ...web('api', 'record-index', 'printing')],
  'src/web/palette': [...WEB_BASE, ...WEB_COMMANDS, ...web('api', 'record-index')],
  'src/web/hotkeys': [...WEB_BASE, ...WEB_COMMANDS, ...web('palette')],
  'src/web/keyboard-help': [...WEB_BASE, ...WEB_COMMANDS, ...web('hotkeys')],
  'src/web/table': [...WEB_BASE, ...WEB_COMMANDS],
  'src/web/list': [...WEB_BASE, ...WEB_COMMANDS, ...web('api', 'hotkeys', 'palette', 'table')],
  'src/web/record': [...WEB_BASE, ...WEB_COMMANDS, ...web('api', 'record-index', 'hotkeys', 'list', 'table')],
  'src/web/form': [...WEB_BASE, ...WEB_COMMANDS, ...web('api', 'hotkeys')],
  'src/web/imports': [...WEB_BASE, ...WEB_COMMANDS, ...web('api', 'form')],
  'src/web/saved-views': [...WEB_BASE, ...WEB_COMMANDS, ...web('api', 'hotkeys', 'form')],
  'src/web/picking': [...WEB_BASE, ...web('api')],
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
      'imports',
      'picking',
    ),
  ],
  'src/web/screens': [
    ...WEB_BASE,
    ...WEB_COMMANDS,
    ...web('api', 'record-index', 'palette', 'hotkeys', 'keyboard-help', 'table', 'list', 'record', 'form'),
    ...web('printing', 'picking'),
  ],
  // The console's entry and its routes.
  'src/web': [
    ...WEB_BASE,
    ...WEB_COMMANDS,
    ...web('api', 'record-index', 'palette', 'hotkeys', 'keyboard-help', 'table', 'list', 'record', 'form'),
    ...web('shell', 'screens', 'saved-views', 'imports'),
  ],
}

/** Packages that a part may import, for parts that are restricted to a list. */
const PACKAGES: Record<string, readonly string[]> = {
  'src/contract': ['zod/mini'],
  'src/domain': ['luxon'],
  'src/server/db/frozen': ['kysely'],
  'src/server/db/migrations': ['kysely'],
  commands: [],
}

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
