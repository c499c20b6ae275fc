import { readFileSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/schema.ts'
import { openNew } from '../templates.ts'
import { counts, importFolder } from './harness.ts'

const folder = importFolder()
let db: Kysely<Database>

beforeAll(async () => {
  db = await openNew(folder.root)
})
afterAll(() => db.destroy())

it('the document shows examples that can be loaded, of every kind', async () => {
  const text = readFileSync(new URL('../../../docs/import.md', import.meta.url), 'utf8')
  const files = text.split(/^## /m).find((section) => section.startsWith('Files\n')) ?? ''
  const [, ...sections] = files.split(/^### /m)
  for (const section of sections) {
    const kind = section.split('\n', 1)[0]?.toLowerCase().replace(' ', '-')
    for (const [, format, example = ''] of section.matchAll(/```(csv|json)\n([^`]+)```/g)) {
      folder.write({ [`${kind}.${format}`]: example })
    }
  }
  const outcome = await folder.run(db)
  expect(outcome.said).toEqual([])
  expect(counts(outcome)).toEqual({
    suppliers: [1, 0, 0, 0],
    products: [1, 0, 0, 0],
    customers: [1, 0, 0, 0],
    orders: [2, 0, 0, 0],
    'supplier-orders': [1, 0, 0, 0],
  })
})
