import { beforeEach, expect, test } from 'vitest'
import { endSession, expireSession, storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { dismissToast, notify, toastsAtom } from '../../../src/web/state/toasts.ts'
import { HEMI, MERE } from './tokens.ts'

const texts = () => store.get(toastsAtom).map(({ text }) => text)

beforeEach(() => store.set(toastsAtom, []))

test('the same text replaces the earlier one, and there are at most three', () => {
  notify('info', 'a')
  notify('info', 'b')
  notify('info', 'a')
  expect(texts()).toEqual(['b', 'a'])
  notify('info', 'c')
  notify('info', 'd')
  expect(texts()).toEqual(['a', 'c', 'd'])
})

test('only a new error removes the oldest error', () => {
  notify('error', 'a')
  notify('error', 'b')
  notify('info', 'c')
  notify('success', 'd')
  expect(texts()).toEqual(['a', 'b', 'd'])
  notify('error', 'e')
  expect(texts()).toEqual(['a', 'b', 'e'])
  notify('error', 'f')
  expect(texts()).toEqual(['b', 'e', 'f'])
  notify('info', 'g')
  expect(texts()).toEqual(['e', 'f', 'g'])
})

test('one is dismissed by its id', () => {
  notify('info', 'a')
  notify('info', 'b')
  dismissToast(store.get(toastsAtom)[0]?.id ?? -1)
  expect(texts()).toEqual(['b'])
})

test.each([
  ['signs out', endSession, []],
  ['is followed by somebody else', () => storeToken(HEMI), []],
  ['has to sign in again', expireSession, ['a']],
])('a toast for a user who %s is shown to nobody else', (_, end, left) => {
  storeToken(MERE)
  notify('info', 'a')
  end()
  expect(texts()).toEqual(left)
})
