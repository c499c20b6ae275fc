import { createStore } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { afterEach, expect, test, vi } from 'vitest'
import { keptJson } from '../../../src/web/storage/kept-json.ts'

const KEY = 'columns'

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

test('a missing entry is the initial value, without an error', () => {
  const parse = vi.spyOn(JSON, 'parse')
  expect(keptJson<string[]>().getItem(KEY, ['code'])).toEqual(['code'])
  expect(parse).not.toHaveBeenCalled()
})

test.each([
  ['what was kept', '["code","total"]', ['code', 'total']],
  ['what cannot be read is the initial value', '["code', ['code']],
  ['an empty text is the initial value', '', ['code']],
])('%s', (_, stored, expected) => {
  localStorage.setItem(KEY, stored)
  expect(keptJson<string[]>().getItem(KEY, ['code'])).toEqual(expected)
})

test('another tab is followed, also when it removes the value', () => {
  const store = createStore()
  const columns = atomWithStorage<string[]>(KEY, ['code'], keptJson(), { getOnInit: true })
  const stop = store.sub(columns, () => undefined)
  const tell = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue, storageArea: localStorage }))
  tell('["total"]')
  expect(store.get(columns)).toEqual(['total'])
  tell(null)
  expect(store.get(columns)).toEqual(['code'])
  stop()
})
