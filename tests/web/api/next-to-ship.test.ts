import './fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { nextToShip } from '../../../src/web/api/freight.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { MERE } from '../state/tokens.ts'
import { fakeServer } from './fake-server.ts'

let inList: { code: string | null; followed: boolean }
beforeEach(() => {
  storeToken(MERE)
  inList = { code: '104900', followed: true }
  fakeServer.answer(({ url }) => ({
    body: url.includes('from=list') ? inList : { code: '104700', followed: false },
  }))
})

const asked = () =>
  fakeServer.sent.map(({ url }) => Object.fromEntries(new URL(url, location.origin).searchParams))

test.each<[string, string, Record<string, string>]>([
  ['the default list', '/orders', { daterange: '30days' }],
  [
    'a page of a filtered list',
    '/orders?page=3&query=wanaka&branch=christchurch&daterange=all&status=ready',
    { query: 'wanaka', branch: 'christchurch', status: 'ready' },
  ],
  ['codes', '/orders?codes=104900%2C104823', { codes: '104900,104823' }],
  ['the orders of a customer', '/customers/A%2F1?tab=orders&page=2', { customer: 'A/1' }],
])('the next order follows %s', async (_, address, list) => {
  expect(await nextToShip('104823', address)).toEqual({ code: '104900', outside: null })
  expect(asked()).toEqual([{ after: '104823', from: 'list', ...list }])
})

test('if the list has no other, the oldest order outside of it is named', async () => {
  inList = { code: null, followed: true }
  expect(await nextToShip('104823', '/orders')).toEqual({ code: null, outside: '104700' })
  expect(asked().at(-1)).toEqual({ after: '104823' })
})

test('if the order is not in the list, the answer is the oldest one', async () => {
  inList = { code: '104700', followed: false }
  expect(await nextToShip('104823', '/orders')).toEqual({ code: '104700', outside: null })
})

test('without a list, the oldest order is requested', async () => {
  expect(await nextToShip('104823', null)).toEqual({ code: '104700', outside: null })
  expect(asked()).toEqual([{ after: '104823' }])
})
