import { act, renderHook } from '@testing-library/react'
import { createStore } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { storeToken } from '../../../src/web/state/session.ts'
import { forgetDraftsBut, mergeDraft, useDraft } from '../../../src/web/storage/drafts.ts'
import { jsonStorage } from '../../../src/web/storage/json-storage.ts'
import { HEMI, MERE } from '../state/tokens.ts'

const INITIAL = { message: 'Kia ora', send: true }

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
})

function openForm(key = 'pack/1', initial = INITIAL) {
  return renderHook(() => useDraft(key, initial)).result
}

test('starts with its initial fields and stores nothing', () => {
  expect(openForm().current[0]).toEqual(INITIAL)
  expect(Object.keys(localStorage)).toEqual(['session-token'])
})

test('keeps typed text for the next opening, and updates untouched fields', () => {
  const form = openForm()
  act(() => form.current[1]({ send: false }))
  expect(form.current[0]).toEqual({ message: 'Kia ora', send: false })
  expect(openForm('pack/1', { message: 'Changed since', send: true }).current[0]).toEqual({
    message: 'Changed since',
    send: false,
  })
})

test('is deleted when cleared', () => {
  const form = openForm()
  act(() => form.current[1]({ message: 'typed' }))
  act(() => form.current[2]())
  expect(form.current[0]).toEqual(INITIAL)
  expect(Object.keys(localStorage)).toEqual(['session-token'])
})

test('is kept if another tab has changed what was to be deleted', () => {
  const form = openForm()
  act(() => form.current[1]({ message: 'typed' }))
  const key = Object.keys(localStorage).find((name) => name.startsWith('draft:')) ?? ''
  const there = JSON.stringify({ message: 'typed there' })
  localStorage.setItem(key, there)
  act(() => form.current[2](({ message }) => message === 'typed'))
  expect(localStorage.getItem(key)).toBe(there)
  act(() => form.current[2](({ message, send }) => message === 'typed there' && send))
  expect(localStorage.getItem(key)).toBeNull()
})

test('is deleted also from the same form opened again', () => {
  const left = openForm()
  act(() => left.current[1]({ message: 'typed' }))
  const again = openForm()
  expect(again.current[0].message).toBe('typed')
  act(() => left.current[2]())
  expect(again.current[0]).toEqual(INITIAL)
})

test('belongs to one form of one user', () => {
  const form = openForm()
  act(() => form.current[1]({ message: 'typed by Mere' }))
  expect(openForm('pack/2').current[0]).toEqual(INITIAL)
  storeToken(HEMI)
  expect(openForm().current[0]).toEqual(INITIAL)
  storeToken(MERE)
  expect(openForm().current[0].message).toBe('typed by Mere')
})

test('is shared with the other tabs', () => {
  const form = openForm()
  act(() => form.current[1]({ message: 'typed here' }))
  const key = Object.keys(localStorage).find((name) => name.startsWith('draft:')) ?? ''
  const newValue = JSON.stringify({ message: 'typed there' })
  localStorage.setItem(key, newValue)
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  })
  expect(form.current[0].message).toBe('typed there')
})

test('fields that no longer fit the form are dropped', () => {
  const stored: Partial<typeof INITIAL> = JSON.parse('{"message":5,"send":false,"gone":"x"}')
  expect(mergeDraft(INITIAL, stored)).toEqual({ message: 'Kia ora', send: false })
})

test.each([
  ['Mere@Example.com', ['draft:Mere@Example.com:pack/1']],
  ['Mere', []],
  ['', []],
])('all but those of %j are deleted', (user, left) => {
  localStorage.setItem('theme', 'dark')
  const form = openForm()
  act(() => form.current[1]({ message: 'typed by Mere' }))
  localStorage.setItem('draft:hemi@example.com:pack/1', '{}')
  forgetDraftsBut(user)
  const keys = Object.keys(localStorage)
  expect(keys.filter((key) => key.startsWith('draft:'))).toEqual(left)
  expect(keys).toContain('theme')
})

describe('JSON storage', () => {
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
})
