import { createStore } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { jsonStorage } from '../../../src/web/storage/json-storage.ts'

const KEY = 'columns'
const Columns = z.array(z.string())

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

test('a missing entry is the initial value, without an error', () => {
  const parse = vi.spyOn(JSON, 'parse')
  expect(jsonStorage(Columns).getItem(KEY, ['code'])).toEqual(['code'])
  expect(parse).not.toHaveBeenCalled()
})

test.each([
  ['what was kept', '["code","total"]', ['code', 'total']],
  ['what cannot be read is the initial value', '["code', ['code']],
  ['an empty text is the initial value', '', ['code']],
  ['what does not fit is the initial value', '["code",5]', ['code']],
  ['what something else has stored is the initial value', '{"code":true}', ['code']],
])('%s', (_, stored, expected) => {
  localStorage.setItem(KEY, stored)
  expect(jsonStorage(Columns).getItem(KEY, ['code'])).toEqual(expected)
})

test('what was stored is read again as the same object, until it changes', () => {
  const storage = jsonStorage(Columns)
  storage.setItem(KEY, ['code'])
  const read = storage.getItem(KEY, [])
  expect(read).toEqual(['code'])
  expect(storage.getItem(KEY, [])).toBe(read)
  storage.setItem(KEY, ['total'])
  expect(storage.getItem(KEY, [])).toEqual(['total'])
})

test('a full storage loses the value and throws nothing', () => {
  const setItem = vi.fn(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const full = { length: 0, clear() {}, key: () => null, getItem: () => null, removeItem() {}, setItem }
  jsonStorage(Columns, full).setItem(KEY, ['code'])
  expect(setItem).toHaveBeenCalledWith(KEY, '["code"]')
})

test('another tab is followed, also when it removes the value', () => {
  const store = createStore()
  const columns = atomWithStorage<string[]>(KEY, ['code'], jsonStorage(Columns), { getOnInit: true })
  const stop = store.sub(columns, () => undefined)
  const tell = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue, storageArea: localStorage }))
  tell('["total"]')
  expect(store.get(columns)).toEqual(['total'])
  tell('{"from":"another version"}')
  expect(store.get(columns)).toEqual(['code'])
  tell('["total"]')
  tell(null)
  expect(store.get(columns)).toEqual(['code'])
  stop()
})
