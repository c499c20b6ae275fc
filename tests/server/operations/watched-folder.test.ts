import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkWatchFolder } from '../../../src/server/operations/check-storage.ts'
import { PATIENT } from '../../time-outs.ts'
import { importFolder } from '../import/harness.ts'
import { runCommand } from './run-command.ts'

const folder = importFolder()
const check = 'Watched folder'

it('the doctor reports files of the watched folder that were refused', () => {
  expect(checkWatchFolder(null)).toEqual([])
  mkdirSync(folder.path('refused'))
  expect(checkWatchFolder(folder.folder)).toEqual([
    { check, needsAttention: false, detail: 'No file was refused.' },
  ])
  for (const name of ['orders.csv', 'orders.csv.faults.txt'])
    writeFileSync(folder.path(`refused/${name}`), '')
  const detail = '1 refused file, such as orders.csv: the lists beside them name the faults.'
  expect(checkWatchFolder(folder.folder)).toEqual([{ check, needsAttention: true, detail }])
})

it('the doctor reports a watched folder that cannot be read', PATIENT, async () => {
  const settings = { DATA_DIR: folder.path('data'), WATCH_DIR: folder.path('none') }
  const { code, output } = await runCommand('doctor', [], settings)
  expect(output).toMatch(/^Watched folder +attention +WATCH_DIR cannot be read: /m)
  expect(code).toBe(1)
})
