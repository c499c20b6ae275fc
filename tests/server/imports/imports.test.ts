import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { Import } from '../../../src/contract/imports.ts'
import { receiveFile } from '../../../src/server/imports/uploaded-file.ts'
import { onEachDatabase } from '../databases.ts'
import { putCustomer, putOrders, signedInApp } from '../orders/harness.ts'
import { HEMI, MERE, NONE, PREVIEW, RESULT, setUpDesks, staffOf } from './import-desks.ts'

const DAY = 24 * 3_600_000

onEachDatabase((database) => {
  const { clock, held, process, client, own, stateOf, folderOf, files, previewed } = setUpDesks(database)

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
    expect(held[0]?.file).toBe(join(folderOf(), files()[0] ?? ''))
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
    writeFileSync(join(folderOf(), 'left'), 'x')
    for (const name of files()) utimesSync(join(folderOf(), name), new Date(clock.now), new Date(clock.now))
    clock.now += DAY + 3_600_001
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

  // FILE-6
  it('lists exactly the orders of an import, with the filters of the list', async () => {
    const { db } = database
    const customer = await putCustomer(db, { code: 'C1' })
    await putOrders(db, customer, [
      { code: '1', branch: 'christchurch' },
      { code: '2' },
      { code: '3' },
      { code: 'import12' },
    ])
    const rows = await db.selectFrom('orders').select(['id', 'code']).execute()
    const idOf = (code: string) => rows.find((row) => row.code === code)?.id ?? 0
    await db
      .insertInto('import_orders')
      .values([1, 3].map((code) => ({ import_id: 12, order_id: idOf(String(code)) })))
      .execute()
    const { list } = signedInApp(db)
    const listed = async (query: string) => (await list(query)).map(({ code }) => code)
    expect(await listed('?query=import+12')).toEqual(['3', '1'])
    expect(await listed('?query=Import+%2312&branch=christchurch')).toEqual(['1'])
    expect(await listed('?query=import+12&page=2')).toEqual([])
    expect(await listed('?query=import+13')).toEqual([])
    expect(await listed('?query=import12')).toEqual(['import12'])
  })
})

// FILE-1
it.each([
  ['supplier-orders 2025.jsonl', /^supplier-orders-[\w-]{36}\.jsonl$/],
  ['Customers_all.TXT', /^customers-[\w-]{36}\.txt$/],
  ['orders.exe', /^orders-[\w-]{36}$/],
  ['.', /^import-[\w-]{36}$/],
])('keeps of the name %j the kind and the extension', async (name, stored) => {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'))
  const { file } = await receiveFile(new Response('x').body, { folder, name, limitMb: 1 })
  expect([file, readdirSync(folder)]).toEqual([expect.stringMatching(stored), [file]])
  rmSync(folder, { recursive: true, force: true })
})

// FILE-2
it('gives up a file of which nothing more comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const folder = mkdtempSync(join(tmpdir(), 'imports-'))
  try {
    let isCancelled = false
    let count = 0
    const upload = await new Promise<{ received: Promise<unknown> }>((resolve) => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          count += 1
          if (count === 1) controller.enqueue(new TextEncoder().encode('code'))
          else resolve({ received })
          return count === 1 ? undefined : new Promise(() => undefined)
        },
        cancel() {
          isCancelled = true
        },
      })
      const received = receiveFile(body, { folder, name: 'orders.csv', limitMb: 1 }).catch((error) => error)
    })
    await vi.advanceTimersByTimeAsync(31_000)
    await vi.advanceTimersByTimeAsync(31_000)
    expect(await upload.received).toMatchObject({ status: 408 })
    expect([isCancelled, readdirSync(folder)]).toEqual([true, []])
  } finally {
    vi.useRealTimers()
    rmSync(folder, { recursive: true, force: true })
  }
})
