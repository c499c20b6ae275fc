import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import {
  CurrentImports,
  Import,
  type ImportOptions,
  ImportPreview,
  ImportResult,
} from '../../../src/contract/imports.ts'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { ConsoleImports, type ImportRun } from '../../../src/server/imports/console-imports.ts'
import type { ImportParts } from '../../../src/server/imports/routes.ts'
import type { TestDatabase } from '../databases.ts'
import { NOW, signedInApp } from '../orders/harness.ts'

export const NONE = { before: null, source: null, anyway: false }
const COUNTS = { kind: 'orders', new: 2, changed: 1, same: 0, kept: 0, refused: 1, work: 2 }
export const PREVIEW: ImportPreview = {
  program: 'Shopify orders export',
  kinds: [{ ...COUNTS, columns: ['Order ID'], rows: [], changes: [] }],
  faults: [
    {
      field: 'address.postcode',
      reason: 'must have four digits',
      count: 1,
      places: [{ line: 4, code: '9' }],
    },
  ],
  notices: [],
  refusal: null,
  can_override: false,
}
export const RESULT: ImportResult = {
  kinds: [COUNTS],
  faults: [],
  notices: [],
  refusal: null,
  is_stopped: false,
  left: 0,
  waiting: 1,
}

/** A run of the import process that a test ends. */
interface HeldRun {
  kind: 'preview' | 'load'
  file: string
  importId: number | null
  run: ImportRun
  end(outcome: ImportPreview | ImportResult): void
  fail(): void
}

export const staffOf = (id: string, name: string, roles: string[] = []): MiddlewareHandler<SessionEnv> => {
  const staff = { id: `local:${id}`, name, givenName: name, email: `${id}@example.com` }
  return async (c, next) => {
    c.set('staff', staff)
    c.set('session', { id: `session-of-${id}`, staff, roles })
    await next()
  }
}
export const MERE = staffOf('mere', 'Mere Parata')
export const HEMI = staffOf('hemi', 'Hemi Ngata')

type Client = ReturnType<typeof clientOf>

/** Desks of imports whose processes a test ends. Each test has no imports and empty folders at first. */
export function setUpDesks(database: TestDatabase) {
  let root = ''
  let desks: ConsoleImports[] = []
  const clock = { now: NOW }
  const held: HeldRun[] = []

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'imports-'))
    clock.now = NOW
    held.length = 0
    desks = []
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    for (const desk of desks) await desk.stop()
    await database.db.deleteFrom('import_orders').execute()
    await database.db.deleteFrom('imports').execute()
    rmSync(root, { recursive: true, force: true })
  })

  const hold = (kind: HeldRun['kind'], file: string, run: ImportRun, importId: number | null = null) =>
    new Promise<unknown>((resolve, reject) => {
      run.signal.addEventListener('abort', () => reject(new Error('aborted')))
      held.push({ kind, file, importId, run, end: resolve, fail: () => reject(new Error('killed')) })
    })

  /** A process of the server with its own folder. */
  const process = (folder = 'a', parts: { isAlone?: boolean; pace?: number } = {}) => {
    const desk = new ConsoleImports({
      db: database.db,
      clock: () => clock.now,
      folder: folderOf(folder),
      limitMb: 1,
      runner: {
        preview: async (file, run) => ImportPreview.parse(await hold('preview', file, run)),
        load: async (file, run) => ImportResult.parse(await hold('load', file, run, run.importId)),
      },
      isAlone: false,
      pace: 10,
      ...parts,
    })
    desks.push(desk)
    return desk
  }

  const client = (desk: ConsoleImports, as = MERE, parts: Partial<ImportParts> = {}) =>
    clientOf(database.db, desk, as, parts)
  const own = async (desk: Client) => (await desk.current()).own
  const stateOf = async (desk: Client) => (await own(desk))?.state
  const folderOf = (name = 'a') => join(root, name)
  const files = (name = 'a') => (existsSync(folderOf(name)) ? readdirSync(folderOf(name)) : [])

  /** A file of a desk whose preview is there. */
  const previewed = async (desk: Client, preview: ImportPreview = PREVIEW) => {
    const { status, body } = await desk.send('orders.csv', 'code\n1\n')
    expect(status).toBe(200)
    held.at(-1)?.end(preview)
    await expect.poll(() => stateOf(desk)).toBe('previewed')
    return Import.parse(body).id
  }

  return { clock, held, process, client, own, stateOf, folderOf, files, previewed }
}

/** The requests of a user. */
function clientOf(
  db: Connections,
  desk: ConsoleImports,
  as: MiddlewareHandler<SessionEnv>,
  parts: Partial<ImportParts>,
) {
  const imports = { service: desk, role: null, limitMb: 1, sources: ['Web shop'], ...parts }
  const signIn = {
    routes: signedInApp(db).app,
    requireSession: as,
    mayDelete: as,
    localIdentity: null,
  }
  const { app, get, post } = signedInApp(db, undefined, undefined, { imports, signIn })
  return {
    app,
    send: async (name: string, body: BodyInit) => {
      const answer = await app.request(`/api/v1/imports?name=${encodeURIComponent(name)}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream' },
        body,
        ...(typeof body === 'string' ? {} : { duplex: 'half' }),
      })
      return { status: answer.status, body: await answer.json() }
    },
    current: async () => CurrentImports.parse(await (await get('/api/v1/imports')).json()),
    act: async (id: string, action: string, options: ImportOptions | undefined = NONE) => {
      const answer = await post(`/api/v1/imports/${id}/${action}`, options)
      return { status: answer.status, message: (await answer.json()).message }
    },
    discard: async (id: string) => (await app.request(`/api/v1/imports/${id}`, { method: 'DELETE' })).status,
  }
}
