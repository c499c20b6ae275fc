import { expect, it, vi } from 'vitest'
import { onEachDatabase } from '../databases.ts'
import { NONE, PREVIEW, RESULT, setUpDesks } from './import-desks.ts'

onEachDatabase((database) => {
  const { clock, held, process, client, own, stateOf, folderOf, files, previewed } = setUpDesks(database)

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

  it('looks half as often while none runs, with one read, also after an import', async () => {
    const pace = 200
    const desk = client(process('a', { pace }))
    const id = await previewed(desk)
    await desk.act(id, 'take')
    held.at(-1)?.end(RESULT)
    await expect.poll(() => stateOf(desk)).toBe('ended')
    const looks: number[] = []
    const select = database.db.selectFrom.bind(database.db)
    vi.spyOn(database.db, 'selectFrom').mockImplementation((from) => {
      looks.push(performance.now())
      return select(from)
    })
    await expect.poll(() => looks.length, { timeout: 8000 }).toBeGreaterThan(6)
    const pauses = looks.slice(1).map((at, index) => at - (looks[index] ?? at))
    // The first may be within a look that saw the import, or follow it.
    expect(Math.min(...pauses.slice(3))).toBeGreaterThan(pace * 1.5)
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
  const killed = async (desk: ReturnType<typeof client>) => {
    const id = await previewed(desk)
    await database.db
      .updateTable('imports')
      .set({ state: 'loading', is_running: 1, holder: 'killed', beat_at: new Date(clock.now).toISOString() })
      .where('id', '=', Number(id))
      .execute()
  }

  // FILE-7
  it('ends the import of a server that was killed: at its next start, or once it is silent', async () => {
    const first = client(process())
    await killed(first)
    expect((await first.send('orders.csv', 'x')).status).toBe(409)
    clock.now += 31_000
    await expect
      .poll(() => own(first))
      .toMatchObject({ state: 'ended', failure: expect.stringMatching(/^The server was stopped/) })
    await killed(first)
    const restarted = client(process('a', { isAlone: true }))
    await expect.poll(() => stateOf(restarted)).toBe('ended')
    await expect.poll(files).toEqual([])
  })

  const storedState = () =>
    database.db
      .selectFrom('imports')
      .select('state')
      .executeTakeFirst()
      .then((row) => row?.state)

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
    const looked = beforeNextTransaction(() => put(clock.now))
    await put(clock.now - 31_000)
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

  // FILE-8
  it('keeps an import that is begun just before it would be deleted as old', async () => {
    const desk = client(process())
    await previewed(desk)
    const cleaned = beforeNextTransaction(async () => {
      const begun = { state: 'loading', is_running: 1, beat_at: new Date(clock.now).toISOString() } as const
      await database.db.updateTable('imports').set(begun).execute()
    })
    clock.now += 25 * 3_600_000
    await cleaned
    expect([await storedState(), files().length]).toEqual(['loading', 1])
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
    vi.spyOn(database.db.batch, 'transaction').mockImplementationOnce(fail)
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
      // Since the last report of a run.
      let reads = Number.NaN
      vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
        const result = await execute<never>(query)
        if (/^update "imports" set "beat_at"/.test(query.sql)) reads = 0
        else if (/^select .* where "is_running"/.test(query.sql)) {
          reads += 1
          if (reads === 1) await act()
          if (reads > 1) resolve()
        }
        return result
      })
    })

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
    const { batch } = database.db
    const [real, next] = [batch.transaction(), batch.transaction()]
    const begun = new Promise<void>((resolve, reject) => {
      vi.spyOn(next, 'execute').mockImplementationOnce(async (work) => {
        await real.execute(work)
        const { id } = (await own(desk)) ?? { id: '' }
        desk.act(id, 'preview', before).then(() => resolve(), reject)
        await expect.poll(storedState).toBe('reading')
        throw new Error('The connection broke.')
      })
    })
    vi.spyOn(batch, 'transaction').mockReturnValueOnce(next)
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
      .toMatchObject({ kind: 'load', file: expect.stringContaining(folderOf()) })
    held.at(-1)?.end(RESULT)
    await expect.poll(() => stateOf(client(other))).toBe('ended')
    const again = await previewed(client(one))
    const restarted = client(process('a'))
    expect((await restarted.act(again, 'take')).status).toBe(200)
    expect(held.filter(({ kind }) => kind === 'load')).toHaveLength(2)
  })
})
