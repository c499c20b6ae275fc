import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  CurrentImports,
  Import,
  type ImportOptions,
  ImportPreview,
  ImportResult,
} from '../../../src/contract/imports.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { ImportDesk, type ImportRun } from '../../../src/server/imports/desk.ts'
import type { ImportParts } from '../../../src/server/imports/routes.ts'
import { onEachDatabase } from '../databases.ts'
import { NOW, signedInApp } from '../orders/harness.ts'

const DAY = 24 * 3_600_000
const NONE = { before: null, source: null, anyway: false }
const COUNTS = { kind: 'orders', new: 2, changed: 1, same: 0, kept: 0, refused: 1, work: 2 }
const PREVIEW: ImportPreview = {
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
const RESULT: ImportResult = {
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

const staffOf = (id: string, name: string, roles: string[] = []): MiddlewareHandler<SessionEnv> => {
  const staff = { id: `local:${id}`, name, givenName: name, email: `${id}@example.com` }
  return async (c, next) => {
    c.set('staff', staff)
    c.set('session', { id: `session-of-${id}`, staff, roles })
    await next()
  }
}
const MERE = staffOf('mere', 'Mere Parata')
const HEMI = staffOf('hemi', 'Hemi Ngata')

onEachDatabase((database) => {
  let root = ''
  let now = NOW
  let desks: ImportDesk[] = []
  const held: HeldRun[] = []

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'imports-'))
    now = NOW
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
  const process = (folder = 'a', parts: { isAlone?: boolean } = {}) => {
    const desk = new ImportDesk({
      db: database.db,
      clock: () => now,
      folder: join(root, folder),
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

  const client = (desk: ImportDesk, as = MERE, parts: Partial<ImportParts> = {}) => {
    const imports = { desk, role: null, limitMb: 1, sources: ['Web shop'], ...parts }
    const signIn = {
      routes: signedInApp(database.db).app,
      requireSession: as,
      mayDelete: as,
      localIdentity: null,
    }
    const { app, get, post } = signedInApp(database.db, undefined, undefined, { imports, signIn })
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
      discard: async (id: string) =>
        (await app.request(`/api/v1/imports/${id}`, { method: 'DELETE' })).status,
    }
  }
  type Client = ReturnType<typeof client>

  const own = async (desk: Client) => (await desk.current()).own
  const stateOf = async (desk: Client) => (await own(desk))?.state
  const files = (folder = 'a') => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [])

  /** A file of a desk whose preview is there. */
  const previewed = async (desk: Client, preview: ImportPreview = PREVIEW) => {
    const { status, body } = await desk.send('orders.csv', 'code\n1\n')
    expect(status).toBe(200)
    held.at(-1)?.end(preview)
    await expect.poll(() => stateOf(desk)).toBe('previewed')
    return Import.parse(body).id
  }

  // FILE-1
  it('streams a file to a name of ours, and only shows the name of the user’s file', async () => {
    const desk = client(process())
    const { status, body } = await desk.send('../../C:\\exports\\orders\u202e-2026.CSV', 'code\n1\n')
    expect([status, Import.parse(body)]).toMatchObject([
      200,
      {
        file_name: 'orders-2026.CSV',
        size: 7,
        by: 'Mere Parata',
        is_own: true,
        state: 'reading',
        preview: null,
      },
    ])
    expect(files()).toEqual([expect.stringMatching(/^import-[\w-]{36}\.csv$/)])
    expect(held[0]?.file).toBe(join(root, 'a', files()[0] ?? ''))
    expect(readFileSync(held[0]?.file ?? '', 'utf8')).toBe('code\n1\n')
  })

  it.each([
    ['', 'Name: Too small'],
    ['a\0b', 'Name: a character is not allowed.'],
    ['x'.repeat(256), 'Name: Too big'],
  ])('refuses the name %j', async (name, message) => {
    const { status, body } = await client(process()).send(name, 'x')
    expect([status, body.message, files()]).toEqual([400, expect.stringContaining(message), []])
  })

  // FILE-2
  it('refuses a file over the limit, whether or not its size was announced, and keeps nothing of it', async () => {
    const desk = client(process())
    const large = 'x'.repeat(1024 * 1024 + 1)
    const message = 'The file may have at most 1 MB (setting IMPORT_MAX_MB).'
    expect(await desk.send('orders.csv', large)).toMatchObject({ status: 413, body: { message } })
    const streamed = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large))
        controller.close()
      },
    })
    expect(await desk.send('orders.csv', streamed)).toMatchObject({ status: 413, body: { message } })
    expect([files(), held, await own(desk)]).toEqual([[], [], null])
  })

  // FILE-2
  it('refuses an empty file and one that breaks off, and keeps nothing of them', async () => {
    const desk = client(process())
    expect(await desk.send('orders.csv', '')).toMatchObject({
      status: 422,
      body: { message: 'The file is empty.' },
    })
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('code\n'))
        controller.error(new Error('aborted'))
      },
    })
    expect(await desk.send('orders.csv', broken)).toMatchObject({ status: 408 })
    expect([files(), held, await own(desk)]).toEqual([[], [], null])
  })

  // FILE-3
  it('stores the preview, which another user does not see', async () => {
    const server = process()
    const [mere, hemi] = [client(server), client(server, HEMI)]
    await previewed(mere)
    expect((await own(mere))?.preview).toEqual(PREVIEW)
    expect(await hemi.current()).toMatchObject({ own: null, running: null })
    // It waits, and keeps nobody from importing.
    expect((await hemi.send('customers.csv', 'x')).status).toBe(200)
  })

  // FILE-4
  it('reads or loads one file at a time, and shows all desks whose it is and how far', async () => {
    const server = process()
    const [mere, hemi] = [client(server), client(server, HEMI)]
    const id = await previewed(mere)
    expect(await mere.act(id, 'take')).toEqual({ status: 200, message: null })
    held.at(-1)?.run.onProgress({ step: 'Loading orders', done: 3, total: 4 })
    await expect
      .poll(async () => (await hemi.current()).running)
      .toMatchObject({
        by: 'Mere Parata',
        is_own: false,
        state: 'loading',
        preview: null,
        progress: { step: 'Loading orders', done: 3, total: 4 },
      })
    expect(await hemi.send('customers.csv', 'x')).toMatchObject({
      status: 409,
      body: { message: 'Mere Parata is importing orders.csv. One file is imported at a time.' },
    })
    expect(files()).toHaveLength(1)
    held.at(-1)?.end(RESULT)
    await expect.poll(() => own(mere)).toMatchObject({ state: 'ended', result: RESULT, progress: null })
    // FILE-8
    expect(await database.db.selectFrom('imports').select('preview').execute()).toEqual([{ preview: null }])
    await expect.poll(files).toEqual([])
    expect((await hemi.send('customers.csv', 'x')).status).toBe(200)
  })

  // FILE-4
  it('lets the first of two desks begin that answer at once', async () => {
    const server = process()
    const [mere, hemi] = [client(server), client(server, HEMI)]
    const ids = [await previewed(mere), await previewed(hemi)]
    const answers = await Promise.all([mere.act(ids[0] ?? '', 'take'), hemi.act(ids[1] ?? '', 'take')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(held.filter(({ kind }) => kind === 'load')).toHaveLength(1)
  })

  // FILE-5
  it('loads only what was previewed', async () => {
    const desk = client(process())
    const id = await previewed(desk)
    const before = { ...NONE, before: '2026-01-01' }
    expect(await desk.act(id, 'take', before)).toEqual({
      status: 409,
      message: 'The preview is of other options. Preview the file again.',
    })
    expect((await desk.act(id, 'preview', before)).status).toBe(200)
    expect(held.at(-1)).toMatchObject({ kind: 'preview', run: { options: before } })
    held.at(-1)?.end(PREVIEW)
    await expect.poll(() => stateOf(desk)).toBe('previewed')
    expect((await desk.act(id, 'take', before)).status).toBe(200)
    expect(held.at(-1)).toMatchObject({ kind: 'load', importId: Number(id), run: { options: before } })
    expect((await desk.act(id, 'preview', { ...before, before: 'soon' })).message).toMatch(
      /^Before: must be a date/,
    )
  })

  // FILE-5
  it('loads what the preview refuses only if it says that this may be overridden', async () => {
    const desk = client(process())
    const refusal = '9 of 20 records would be refused.'
    const id = await previewed(desk, { ...PREVIEW, refusal })
    const anyway = { ...NONE, anyway: true }
    expect(await desk.act(id, 'take', anyway)).toEqual({ status: 409, message: refusal })
    const other = await previewed(desk, { ...PREVIEW, refusal, can_override: true })
    expect(await desk.act(other, 'take')).toEqual({ status: 409, message: refusal })
    expect((await desk.act(other, 'take', anyway)).status).toBe(200)
    expect(held.at(-1)?.run.options).toEqual(anyway)
  })

  // FILE-6
  it('stops after the present lot, asked by any desk, and keeps the result', async () => {
    const server = process()
    const [mere, hemi] = [client(server), client(server, HEMI)]
    const id = await previewed(mere)
    expect((await hemi.act(id, 'stop')).status).toBe(409)
    expect((await mere.act(id, 'take')).status).toBe(200)
    expect(await hemi.act(id, 'stop')).toEqual({ status: 200, message: null })
    expect(held.at(-1)?.run.stopping.aborted).toBe(true)
    expect((await hemi.current()).running).toMatchObject({ is_stopping: true })
    const stopped = { ...RESULT, is_stopped: true, left: 1 }
    held.at(-1)?.end(stopped)
    await expect.poll(() => own(mere)).toMatchObject({ state: 'ended', result: stopped })
  })

  // FILE-7
  it('says that the import process was killed, and lets another import begin', async () => {
    const desk = client(process())
    const id = await previewed(desk)
    await desk.act(id, 'take')
    held.at(-1)?.fail()
    await expect
      .poll(() => own(desk))
      .toMatchObject({
        state: 'ended',
        result: null,
        failure: expect.stringMatching(/^The import broke off\./),
      })
    await expect.poll(files).toEqual([])
    await previewed(desk)
  })

  // FILE-7
  it('says that the server was stopped while it loaded', async () => {
    const server = process()
    const desk = client(server)
    const id = await previewed(desk)
    await desk.act(id, 'take')
    await server.stop()
    expect(await own(desk)).toMatchObject({
      state: 'ended',
      failure: expect.stringMatching(
        /^The server was stopped while it loaded the file\. What was loaded stays\./,
      ),
    })
    expect(files()).toEqual([])
  })

  /** The import as a process that was killed has left it. */
  const killed = async (desk: Client) => {
    const id = await previewed(desk)
    await database.db
      .updateTable('imports')
      .set({ state: 'loading', is_running: 1, holder: 'killed', beat_at: new Date(now).toISOString() })
      .where('id', '=', Number(id))
      .execute()
  }

  // FILE-7
  it('ends the import of a server that was killed: at its next start, or once it is silent', async () => {
    const first = client(process())
    await killed(first)
    expect((await first.send('orders.csv', 'x')).status).toBe(409)
    now += 31_000
    await expect
      .poll(() => own(first))
      .toMatchObject({ state: 'ended', failure: expect.stringMatching(/^The server was stopped/) })
    await killed(first)
    const restarted = client(process('a', { isAlone: true }))
    await expect.poll(() => stateOf(restarted)).toBe('ended')
    await expect.poll(files).toEqual([])
  })

  /** Does something just before the next transaction. @returns resolves after it */
  const beforeNextTransaction = (act: () => Promise<unknown>): Promise<void> =>
    new Promise((resolve) => {
      const [real, next] = [database.db.transaction(), database.db.transaction()]
      vi.spyOn(next, 'execute').mockImplementationOnce(async (work) => {
        await act()
        return real.execute(work).finally(resolve)
      })
      vi.spyOn(database.db, 'transaction').mockReturnValueOnce(next)
    })

  // FILE-7
  it('does not end an import that reports just before', async () => {
    const desk = client(process())
    const id = await previewed(desk)
    const put = (beat: number) =>
      database.db
        .updateTable('imports')
        .set({ state: 'loading', is_running: 1, holder: 'other', beat_at: new Date(beat).toISOString() })
        .where('id', '=', Number(id))
        .execute()
    const looked = beforeNextTransaction(() => put(now))
    await put(now - 31_000)
    await looked
    expect([await stateOf(desk), files().length]).toEqual(['loading', 1])
  })

  // FILE-5
  it('does not load what was previewed otherwise just before', async () => {
    const desk = client(process())
    const id = await previewed(desk)
    const options = JSON.stringify({ ...NONE, before: '2026-01-01' })
    beforeNextTransaction(() => database.db.updateTable('imports').set({ options }).execute())
    expect((await desk.act(id, 'take')).status).toBe(409)
    expect(held.filter(({ kind }) => kind === 'load')).toEqual([])
  })

  // FILE-7
  it('loads a file once, although its end cannot be stored at first', async () => {
    const desk = client(process())
    const id = await previewed(desk)
    expect((await desk.act(id, 'take')).status).toBe(200)
    const fail = () => {
      throw new Error('The database is away.')
    }
    vi.spyOn(database.db, 'transaction').mockImplementationOnce(fail)
    vi.spyOn(database.db.patient, 'transaction').mockImplementationOnce(fail)
    held.at(-1)?.end(RESULT)
    await expect.poll(() => own(desk)).toMatchObject({ state: 'ended', result: RESULT })
    expect(held.filter(({ kind }) => kind === 'load')).toHaveLength(1)
  })

  /**
   * Does something after a desk has read what runs, and before it acts on that.
   * @returns resolves when the desk looks again
   */
  const duringNextLook = (act: () => Promise<unknown>): Promise<void> =>
    new Promise((resolve) => {
      const executor = database.db.getExecutor()
      const execute = executor.executeQuery.bind(executor)
      // Since the last report of a run. The first one after it looks for a silent import only.
      let reads = Number.NaN
      vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
        const result = await execute<never>(query)
        if (/^update "imports" set "beat_at"/.test(query.sql)) reads = 0
        else if (/^select .* where "is_running"/.test(query.sql)) {
          reads += 1
          if (reads === 2) await act()
          if (reads > 2) resolve()
        }
        return result
      })
    })
  const storedState = () =>
    database.db
      .selectFrom('imports')
      .select('state')
      .executeTakeFirst()
      .then((row) => row?.state)

  // FILE-7
  it('runs a file once, although its end is stored just after the desk has read that it runs', async () => {
    const desk = client(process())
    await desk.send('orders.csv', 'x')
    await duringNextLook(async () => {
      held.at(-1)?.end(PREVIEW)
      await expect.poll(storedState).toBe('previewed')
    })
    expect(held).toHaveLength(1)
  })

  /** Does something just after the next transaction, before its caller knows that it is over. */
  const afterNextTransaction = (act: () => Promise<unknown>): void => {
    const [real, next] = [database.db.transaction(), database.db.transaction()]
    vi.spyOn(next, 'execute').mockImplementationOnce((work) => real.execute(work).finally(act))
    vi.spyOn(database.db, 'transaction').mockReturnValueOnce(next)
  }

  // FILE-7
  it('reads a file once, although the desk sees it first that it begins', async () => {
    const desk = client(process())
    const id = await previewed(desk)
    afterNextTransaction(async () => {
      await expect.poll(() => held.length).toBe(2)
      held.at(-1)?.end(PREVIEW)
      await expect.poll(storedState).toBe('previewed')
    })
    expect((await desk.act(id, 'preview')).status).toBe(200)
    expect(held).toHaveLength(2)
  })

  // FILE-5
  it('stores no end of a run before, although it did not know that it was stored', async () => {
    const desk = client(process())
    await desk.send('orders.csv', 'x')
    const before = { ...NONE, before: '2026-01-01' }
    const { patient } = database.db
    const [real, next] = [patient.transaction(), patient.transaction()]
    const begun = new Promise<void>((resolve, reject) => {
      vi.spyOn(next, 'execute').mockImplementationOnce(async (work) => {
        await real.execute(work)
        const { id } = (await own(desk)) ?? { id: '' }
        desk.act(id, 'preview', before).then(() => resolve(), reject)
        await expect.poll(storedState).toBe('reading')
        throw new Error('The connection broke.')
      })
    })
    vi.spyOn(patient, 'transaction').mockReturnValueOnce(next)
    held.at(-1)?.end(PREVIEW)
    await begun
    await expect.poll(() => held.length).toBe(2)
    expect(held.at(-1)?.run.options).toEqual(before)
    expect(await storedState()).toBe('reading')
  })

  // FILE-7
  it('loads a file in the process that has it, also after that was started again', async () => {
    const [one, other] = [process('a'), process('b')]
    const id = await previewed(client(one))
    expect((await client(other).act(id, 'take')).status).toBe(200)
    await expect
      .poll(() => held.at(-1))
      .toMatchObject({ kind: 'load', file: expect.stringContaining(join(root, 'a')) })
    held.at(-1)?.end(RESULT)
    await expect.poll(() => stateOf(client(other))).toBe('ended')
    const again = await previewed(client(one))
    const restarted = client(process('a'))
    expect((await restarted.act(again, 'take')).status).toBe(200)
    expect(held.filter(({ kind }) => kind === 'load')).toHaveLength(2)
  })

  // FILE-8
  it('deletes a file that is replaced or discarded', async () => {
    const server = process()
    const [mere, hemi] = [client(server), client(server, HEMI)]
    const id = await previewed(mere)
    const next = await previewed(mere)
    expect(files()).toHaveLength(1)
    expect((await mere.act(id, 'take')).status).toBe(404)
    expect([await hemi.discard(next), await mere.discard(next)]).toEqual([404, 200])
    expect([files(), await own(mere)]).toEqual([[], null])
    await mere.send('orders.csv', 'x')
    const reading = await own(mere)
    expect(await mere.discard(reading?.id ?? '')).toBe(200)
    expect([files(), held.at(-1)?.run.signal.aborted, await own(mere)]).toEqual([[], true, null])
  })

  // FILE-8
  it('deletes what nobody has answered for a day', async () => {
    const desk = client(process())
    await previewed(desk)
    writeFileSync(join(root, 'a', 'left'), 'x')
    for (const name of files()) utimesSync(join(root, 'a', name), new Date(now), new Date(now))
    now += DAY + 3_600_001
    await expect.poll(files).toEqual([])
    expect(await own(desk)).toBeNull()
  })

  // FILE-9
  it('lets only the app role import, if one is required', async () => {
    const server = process()
    const parts = { role: 'Dispatch.Import' }
    const message = 'Your account is not allowed to import files.'
    const desk = client(server, MERE, parts)
    expect(await desk.send('orders.csv', 'x')).toMatchObject({ status: 403, body: { message } })
    expect([(await desk.current()).forbidden, (await desk.act('1', 'take')).status]).toEqual([message, 403])
    expect(files()).toEqual([])
    const allowed = client(server, staffOf('mere', 'Mere Parata', ['Dispatch.Import']), parts)
    expect((await allowed.current()).forbidden).toBeNull()
    expect((await allowed.send('orders.csv', 'x')).status).toBe(200)
  })
})
