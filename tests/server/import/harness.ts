import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { type FilesOutcome, importFiles } from '../../../src/server/import/import-files.ts'
import type { Fault } from '../../../src/server/import/stage.ts'
import { clock } from '../orders/harness.ts'

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
