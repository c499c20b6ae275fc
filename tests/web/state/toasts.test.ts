import { beforeEach, expect, test } from 'vitest'
import { endSession, expireSession, storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { dismissToast, notify, toastsAtom } from '../../../src/web/state/toasts.ts'
import { HEMI, MERE } from './tokens.ts'

const texts = () => store.get(toastsAtom).map(({ text }) => text)

beforeEach(() => store.set(toastsAtom, []))

test('the same words replace the earlier ones, and three are the most', () => {
  notify('info', 'a')
  notify('info', 'b')
  notify('info', 'a')
  expect(texts()).toEqual(['b', 'a'])
  notify('error', 'c')
  notify('error', 'd')
  expect(texts()).toEqual(['a', 'c', 'd'])
})

test('one is put away by its id', () => {
  notify('info', 'a')
  notify('info', 'b')
  dismissToast(store.get(toastsAtom)[0]?.id ?? -1)
  expect(texts()).toEqual(['b'])
})

test.each([
  ['signs out', endSession, []],
  ['is followed by somebody else', () => storeToken(HEMI), []],
  ['has to sign in again', expireSession, ['a']],
])('what was said to a user who %s is shown to nobody else', (_, end, left) => {
  storeToken(MERE)
  notify('info', 'a')
  end()
  expect(texts()).toEqual(left)
})
