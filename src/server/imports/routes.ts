import { Hono, type MiddlewareHandler } from 'hono'
import {
  discardImport,
  getImports,
  type Import,
  ImportOptions,
  ImportPreview,
  ImportProgress,
  ImportResult,
  previewImport,
  stopImport,
  takeImport,
  uploadImport,
} from '../../contract/imports.ts'
import { rowId } from '../db/dialect/dialect.ts'
import type { ImportRow } from '../db/intake-tables.ts'
import { callQuery, serveCall } from '../http/call-route.ts'
import { Refusal } from '../http/refusal.ts'
import { boundRequests } from '../http/requests-in-progress.ts'
import type { SessionEnv } from '../http/session.ts'
import type { ConsoleImports } from './console-imports.ts'
import { tooLarge } from './uploaded-file.ts'

/** What the calls of the capability `imports` need. */
export interface ImportParts {
  service: ConsoleImports
  /** The app role required to import; null requires none. */
  role: string | null
  limitMb: number
  /** The names of the sources whose orders have a prefix. */
  sources: readonly string[]
}

const FORBIDDEN = 'Your account is not allowed to import files.'
const DONE = { success: true, message: null }
const MIB = 1024 * 1024

/**
 * Serves the call that sends a file. Mount it before the limit of other bodies, because a file is written to the disk as
 * it comes.
 */
export function uploadRoutes(
  { service, role, limitMb }: ImportParts,
  requireSession: MiddlewareHandler<SessionEnv>,
): Hono<SessionEnv> {
  const routes = new Hono<SessionEnv>()
  routes.on(uploadImport.method, uploadImport.path, boundRequests(), requireSession, async (c) => {
    // Whatever is refused, the rest of the body is not read.
    c.header('Connection', 'close')
    requireRole(role, c.get('session').roles)
    const { name } = callQuery(uploadImport, c)
    if (Number(c.req.header('content-length') ?? 0) > limitMb * MIB) throw tooLarge(limitMb)
    const staff = c.get('staff')
    const row = await service.receive(staff, name, c.req.raw.body)
    return c.json(present(row, staff.id))
  })
  return routes
}

/** Serves the other calls of the capability `imports`. */
export function importRoutes(app: Hono<SessionEnv>, { service, role, limitMb, sources }: ImportParts): void {
  serveCall(app, getImports, async ({ staff, roles }) => {
    const { running, own } = await service.current(staff.id)
    return {
      running: running && withoutContent(present(running, staff.id)),
      own: own && present(own, staff.id),
      forbidden: mayImport(role, roles) ? null : FORBIDDEN,
      limit_mb: limitMb,
      sources: [...sources],
    }
  })

  serveCall(app, previewImport, async ({ staff, roles, parameter, body }) => {
    requireRole(role, roles)
    await service.preview(staff.id, numberOf(parameter('id')), body)
    return DONE
  })

  serveCall(app, takeImport, async ({ staff, roles, parameter, body }) => {
    requireRole(role, roles)
    await service.take(staff.id, numberOf(parameter('id')), body)
    return DONE
  })

  serveCall(app, stopImport, async ({ roles, parameter }) => {
    requireRole(role, roles)
    await service.stopLoading(numberOf(parameter('id')))
    return DONE
  })

  serveCall(app, discardImport, async ({ staff, roles, parameter }) => {
    requireRole(role, roles)
    await service.discard(staff.id, numberOf(parameter('id')))
    return DONE
  })
}

function mayImport(role: string | null, roles: readonly string[]): boolean {
  return role === null || roles.includes(role)
}

/** @throws Refusal 403 */
function requireRole(role: string | null, roles: readonly string[]): void {
  if (!mayImport(role, roles)) throw new Refusal(403, FORBIDDEN)
}

/** The number of an import in an address; one that no import has if it is none. */
function numberOf(id: string): number {
  return rowId(id) ?? 0
}

/** An import in the form of the contract, field by field. */
function present(row: ImportRow, staffId: string): Import {
  return {
    id: String(row.id),
    file_name: row.file_name,
    size: row.size,
    by: row.staff_name,
    is_own: row.staff_id === staffId,
    state: row.state,
    is_stopping: row.is_stopping === 1,
    options: ImportOptions.parse(JSON.parse(row.options)),
    progress: row.progress === null ? null : ImportProgress.parse(JSON.parse(row.progress)),
    preview: row.preview === null ? null : ImportPreview.parse(JSON.parse(row.preview)),
    result: row.result === null ? null : ImportResult.parse(JSON.parse(row.result)),
    failure: row.failure,
  }
}

/** Other desks see that it runs, not what is in the file. */
function withoutContent(one: Import): Import {
  return { ...one, preview: null, result: null }
}
