import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdLease } from '../../../src/server/db/lease.ts'
import { importInProcess, type ProcessResult } from '../../../src/server/intake/import-process.ts'
import {
  LOADING,
  prepareFolder,
  type SettledFiles,
  settledFiles,
  watchFolder,
} from '../../../src/server/intake/watch-folder.ts'
import { startServer } from '../../../src/server/main.ts'
import type { Stoppable } from '../../../src/server/platform/repeat.ts'
import { programFile } from '../../programs.ts'
import { PATIENT } from '../../time-outs.ts'
import { onEachDatabase, onEmbedded, onPostgres, type TestDatabase } from '../databases.ts'
import { CUSTOMER, importFolder, ORDER } from '../import/harness.ts'
import { spawnServer, withoutDemo } from '../server-process.ts'
import { type LogSpy, spyOnLog } from '../spy-on-log.ts'

const PACE = { look: 5, settled: 20 }
/** Some processes, each from its start. */
const POLL = { timeout: 60_000, interval: 25 }

const LOADED: ProcessResult = { outcome: 'loaded', summary: 'orders: 1 new\n', list: '' }
type Load = (file: string, signal: AbortSignal) => Promise<ProcessResult>

/** A folder with its watches for each test, which are stopped after it. */
function folderOnTest(database: TestDatabase) {
  const folder = importFolder()
  const watches: Stoppable[] = []
  let spy: LogSpy
  const watch = (load: Load, clock = Date.now) => {
    const one = watchFolder({ db: database.db, clock, folder: folder.folder, load, pace: PACE })
    watches.push(one)
    return one
  }
  const importBundled: Load = (file, signal) =>
    importInProcess(file, database.place, signal, [programFile('import')])
  const inFolder = (name = '') => readdirSync(folder.path(name)).sort()
  const until = (name: string) => expect.poll(() => existsSync(folder.path(name)), POLL).toBe(true)

  beforeEach(async () => {
    spy = spyOnLog()
    expect(await prepareFolder(folder.folder)).toBe(folder.folder)
  })
  afterEach(async () => {
    for (const one of watches.splice(0)) await one.stop()
    spy.restore()
    await database.db.deleteFrom('leases').execute()
  })
  return {
    folder,
    watches,
    watch,
    importBundled,
    inFolder,
    until,
    get spy() {
      return spy
    },
  }
}

// Each file is imported by a process. The next test shows that it uses the other database too.
onEmbedded((database) => {
  const watched = folderOnTest(database)
  const { folder, watch, importBundled, inFolder, until } = watched

  it('loads files and moves them, each with its messages', PATIENT, async () => {
    folder.write({
      'customers.jsonl': [{ ...CUSTOMER, address: { postcode: '610' } }],
      'orders.jsonl': [ORDER],
      'orders-faulty.jsonl': [{ ...ORDER, code: 'F' }, { code: 'G' }],
      'prices.csv': 'a,b',
    })
    watch(importBundled)
    await until('refused/prices.csv')
    expect(inFolder()).toEqual(['done', 'loading', 'refused'])
    expect(inFolder('loading')).toEqual([])
    expect(inFolder('done')).toEqual([
      ...['customers.jsonl', 'customers.jsonl.faults.txt'],
      ...['orders-faulty.jsonl', 'orders-faulty.jsonl.faults.txt', 'orders.jsonl'],
    ])
    expect(inFolder('refused')).toEqual(['prices.csv', 'prices.csv.faults.txt'])
    const listOf = (name: string) => readFileSync(folder.path(`${name}.faults.txt`), 'utf8')
    expect(listOf('done/customers.jsonl')).toBe(
      'customers.jsonl:1: address.postcode: has three digits, 610: read as 0610\n',
    )
    expect(listOf('done/orders-faulty.jsonl')).toBe(
      ['customer.code', 'freight.branch']
        .map((field) => `orders-faulty.jsonl:2: ${field}: is required\n`)
        .join(''),
    )
    expect(listOf('refused/prices.csv')).toMatch(
      /^prices\.csv: is not recognised: .+\nNothing was loaded: .+\n$/,
    )
    const orders = await database.db.selectFrom('orders').select('code').orderBy('id').execute()
    expect(orders.map(({ code }) => code)).toEqual(['F', ORDER.code])
    const arrivals = await database.db
      .selectFrom('arrivals')
      .select(['source', 'kind', 'origin', 'code'])
      .execute()
    expect(arrivals).toEqual([
      { source: 'Files', kind: 'orders', origin: 'orders-faulty.jsonl', code: 'G' },
      { source: 'Watched folder', kind: null, origin: 'prices.csv', code: null },
    ])
    await expect
      .poll(() => watched.spy.entries().map(({ level, message, file }) => [level, message, file]))
      .toEqual([
        ['info', 'A file was loaded', 'customers.jsonl'],
        ['info', 'A file was loaded', 'orders-faulty.jsonl'],
        ['info', 'A file was loaded', 'orders.jsonl'],
        ['warn', 'A file was refused', 'prices.csv'],
      ])
  })
})

onPostgres((database) => {
  const { folder, watch, importBundled, until } = folderOnTest(database)

  it('loads the export of another program, and names the recognised format', PATIENT, async () => {
    const name = 'SalesOrders.csv'
    const fixture = new URL('../import/fixtures/cin7-sales-orders.csv', import.meta.url)
    folder.write({ [name]: readFileSync(fixture) })
    watch(importBundled)
    await until(`done/${name}`)
    expect(readFileSync(folder.path(`done/${name}.faults.txt`), 'utf8')).toBe(
      [
        `${name}: Cin7 sales orders export, 69 of 69 columns known`,
        `${name}:2: Email: is no customer here: mere@example.com is made as customer mere@example.com`,
        `${name}:2: Mobile: has no zero at the beginning, 215550144: read as 0215550144`,
        '',
      ].join('\n'),
    )
    const orders = await database.db
      .selectFrom('orders')
      .select('code')
      .where('code', '=', 'SO-1881')
      .execute()
    expect(orders).toHaveLength(1)
  })
})

onEachDatabase((database) => {
  const watched = folderOnTest(database)
  const { folder, watches, watch, inFolder, until } = watched

  it('keeps earlier files of the same name', async () => {
    for (const name of ['orders.csv', 'orders-2.csv', 'orders-3.csv']) {
      writeFileSync(folder.path('orders.csv'), name)
      if (watches.length === 0) watch(async () => LOADED)
      await until(`done/${name}`)
    }
    expect(inFolder('done').map((name) => readFileSync(folder.path(`done/${name}`), 'utf8'))).toEqual(
      inFolder('done'),
    )
  })

  describe('two processes', () => {
    it('never load the same file', PATIENT, async () => {
      const loads: string[] = []
      let running = 0
      const load = async (file: string) => {
        running += 1
        expect(running).toBe(1)
        loads.push(file)
        await new Promise((done) => setImmediate(done))
        running -= 1
        return LOADED
      }
      const names = Array.from({ length: 20 }, (_, index) => `orders-${index}.csv`)
      for (const name of names) writeFileSync(folder.path(name), 'x')
      for (let count = 0; count < 3; count += 1) watch(load)
      await expect.poll(() => inFolder('done').length, POLL).toBe(names.length)
      expect(loads.sort()).toEqual(names.map((name) => folder.path(`loading/${name}`)).sort())
    })

    it('take over from a process that has died, and not before', async () => {
      const { db } = database
      let now = Date.now()
      await holdLease(db, { name: 'watch-folder', holder: 'another', length: 60_000 }, now)
      writeFileSync(folder.path('orders.csv'), 'x')
      const load = vi.fn(async () => LOADED)
      const clock = vi.fn(() => now)
      watch(load, clock)
      await expect.poll(() => clock.mock.calls.length, POLL).toBeGreaterThan(5)
      expect(load).not.toHaveBeenCalled()
      now += 60_000
      await until('done/orders.csv')
    })
  })

  it('loads a file that replaced another one while that was imported', async () => {
    const replacement = folder.path('.orders.csv')
    writeFileSync(folder.path('orders.csv'), 'first')
    writeFileSync(replacement, 'second')
    const loaded: string[] = []
    watch(async (file) => {
      loaded.push(readFileSync(file, 'utf8'))
      if (loaded.length === 1) renameSync(replacement, folder.path('orders.csv'))
      return LOADED
    })
    await until('done/orders-2.csv')
    expect(loaded).toEqual(['first', 'second'])
    const kept = ['orders.csv', 'orders-2.csv'].map((name) =>
      readFileSync(folder.path(`done/${name}`), 'utf8'),
    )
    expect(kept).toEqual(loaded)
  })

  it.each([LOADED, { outcome: 'refused', summary: '', list: 'orders.csv:2: is not complete\n' }] as const)(
    'loads a file again that was appended to while it was imported: $outcome',
    async (first) => {
      writeFileSync(folder.path('orders.csv'), 'one\n')
      const writer = openSync(folder.path('orders.csv'), 'a')
      const loaded: string[] = []
      watch(async (file) => {
        loaded.push(readFileSync(file, 'utf8'))
        if (loaded.length > 1) return LOADED
        appendFileSync(writer, 'two\n')
        return first
      })
      await until('done/orders.csv')
      closeSync(writer)
      expect(loaded).toEqual(['one\n', 'one\ntwo\n'])
      expect(inFolder('refused')).toEqual([])
    },
  )

  it('waits again for a file that changed while an earlier one was imported', async () => {
    for (const name of ['customers.csv', 'orders.csv']) writeFileSync(folder.path(name), 'x')
    let changed = 0
    let unchangedFor = 0
    watch(async (file) => {
      if (file.endsWith('orders.csv')) unchangedFor = performance.now() - changed
      else {
        writeFileSync(folder.path('orders.csv'), 'written again')
        changed = performance.now()
      }
      return LOADED
    })
    await until('done/orders.csv')
    expect(unchangedFor).toBeGreaterThanOrEqual(PACE.settled)
  })

  it('stops a running import, and leaves its file for the next start', async () => {
    writeFileSync(folder.path('orders.csv'), 'x')
    let begun = () => undefined as undefined
    const begins = new Promise<void>((resolve) => {
      begun = () => void resolve() as undefined
    })
    const first = watch((_, signal) => {
      begun()
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => resolve({ ...LOADED, outcome: 'failed' })),
      )
    })
    await begins
    await first.stop()
    expect(inFolder('loading')).toEqual(['orders.csv'])
    watch(async () => LOADED)
    await until('done/orders.csv')
  })

  it('refuses a file of which the import fails again and again', async () => {
    writeFileSync(folder.path('orders.csv'), 'x')
    vi.useFakeTimers({ toFake: ['performance'] })
    const load = vi.fn(async (): Promise<ProcessResult> => {
      vi.advanceTimersByTime(60_000)
      return { outcome: 'failed', summary: '', list: 'out of memory' }
    })
    watch(load)
    vi.advanceTimersByTime(1000)
    await expect
      .poll(() => {
        vi.advanceTimersByTime(60_000)
        return existsSync(folder.path('refused/orders.csv'))
      }, POLL)
      .toBe(true)
    vi.useRealTimers()
    expect(load).toHaveBeenCalledTimes(3)
    expect(readFileSync(folder.path('refused/orders.csv.faults.txt'), 'utf8')).toContain(
      'could not be loaded',
    )
    const errors = watched.spy.entries().filter(({ level }) => level === 'error')
    expect(errors.map(({ reason, attempt }) => [reason, attempt])).toEqual(
      [1, 2, 3].map((attempt) => ['out of memory', attempt]),
    )
  })

  it('refuses to start with a folder that cannot be used', async () => {
    writeFileSync(folder.path('file'), '')
    await expect(prepareFolder(folder.path('file'))).rejects.toThrow(/^WATCH_DIR .* cannot be used: /)
  })
})

describe('settled files', () => {
  const SETTLED_MS = 5000

  const folder = importFolder()
  let now = 0
  let files: SettledFiles
  const write = (name: string, text = 'x') => writeFileSync(folder.path(name), text)
  /** The settled files after some milliseconds. */
  const listedAfter = async (time: number) => {
    now += time
    return files.list()
  }

  beforeEach(() => {
    now = 0
    mkdirSync(folder.path(LOADING))
    files = settledFiles(folder.folder, SETTLED_MS, () => now)
  })

  it('lists a file once it has not changed for a time', async () => {
    write('orders.csv')
    expect(await listedAfter(0)).toEqual([])
    expect(await listedAfter(SETTLED_MS - 1)).toEqual([])
    expect(await listedAfter(1)).toEqual(['orders.csv'])
    expect(await listedAfter(1000)).toEqual(['orders.csv'])
  })

  it('waits again after each change of a file that is still written', async () => {
    write('orders.csv')
    await listedAfter(0)
    for (let part = 0; part < 5; part += 1) {
      appendFileSync(folder.path('orders.csv'), 'more')
      expect(await listedAfter(SETTLED_MS - 1)).toEqual([])
    }
    expect(await listedAfter(SETTLED_MS)).toEqual(['orders.csv'])
  })

  it('lists a file that was renamed into place, and forgets a removed one', async () => {
    write('orders.csv.part')
    await listedAfter(0)
    expect(await listedAfter(SETTLED_MS)).toEqual([])
    renameSync(folder.path('orders.csv.part'), folder.path('orders.csv'))
    await listedAfter(0)
    expect(await listedAfter(SETTLED_MS)).toEqual(['orders.csv'])
    rmSync(folder.path('orders.csv'))
    expect(await listedAfter(0)).toEqual([])
    write('orders.csv')
    expect(await listedAfter(0)).toEqual([])
  })

  it('ignores folders, links and temporary files', async () => {
    mkdirSync(join(folder.folder, 'done'))
    for (const name of [
      '.orders.csv',
      '~orders.csv',
      'orders.csv.tmp',
      'orders.csv.filepart',
      'orders.csv.PART',
    ])
      write(name)
    write('customers.csv')
    symlinkSync('/etc/hosts', folder.path('orders.csv'))
    await listedAfter(0)
    expect(await listedAfter(SETTLED_MS)).toEqual(['customers.csv'])
  })

  it('lists files in loading order, and lets each wait for those before it', async () => {
    for (const name of ['notes.txt', 'orders-1.csv', 'orders-2.csv', 'suppliers.csv']) write(name)
    await listedAfter(0)
    await listedAfter(SETTLED_MS - 1)
    write('customers.csv')
    expect(await listedAfter(1)).toEqual(['suppliers.csv'])
    expect(await listedAfter(SETTLED_MS)).toEqual([
      'suppliers.csv',
      'customers.csv',
      'orders-1.csv',
      'orders-2.csv',
      'notes.txt',
    ])
  })

  it('lists files of a kind as they were written, so that an older one is not loaded over a newer one', async () => {
    const written = ['orders-9.csv', 'orders-10.csv', 'orders.csv', 'orders (1).csv']
    for (const [index, name] of written.entries()) {
      write(name)
      utimesSync(folder.path(name), 1_700_000_000, 1_700_000_000 + index)
    }
    await listedAfter(0)
    expect(await listedAfter(SETTLED_MS)).toEqual(written)
  })

  it('lists a file whose import was interrupted before others of its kind', async () => {
    for (const name of ['orders-1.csv', 'customers.csv', 'loading/orders-2.csv']) write(name)
    await listedAfter(0)
    expect(await listedAfter(SETTLED_MS)).toEqual(['customers.csv', 'loading/orders-2.csv', 'orders-1.csv'])
    files.postpone('loading/orders-2.csv', 30_000)
    expect(await listedAfter(0)).toEqual(['customers.csv'])
  })

  it('does not list a postponed file for a time', async () => {
    write('orders.csv')
    await listedAfter(0)
    await listedAfter(SETTLED_MS)
    files.postpone('orders.csv', 30_000)
    expect(await listedAfter(29_999)).toEqual([])
    expect(await listedAfter(1)).toEqual(['orders.csv'])
  })
})

// At once, because they mostly wait.
describe.concurrent('a server that watches', () => {
  const folder = importFolder()

  it('the server imports the files of WATCH_DIR', PATIENT, async ({ expect }) => {
    const inbox = folder.path('inbox')
    mkdirSync(inbox)
    writeFileSync(join(inbox, 'customers.csv'), 'code,name\n10482,Aroha Ngata\n')
    const { child, url, ended } = spawnServer({ ...withoutDemo(folder.path('data')), WATCH_DIR: inbox })
    await url
    try {
      await expect
        .poll(() => existsSync(join(inbox, 'done/customers.csv')), { timeout: 80_000, interval: 100 })
        .toBe(true)
    } finally {
      child.kill()
      await ended
    }
  })

  it('the server does not start with a WATCH_DIR that cannot be used', async () => {
    writeFileSync(folder.path('file'), '')
    const settings = { port: 0, demo: false, dataDir: folder.path('other'), watchDir: folder.path('file') }
    await expect(startServer(settings)).rejects.toThrow(/^WATCH_DIR .* cannot be used: /)
  })
})

describe.concurrent('the process of an import', () => {
  const folder = importFolder()
  const PLACE = { databaseUrl: null, dataDir: 'none' }
  const never = new AbortController().signal
  /** Milliseconds, longer than the start of a process takes. */
  const SILENCE = 4000

  /** A program instead of the import. */
  function program(name: string, source: string): string[] {
    const path = folder.path(name)
    writeFileSync(path, source)
    return [path]
  }

  it('stops an import that makes no progress', PATIENT, async () => {
    const stuck = program('stuck.cjs', 'process.stderr.write("begun\\n"); setInterval(() => undefined, 1000)')
    expect(await importInProcess('orders.csv', PLACE, never, stuck, SILENCE)).toEqual({
      outcome: 'failed',
      summary: '',
      list: 'The import made no progress for 4 seconds.\nbegun\n',
    })
  })

  it('lets an import take any time while it makes progress', PATIENT, async () => {
    const long = program(
      'long.cjs',
      `
    let count = 0
    const work = setInterval(() => {
      process.send('progress')
      count += 1
      if (count < 60) return
      clearInterval(work)
      process.stdout.write('done')
      process.disconnect()
    }, 100)`,
    )
    expect(await importInProcess('orders.csv', PLACE, never, long, SILENCE)).toEqual({
      outcome: 'loaded',
      summary: 'done',
      list: '',
    })
  })
})
