import { expect, it } from 'vitest'
import { findKey } from '../../../src/server/intake/key-store.ts'
import { PATIENT } from '../../time-outs.ts'
import { onEachDatabase } from '../databases.ts'
import { runCommand } from '../operations/run-command.ts'

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
