import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { type FilesOutcome, importFiles } from '../../../src/server/import/import-files.ts'
import type { Fault } from '../../../src/server/import/stage.ts'
import { clock, signedInApp } from '../orders/harness.ts'
import { openNew } from '../templates.ts'

/** A folder of files to import, new for each test. */
export function importFolder() {
  let root = ''
  let count = 0
  let folder = ''
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'console-import-'))
  })
  beforeEach(() => {
    count += 1
    folder = mkdtempSync(join(root, `${count}-`))
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const path = (name: string) => join(folder, name)
  return {
    path,
    /** Writes files: text as it is, records as JSON, one per line. */
    write(files: Record<string, string | readonly object[] | Uint8Array>) {
      for (const [name, content] of Object.entries(files)) {
        const isText = typeof content === 'string' || content instanceof Uint8Array
        writeFileSync(
          path(name),
          isText ? content : content.map((one) => `${JSON.stringify(one)}\n`).join(''),
        )
      }
    },
    /** Removes all files. */
    clear() {
      for (const name of readdirSync(folder)) rmSync(path(name))
    },
    /** Imports the whole folder; recognised exports are returned as `file: summary`, faults and notes as `file:line: field: reason`. */
    async run(
      db: Connections,
      options?: Parameters<typeof importFiles>[3],
      advanced: (step: string) => void = () => undefined,
    ): Promise<FilesOutcome & { recognised: string[]; said: string[]; notes: string[] }> {
      const recognised: string[] = []
      const said: string[] = []
      const notes: string[] = []
      const nothing = () => undefined
      const shown = ({ file, line, field, reason }: Fault) =>
        [`${basename(file)}:${line}`, field, reason].filter(Boolean).join(': ')
      let step = ''
      const watcher = {
        begin: (name: string) => {
          step = name
        },
        advance: () => advanced(step),
        end: nothing,
        recognised: (file: string, summary: string) => void recognised.push(`${basename(file)}: ${summary}`),
        note: (note: Fault) => void notes.push(shown(note)),
        fault: (fault: Fault) => void said.push(shown(fault)),
      }
      const outcome = await importFiles({ db, clock }, [folder], watcher, options)
      return { ...outcome, recognised, said, notes }
    },
    get folder() {
      return folder
    },
    /** The folder that contains the folders of all tests. Exists from the start. */
    get root() {
      return root
    },
  }
}

/** The counts by kind: added, changed, same, kept. */
export function counts({ loaded }: Pick<FilesOutcome, 'loaded'>): Record<string, number[]> {
  return Object.fromEntries(
    loaded.map(({ kind, loaded: { added, changed, same, kept } }) => [kind, [added, changed, same, kept]]),
  )
}

export const CUSTOMER = { code: '10482', name: 'Aroha Ngata', company: 'Tāmaki Plumbing & Gas' }
export const ORDER = {
  code: '104823',
  customer: { code: '10482' },
  freight: { branch: 'auckland', subtotal: 695 },
  dates: { ordered_at: '2026-11-18T09:30:00+13:00' },
  items: [{ quantity: 2, product: { code: 'P/1', name: 'Pipe', price: 1000 } }],
}
export const PRODUCT = { cms_id: '7', code: 'P/1', name: 'Pipe', price: 1000 }
export const SUPPLIER = { external_id: 'S1', name_legal: 'Kōwhai Fittings Ltd' }
export const SUPPLIER_ORDER = {
  po_number: 'PO1',
  supplier: { external_id: 'S1' },
  branch: 'christchurch',
  created_at: '2026-11-01T00:00:00Z',
  items: [{ product_code: 'P/1', unit_quantity: 12 }],
}

/** An export in the documented shape of its program. */
export function fixture(name: string): Buffer {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
}

export function fixtureText(name: string): string {
  return fixture(name).toString('utf8')
}

/** An embedded database without customers, products and orders before each test, and a folder of files to import. */
export function exportsOnTest() {
  const folder = importFolder()
  let db: Connections
  beforeAll(async () => {
    db = await openNew(folder.root)
  })
  afterAll(() => db.destroy())
  beforeEach(async () => {
    for (const table of ['order_items', 'orders', 'order_days', 'customers', 'products'] as const) {
      await db.deleteFrom(table).execute()
    }
  })
  return {
    /** Imports these files, and those of earlier calls in the test. */
    async load(files: Parameters<typeof folder.write>[0], options?: Parameters<typeof folder.run>[1]) {
      folder.write(files)
      return folder.run(db, options)
    },
    /** Removes the files of earlier calls. */
    clear: () => folder.clear(),
    async order(code: string) {
      return (await signedInApp(db).get(`/api/v1/orders/${encodeURIComponent(code)}`)).json()
    },
    customer: (code: string) =>
      db.selectFrom('customers').selectAll().where('code', '=', code).executeTakeFirst(),
    get db() {
      return db
    },
  }
}
