import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { LOADING, type SettledFiles, settledFiles } from '../../../src/server/intake/settled-files.ts'
import { importFolder } from '../import/harness.ts'

const SETTLED_MS = 5000

const folder = importFolder()
let now = 0
let files: SettledFiles
const write = (name: string, text = 'x') => writeFileSync(folder.path(name), text)
/** The settled files after some milliseconds. */
const after = async (time: number) => {
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
  expect(await after(0)).toEqual([])
  expect(await after(SETTLED_MS - 1)).toEqual([])
  expect(await after(1)).toEqual(['orders.csv'])
  expect(await after(1000)).toEqual(['orders.csv'])
})

it('waits again after each change of a file that is still written', async () => {
  write('orders.csv')
  await after(0)
  for (let part = 0; part < 5; part += 1) {
    appendFileSync(folder.path('orders.csv'), 'more')
    expect(await after(SETTLED_MS - 1)).toEqual([])
  }
  expect(await after(SETTLED_MS)).toEqual(['orders.csv'])
})

it('lists a file that was renamed into place, and forgets a removed one', async () => {
  write('orders.csv.part')
  await after(0)
  expect(await after(SETTLED_MS)).toEqual([])
  renameSync(folder.path('orders.csv.part'), folder.path('orders.csv'))
  await after(0)
  expect(await after(SETTLED_MS)).toEqual(['orders.csv'])
  rmSync(folder.path('orders.csv'))
  expect(await after(0)).toEqual([])
  write('orders.csv')
  expect(await after(0)).toEqual([])
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
  await after(0)
  expect(await after(SETTLED_MS)).toEqual(['customers.csv'])
})

it('lists files in loading order, and lets each wait for those before it', async () => {
  for (const name of ['notes.txt', 'orders-2.csv', 'orders-1.csv', 'suppliers.csv']) write(name)
  await after(0)
  await after(SETTLED_MS - 1)
  write('customers.csv')
  expect(await after(1)).toEqual(['suppliers.csv'])
  expect(await after(SETTLED_MS)).toEqual([
    'suppliers.csv',
    'customers.csv',
    'orders-1.csv',
    'orders-2.csv',
    'notes.txt',
  ])
})

it('lists a file whose import was interrupted before others of its kind', async () => {
  for (const name of ['orders-1.csv', 'customers.csv', 'loading/orders-2.csv']) write(name)
  await after(0)
  expect(await after(SETTLED_MS)).toEqual(['customers.csv', 'loading/orders-2.csv', 'orders-1.csv'])
  files.postpone('loading/orders-2.csv', 30_000)
  expect(await after(0)).toEqual(['customers.csv'])
})

it('does not list a postponed file for a time', async () => {
  write('orders.csv')
  await after(0)
  await after(SETTLED_MS)
  files.postpone('orders.csv', 30_000)
  expect(await after(29_999)).toEqual([])
  expect(await after(1)).toEqual(['orders.csv'])
})
