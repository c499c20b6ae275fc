import { beforeEach, expect, test } from 'vitest'
import { endSession, expireSession, storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { dismissToast, notify, notifyAbout, toastsAtom } from '../../../src/web/state/toasts.ts'
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

test('toasts about one order fold into one, with all lines, links and commands', () => {
  const link = { label: 'Open order', path: '/orders/1' }
  notifyAbout(['1'], 'success', 'Order 1 paid', link)
  notify('info', 'between')
  notifyAbout(['2'], 'success', 'Order 2 packed')
  notifyAbout(['1', 'COC1'], 'success', 'Consignment COC1 booked', null, ['booking.undo'], 5_000)
  // A label is known by its consignment only.
  notifyAbout(['COC1'], 'warning', 'Throw away the label')
  expect(texts()).toEqual(['between', 'Order 2 packed', 'Throw away the label'])
  expect(store.get(toastsAtom).at(-1)).toMatchObject({
    tone: 'warning',
    earlier: ['Order 1 paid', 'Consignment COC1 booked'],
    about: ['1', 'COC1'],
    link,
    commands: ['booking.undo'],
    until: 5_000,
  })
})

test('the tone of a folded toast is its most serious one', () => {
  notifyAbout(['1'], 'warning', 'unconfirmed')
  notifyAbout(['1'], 'success', 'packed')
  expect(store.get(toastsAtom)).toMatchObject([{ tone: 'warning', text: 'packed', earlier: ['unconfirmed'] }])
})

test('an error about an order stays apart from what succeeded, and folds with its other errors', () => {
  notifyAbout(['1'], 'error', 'not packed')
  notifyAbout(['1'], 'success', 'paid')
  notifyAbout(['1'], 'error', 'not booked')
  expect(store.get(toastsAtom)).toMatchObject([
    { tone: 'success', text: 'paid', earlier: [] },
    { tone: 'error', text: 'not booked', earlier: ['not packed'] },
  ])
})

test('a text that is repeated is shown once', () => {
  notifyAbout(['1'], 'success', 'Order 1 packed')
  notifyAbout(['1'], 'success', 'Order 1 packed')
  expect(store.get(toastsAtom)).toMatchObject([{ text: 'Order 1 packed', earlier: [] }])
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
