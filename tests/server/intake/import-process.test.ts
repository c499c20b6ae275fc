import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { importInProcess } from '../../../src/server/intake/import-process.ts'
import { PATIENT } from '../../time-outs.ts'
import { importFolder } from '../import/harness.ts'

const folder = importFolder()
const PLACE = { databaseUrl: null, dataDir: 'none' }
const never = new AbortController().signal
/** Milliseconds, longer than the start of a process takes. */
const SILENCE = 4000

/** A program instead of the import. */
function program(source: string): string[] {
  writeFileSync(folder.path('program.cjs'), source)
  return [folder.path('program.cjs')]
}

it('stops an import that makes no progress', PATIENT, async () => {
  const stuck = program('process.stderr.write("begun\\n"); setInterval(() => undefined, 1000)')
  expect(await importInProcess('orders.csv', PLACE, never, stuck, SILENCE)).toEqual({
    outcome: 'failed',
    summary: '',
    list: 'The import made no progress for 4 seconds.\nbegun\n',
  })
})

it('lets an import take any time while it makes progress', PATIENT, async () => {
  const long = program(`
    let count = 0
    const work = setInterval(() => {
      process.send('progress')
      count += 1
      if (count < 60) return
      clearInterval(work)
      process.stdout.write('done')
      process.disconnect()
    }, 100)`)
  expect(await importInProcess('orders.csv', PLACE, never, long, SILENCE)).toEqual({
    outcome: 'loaded',
    summary: 'done',
    list: '',
  })
})
