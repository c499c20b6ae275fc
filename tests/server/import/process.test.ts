import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ImportProgress } from '../../../src/contract/imports.ts'
import { nameOfDatabase } from '../../../src/server/db/connection.ts'
import { exclusively } from '../../../src/server/db/dialect/dialect.ts'
import { loadInProcess, previewInProcess } from '../../../src/server/intake/import-process.ts'
import { programFile } from '../../programs.ts'
import { PATIENT } from '../../time-outs.ts'
import { eachDatabase, onEachDatabase, onEmbedded } from '../databases.ts'
import { CUSTOMER, counts, importFolder, ORDER } from './harness.ts'
import type { KilledImport } from './killed-import-process.ts'

const LOT = 20
/** Several lots. */
const MANY = 4 * LOT
/** For two processes, which start slowly. */
const folder = importFolder()

const postgres = eachDatabase().get('PostgreSQL')
/** How an import of the server ends that the database makes wait. Begins first, because it waits for long. */
let waited: Promise<unknown> | undefined
beforeAll(() => {
  if (postgres === undefined) return
  const file = join(folder.root, 'customers.jsonl')
  writeFileSync(file, `${JSON.stringify(CUSTOMER)}\n`)
  const how = {
    options: { before: null, source: null, anyway: false },
    ...{ program: [programFile('import')], signal: new AbortController().signal, importId: 1 },
  }
  waited = exclusively(postgres.db, () => loadInProcess(file, postgres.place, how))
  // A failure is reported by the test.
  waited.catch(() => undefined)
})

/** Runs the import as a process of its own. */
function spawnImport(place: { databaseUrl: string | null; dataDir: string }, paths: string[]) {
  const child = spawn(process.execPath, [programFile('import'), ...paths], {
    env: { PATH: process.env.PATH, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl ?? '' },
  })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (text) => {
      output[name] += text
    })
  }
  return { child, ended: once(child, 'close').then(([code]) => ({ code, ...output })) }
}

onEachDatabase((database) => {
  it('completes the import when it is run again after a kill', PATIENT, async () => {
    const orders = Array.from({ length: MANY }, (_, index) => ({ ...ORDER, code: `K${index}` }))
    folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': orders })
    const killed: KilledImport = { place: database.place, folder: folder.folder, lot: LOT }
    const child = spawn(process.execPath, [programFile('killed-import'), JSON.stringify(killed)], {
      stdio: 'inherit',
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    const loaded = async (table: 'orders' | 'order_items') => {
      const all = database.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
      return (await all.executeTakeFirstOrThrow()).count
    }
    // The lots before the killed one, which had written its orders.
    expect([await loaded('orders'), await loaded('order_items')]).toEqual([2 * LOT, 2 * LOT])

    const rest = await folder.run(database.db)
    expect(counts(rest)).toEqual({ customers: [0, 0, 1, 0], orders: [MANY - 2 * LOT, 0, 2 * LOT, 0] })
    expect(await loaded('order_items')).toBe(MANY)
    const newest = await database.db
      .selectFrom('orders')
      .select('code')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(newest?.code).toBe(`K${MANY - 1}`)
  })
})

onEmbedded((database) => {
  it('previews and loads a file that staff have sent, and tells its progress', PATIENT, async () => {
    folder.write({
      'orders-1.jsonl': [ORDER, { ...ORDER, code: 'OLD', ordered_at: '2020-01-01T00:00:00Z', dates: {} }, {}],
    })
    await database.db.deleteFrom('order_items').execute()
    await database.db.deleteFrom('orders').execute()
    const other = folder.path('customers.jsonl')
    writeFileSync(other, `${JSON.stringify(CUSTOMER)}\n`)
    const progress: ImportProgress[] = []
    const how = {
      options: { before: '2021-01-01', source: null, anyway: false },
      ...{ name: 'Orders of Māui.jsonl', program: [programFile('import')] },
      signal: new AbortController().signal,
      onProgress: (one: ImportProgress) => void progress.push(one),
    }
    await loadInProcess(other, database.place, { ...how, importId: 6 })
    const file = folder.path('orders-1.jsonl')
    const preview = await previewInProcess(file, database.place, how)
    expect(preview.kinds).toMatchObject([{ kind: 'orders', new: 2, refused: 1, work: 0 }])
    const result = await loadInProcess(file, database.place, { ...how, importId: 7 })
    expect(result).toMatchObject({
      kinds: [{ kind: 'orders', new: 2, refused: 1 }],
      ...{ refusal: null, is_stopped: false, left: 0, waiting: 1 },
    })
    expect(result.faults[0]).toMatchObject({ count: 1, places: [{ line: 3, code: null }] })
    expect(new Set(progress.map(({ step }) => step))).toEqual(
      new Set(['Checking', 'Loading customers', 'Comparing orders', 'Loading orders']),
    )
    const listed = await database.db
      .selectFrom('import_orders')
      .innerJoin('orders', 'orders.id', 'import_orders.order_id')
      .select(['import_id', 'code', 'status'])
      .orderBy('code')
      .execute()
    expect(listed).toEqual([
      { import_id: 7, code: ORDER.code, status: 'Ordered' },
      { import_id: 7, code: 'OLD', status: 'Shipped' },
    ])
    const [arrival] = await database.db.selectFrom('arrivals').select('origin').execute()
    expect(arrival).toEqual({ origin: 'Orders of Māui.jsonl' })

    // FILE-6
    const stopping = AbortSignal.abort()
    const stopped = await loadInProcess(file, database.place, { ...how, importId: 8, stopping })
    expect(stopped).toMatchObject({ kinds: [], is_stopped: true })
  })

  it('says why a preview ends without a result', PATIENT, async () => {
    const options = { before: null, source: 'nobody', anyway: false }
    // As the server runs it, from its sources.
    const how = { options, signal: new AbortController().signal }
    await expect(previewInProcess('x.csv', database.place, how)).rejects.toThrow(
      'ORDER_CODE_PREFIXES has no prefix for this source',
    )
  })
})

describe('the process', () => {
  const place = () => ({ databaseUrl: null, dataDir: folder.path('data') })
  const databaseLine = () => `Database: ${nameOfDatabase(place())}\n`

  it('reports its results', async () => {
    folder.write({ 'customers.jsonl': [CUSTOMER], 'orders.jsonl': [ORDER] })
    const { code, stdout, stderr } = await spawnImport(place(), ['--create', folder.folder]).ended
    expect([code, stderr]).toEqual([0, databaseLine()])
    expect(stdout).toMatch(
      /^customers: 1 new, 0 changed, 0 the same; [\d,]+ a second\norders: 1 new, 0 changed, 0 the same; [\d,]+ a second\n$/,
    )
  })

  it('tells the server that started it about its progress', async () => {
    folder.write({ 'customers.jsonl': [CUSTOMER] })
    const { databaseUrl, dataDir } = place()
    const child = spawn(process.execPath, [programFile('import'), '--create', folder.folder], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    expect(await once(child, 'message')).toEqual([
      { step: 'Checking', done: 0, total: expect.any(Number) },
      undefined,
    ])
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('reports faults, and exits with 2 if others are loaded, or with 1', async () => {
    folder.write({ 'customers.csv': 'code,name\n1,\n,Aroha\n2,Tama' })
    const [file, none] = [folder.path('customers.csv'), folder.path('none.csv')]
    const stderr = [
      databaseLine().trimEnd(),
      `${file}:2: name: is required`,
      `${file}:3: code: is required`,
      `${none}: cannot be read: there is no such file`,
      '',
    ].join('\n')
    const partly = await spawnImport(place(), ['--create', file, none]).ended
    expect(partly).toMatchObject({ code: 2, stderr })
    expect(partly.stdout).toMatch(
      /^customers: 1 new, 0 changed, 0 the same, 2 refused, see above; [\d,]+ a second\n2 refused records wait in Arrivals.\n$/,
    )
    expect(await spawnImport(place(), ['--strict', file, none]).ended).toEqual({
      ...{ code: 1, stderr },
      stdout: 'Nothing was loaded: there are 3 faults.\n',
    })
  })

  it('prints its usage without files', async () => {
    const { code, stderr } = await spawnImport(place(), []).ended
    expect(code).toBe(1)
    expect(stderr).toContain('npm run import -- customers.csv orders.jsonl')
  })
})

describe.runIf(postgres)('PostgreSQL', () => {
  // DB-1
  it(
    'an import of the server fails if the database makes it wait for longer than intake',
    PATIENT,
    async () => {
      await expect(waited).rejects.toThrow(/canceling statement due to (lock|statement) timeout/)
    },
  )
})
