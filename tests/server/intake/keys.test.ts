import { expect, it } from 'vitest'
import { findKey, saveUse } from '../../../src/server/intake/key-store.ts'
import { runKeysCommand } from '../../../src/server/intake/keys.ts'
import { PATIENT } from '../../time-outs.ts'
import { onEachDatabase } from '../databases.ts'
import { runCommand } from '../operations/run-command.ts'
import { NOW } from '../orders/harness.ts'

onEachDatabase((database) => {
  const run = (...words: string[]) => runKeysCommand({ db: database.db, now: NOW }, words)
  const create = async (name: string) => {
    const { text, isFailure } = await run('create', name)
    expect(isFailure).toBe(false)
    return text.split('\n').at(-1) ?? ''
  }
  const listed = async () => (await run('list')).text.split('\n').map((line) => line.split('\t'))

  it('creates a key and shows it alone on the last line', async () => {
    const key = await create('Web shop')
    expect(key).toMatch(/^dck_[\w-]{43}$/)
    expect(await findKey(database.db, key)).toMatchObject({ name: 'Web shop', last_used_at: null })
    expect(await create('Web shop')).not.toBe(key)
  })

  // V13.2.1
  it('stores no key, only its hash', async () => {
    const key = await create('Secret shop')
    const rows = await database.db.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key.slice(4))
    expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
  })

  it('lists the keys with their last use', async () => {
    const key = await create('Listed shop')
    const found = await findKey(database.db, key)
    expect(await listed()).toContainEqual([found?.id, 'Listed shop', '20/11/2026 12:00', 'never'])
    await saveUse(database.db, found?.id ?? '', NOW + 60_000)
    expect(await listed()).toContainEqual([found?.id, 'Listed shop', '20/11/2026 12:00', '20/11/2026 12:01'])
  })

  it.each([['name'], ['id']])('revokes a key by its %s', async (by) => {
    const name = `Shop by ${by}`
    const [key, other] = [await create(name), await create('Other shop')]
    const id = (await findKey(database.db, key))?.id ?? ''
    const which = by === 'id' ? id : name
    expect(await run('revoke', which)).toEqual({ text: `Revoked 1 key of ${which}.`, isFailure: false })
    expect(await findKey(database.db, key)).toBeNull()
    expect(await findKey(database.db, other)).not.toBeNull()
    expect((await listed()).some(([one]) => one === id)).toBe(false)
    expect(await run('revoke', which)).toEqual({ text: `There is no key ${which}.`, isFailure: true })
  })

  it.each([
    [[]],
    [['create']],
    [['create', ' ']],
    [['create', 'a', 'b']],
    [['create', 'a\nb']],
    [['list', 'x']],
    [['end', 'x']],
  ])('prints its usage for %j', async (words) => {
    expect(await run(...words)).toEqual({ text: expect.stringMatching(/^Usage: /), isFailure: true })
  })
})

/** A process from its start. */
onEachDatabase((database) => {
  it('creates a key beside a running server, alone on the last line', PATIENT, async () => {
    const { databaseUrl, dataDir } = database.place
    const settings = { DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir }
    const { code, output } = await runCommand('intake-keys', ['create', 'Web shop'], settings)
    expect(code).toBe(0)
    const key = output.trimEnd().split('\n').at(-1) ?? ''
    expect(await findKey(database.db, key)).toMatchObject({ name: 'Web shop' })
    const log = output.split('\n').find((line) => line.startsWith('{')) ?? ''
    expect(JSON.parse(log)).toMatchObject({ security: 'key-created', keyName: 'Web shop' })
    expect(log).not.toContain(key)
  })
})
