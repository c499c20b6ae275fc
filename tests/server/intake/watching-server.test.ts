import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { startServer } from '../../../src/server/main.ts'
import { PATIENT } from '../../time-outs.ts'
import { importFolder } from '../import/harness.ts'

const folder = importFolder()

it('the server imports the files of WATCH_DIR', PATIENT, async () => {
  const settings = { port: 0, demo: false, dataDir: folder.path('data'), watchDir: folder.path('inbox') }
  mkdirSync(settings.watchDir)
  writeFileSync(folder.path('inbox/customers.csv'), 'code,name\n10482,Aroha Ngata\n')
  const server = await startServer(settings)
  try {
    await expect
      .poll(() => existsSync(folder.path('inbox/done/customers.csv')), { timeout: 100_000, interval: 100 })
      .toBe(true)
  } finally {
    await server.close()
  }
})

it('the server does not start with a WATCH_DIR that cannot be used', async () => {
  writeFileSync(folder.path('file'), '')
  const settings = { port: 0, demo: false, dataDir: folder.path('data'), watchDir: folder.path('file') }
  await expect(startServer(settings)).rejects.toThrow(/^WATCH_DIR .* cannot be used: /)
})
