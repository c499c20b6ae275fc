import { afterEach, expect, test, vi } from 'vitest'
import type { IndexedRecord } from '../../../src/domain/records/indexed-record.ts'
import { persistIndex } from '../../../src/web/record-index/persist-index.ts'
import { RecordIndex } from '../../../src/web/record-index/record-index.ts'
import { endSession, expireSession, storeToken } from '../../../src/web/state/session.ts'
import { GENEROUS } from '../../time-outs.ts'

function record(code: string): IndexedRecord {
  return { kind: 'order', code, name: '', contact: '', at: null, total: null, status: null }
}

/** Stores a token of this user. Its signature is not checked here. */
function signInAs(email: string): void {
  storeToken(`x.${btoa(JSON.stringify({ given_name: 'Mere', email }))}.x`)
}

const stops: (() => void)[] = []
function tab(): RecordIndex {
  const index = new RecordIndex()
  stops.push(persistIndex(index, () => () => {}))
  return index
}
afterEach(() => {
  removeConsole()
  endSession()
  vi.unstubAllGlobals()
})

test('tabs of one user share the records that they load', async () => {
  signInAs('mere@example.com')
  const [one, other] = [tab(), tab()]
  one.add([record('104823')])
  await vi.waitFor(() => expect(other.byCode('104823')?.code).toBe('104823'), GENEROUS)
})

test('what one forgets the others forget', async () => {
  signInAs('mere@example.com')
  const [one, other] = [tab(), tab()]
  one.add([record('104823'), record('104824')])
  await vi.waitFor(() => expect(other.size).toBe(2), GENEROUS)
  one.forget(record('104823'))
  await vi.waitFor(() => expect(other.byCode('104823')).toBeNull(), GENEROUS)
  expect(other.size).toBe(1)
})

test('the tab of another user receives nothing', async () => {
  signInAs('mere@example.com')
  const [one, witness] = [tab(), tab()]
  signInAs('tom@example.com')
  const other = tab()
  one.add([record('104823')])
  await vi.waitFor(() => expect(witness.size).toBe(1), GENEROUS)
  expect(other.size).toBe(0)
})

/** The console is removed when its session ends. */
function removeConsole(): void {
  for (const stop of stops.splice(0)) stop()
}

// PAL-3
test.each([
  ['that ends', () => undefined, 1],
  ['whose session expires', expireSession, 1],
  ['whose user signs out', endSession, 0],
  ['in which another user signs in', () => signInAs('tom@example.com'), 0],
])('a console %s forgets all records, and stores those that wait only for its user', (_, leave, writes) => {
  const storage = { open: vi.fn() }
  vi.stubGlobal('indexedDB', storage)
  signInAs('mere@example.com')
  const index = tab()
  index.add([record('104823')])
  leave()
  removeConsole()
  expect(index.size).toBe(0)
  expect(storage.open).toHaveBeenCalledTimes(writes)
})

test('is warmed after it is restored, until the console is removed', async () => {
  signInAs('mere@example.com')
  const stopped = vi.fn()
  const feed = vi.fn(() => stopped)
  stops.push(persistIndex(new RecordIndex(), feed))
  await vi.waitFor(() => expect(feed).toHaveBeenCalledOnce(), GENEROUS)
  expect(stopped).not.toHaveBeenCalled()
  removeConsole()
  expect(stopped).toHaveBeenCalled()
})
