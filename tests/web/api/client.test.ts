import './fake-server.ts'
import axios from 'axios'
import { beforeEach, describe, expect, test } from 'vitest'
import { POSITION_HEADER } from '../../../src/contract/changes.ts'
import { listConsignments } from '../../../src/contract/consignments.ts'
import { getOrder, listOrders, recordPayment } from '../../../src/contract/orders.ts'
import { exchangeCode, startSignIn, validateToken } from '../../../src/contract/sign-in.ts'
import { CallError, refusalOf, send } from '../../../src/web/api/client.ts'
import { now } from '../../../src/web/state/clock.ts'
import { firstPosition } from '../../../src/web/state/live.ts'
import { expireSession, readToken, storeToken } from '../../../src/web/state/session.ts'
import { HEMI, MERE } from '../state/tokens.ts'
import { connectionLost, fakeServer } from './fake-server.ts'

const PAYMENT = {
  date_paid: '2026-11-20',
  payment_amount: 176302,
  payment_method: 'bank',
  reference: '',
} as const

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeToken(MERE)
})

/** The error of a failed call. */
async function failureOf(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof CallError) return error
  throw new Error(`not a CallError: ${String(error)}`)
}

describe('a request', () => {
  // API-2
  test('to the data host goes under /api/v1 with the bearer token', async () => {
    fakeServer.answer(() => ({ body: [] }))
    await send(listOrders)
    expect(fakeServer.sent).toEqual([
      { method: 'GET', url: '/api/v1/orders', authorization: `Bearer ${MERE}`, body: undefined },
    ])
  })

  test('sent first gives the page its position in the stream of changes, although another is answered earlier', async () => {
    let answerFirst = () => {}
    const at = (position: string) => ({ body: [], headers: { [POSITION_HEADER]: position } })
    fakeServer.answer(({ url }) => {
      if (url !== '/api/v1/orders') return at('feed.9')
      return new Promise((resolve) => {
        answerFirst = () => resolve(at('feed.8'))
      })
    })
    const first = send(listOrders)
    await send(listOrders, { query: { page: 2 } })
    answerFirst()
    await first
    expect(await firstPosition.position).toBe('feed.8')
  })

  // V1.2.2
  test('encodes the parameters of its path', async () => {
    fakeServer.answer(() => ({ body: { code: 'A/1 #2' } }))
    await send(getOrder, { path: { code: 'A/1 #ā' } })
    expect(fakeServer.sent[0]?.url).toBe('/api/v1/orders/A%2F1%20%23%C4%81')
  })

  test('leaves out undefined parameters', async () => {
    fakeServer.answer(() => ({ body: [] }))
    await send(listOrders, { query: { page: undefined, daterange: '30days', query: 'tāmaki & co' } })
    expect(fakeServer.sent[0]?.url).toBe('/api/v1/orders?daterange=30days&query=t%C4%81maki+%26+co')
  })

  test('keeps blank parameters', async () => {
    fakeServer.answer(() => ({ body: [] }))
    await send(listConsignments, { query: { date: '2026-11-20', query: '', provider: '' } })
    expect(fakeServer.sent[0]?.url).toBe('/api/v1/consignments?date=2026-11-20&query=&provider=')
  })

  test('contains its body', async () => {
    fakeServer.answer(() => ({ body: { success: true } }))
    await send(recordPayment, { path: { code: '104823' }, body: PAYMENT })
    expect(fakeServer.sent[0]).toMatchObject({ method: 'POST', body: PAYMENT })
  })

  // API-2
  test.each([
    ['login-start', () => send(startSignIn), '/identity/auth', null],
    [
      'the exchange',
      () => send(exchangeCode, { body: { code: 'c', state: 's' } }),
      '/identity/microsoft',
      null,
    ],
    ['the validation', () => send(validateToken), '/identity/auth/validate', `Bearer ${MERE}`],
  ])('of %s goes to the authentication host', async (_, call, url, authorization) => {
    fakeServer.answer(() => ({ body: { access_token: 't' } }))
    await call()
    expect(fakeServer.sent[0]).toMatchObject({ url, authorization })
  })
})

test('without a token, a call that needs one is not sent', async () => {
  fakeServer.answer(() => ({ body: [] }))
  expireSession()
  expect(await failureOf(send(listOrders))).toMatchObject({ status: 401 })
  expect(fakeServer.sent).toEqual([])
})

describe('an answer', () => {
  test('is parsed by the schema of its call, without unreadable rows', async () => {
    fakeServer.answer(() => ({ body: [{ code: 1 }, { reference: 'no code' }, 'nonsense', { code: 'B' }] }))
    const { rows, unreadable } = await send(listOrders)
    expect([rows.map(({ code }) => code), unreadable]).toEqual([['1', 'B'], 2])
  })

  test.each([
    ['of another shape', { orders: [] }],
    ['that is no JSON', undefined],
  ])('%s is a failed call', async (_, body) => {
    fakeServer.answer(() => ({ body }))
    expect(await failureOf(send(listOrders))).toMatchObject({ status: 200, notFound: false })
  })

  test('corrects the clock by its date', async () => {
    const ahead = new Date(Date.now() + 3_600_000).toUTCString()
    fakeServer.answer(() => ({ body: [], headers: { date: ahead } }))
    await send(listOrders)
    expect(Math.abs(now() - Date.parse(ahead))).toBeLessThan(600_000)
  })
})

describe('a failure', () => {
  test('has status, message and field of a refusal', async () => {
    fakeServer.answer(() => ({
      status: 422,
      body: { success: false, message: 'Not a day', field: 'date_paid' },
    }))
    const error = await failureOf(send(recordPayment, { path: { code: '1' }, body: PAYMENT }))
    expect(error).toMatchObject({
      status: 422,
      message: 'Not a day',
      field: 'date_paid',
      notFound: false,
      isWorded: true,
    })
  })

  test.each([
    ['without words', undefined],
    ['with other words', { error: 'x' }],
    ['with words of a wrong type', { message: 5 }],
  ])('%s has a message, too', async (_, body) => {
    fakeServer.answer(() => ({ status: 404, body }))
    expect(await failureOf(send(getOrder, { path: { code: '1' } }))).toMatchObject({
      status: 404,
      notFound: true,
      field: null,
      message: 'Status 404',
      isWorded: false,
    })
  })

  test('without a response has status 0', async () => {
    fakeServer.answer(connectionLost)
    expect(await failureOf(send(listOrders))).toMatchObject({
      status: 0,
      message: 'The server did not answer.',
    })
  })

  test('by its own signal is a cancellation, not a CallError', async () => {
    fakeServer.answer(() => ({ body: [] }))
    const controller = new AbortController()
    const call = send(listOrders, { signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toSatisfy((error) => axios.isCancel(error))
  })
})

describe('a refused token', () => {
  test('on a data call ends the session', async () => {
    fakeServer.answer(() => ({ status: 401, body: { success: false } }))
    expect(await failureOf(send(listOrders))).toMatchObject({ status: 401 })
    expect(readToken()).toBeNull()
  })

  test('on a sign-in call leaves the session to the sign-in screen', async () => {
    fakeServer.answer(() => ({ status: 401 }))
    await failureOf(send(validateToken))
    expect(readToken()).toBe(MERE)
  })

  test('that arrives late does not end the next session', async () => {
    fakeServer.answer(() => {
      storeToken(HEMI)
      return { status: 401 }
    })
    await failureOf(send(listOrders))
    expect(readToken()).toBe(HEMI)
  })
})

test.each([
  [{ 'retry-after': '12' }, undefined, 'Too many requests. Try again in 12 seconds.'],
  [{ 'retry-after': '1' }, undefined, 'Too many requests. Try again in 1 second.'],
  [{ 'retry-after': 'Fri, 20 Nov 2026 01:02:03 GMT' }, undefined, 'Too many requests. Try again later.'],
  [{}, {}, 'Too many requests. Try again later.'],
  [{ 'retry-after': '12' }, { message: 'Too many sign-ins.' }, 'Too many sign-ins.'],
])('a refusal for too many requests with %j and %j says when to try again', async (headers, body, words) => {
  fakeServer.answer(() => ({ status: 429, headers, body }))
  const error = await send(startSignIn).catch((thrown: unknown) => thrown)
  expect(refusalOf(error).reason).toBe(words)
})

const NOTHING = { reason: null, field: null }

test.each([
  [400, { reason: 'Because.', field: 'query' }],
  [409, { reason: 'Because.', field: 'query' }],
  [422, { reason: 'Because.', field: 'query' }],
  [429, { reason: 'Because.', field: 'query' }],
  [507, NOTHING],
  [503, { reason: 'Because.', field: 'query' }],
  [500, NOTHING],
  [502, NOTHING],
  [0, NOTHING],
  [200, NOTHING],
])('the reason of status %i is shown if it helps', (status, refusal) => {
  expect(refusalOf(new CallError(status, 'Because.', 'query'))).toEqual(refusal)
})

test.each([
  ['no words', new CallError(409, ' ')],
  ['words that are not for people', new CallError(409, 'Request failed with status code 409', null, false)],
  ['no call', new Error('Because.')],
])('%s: no reason', (_, error) => expect(refusalOf(error)).toEqual(NOTHING))
