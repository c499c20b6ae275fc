import { BlockList } from 'node:net'
import { Hono } from 'hono'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerError } from '../../../src/server/http/api-answers.ts'
import { Refusal } from '../../../src/server/http/refusal.ts'
import { identifyRequest } from '../../../src/server/http/request-log.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { createLog, currentRequest, logSecurity } from '../../../src/server/platform/log.ts'
import { spyOnLog } from '../spy-on-log.ts'

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtZXJlIn0.c2lnbmF0dXJl'

describe('a line of the log', () => {
  vi.stubEnv('LOG_LEVEL', 'info')
  let line = ''
  const log = createLog({
    write: (text) => {
      line = text
    },
  })
  vi.unstubAllEnvs()
  const written = (): unknown => JSON.parse(line)

  // V16.2.1
  it('has its level, its ISO time and its fields', () => {
    log.warn({ courier: 'Titus' }, 'Courier gave no price')
    expect(written()).toMatchObject({ level: 'warn', courier: 'Titus', msg: 'Courier gave no price' })
    expect(line).toMatch(/"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/)
  })

  it('has the stack of an error and its causes, without the fields that quote data', () => {
    const cause = Object.assign(new Error('full'), {
      detail: 'Key (email)=(mere@example.com)',
      code: '53100',
    })
    log.error({ err: new Error('Not saved', { cause }) }, 'Request failed')
    expect(written()).toMatchObject({ err: { type: 'Error', message: 'Not saved: full' } })
    expect(line).toContain('caused by: Error: full')
    expect(line).not.toContain('mere@example.com')
    log.error({ err: cause }, 'Request failed')
    expect(written()).toMatchObject({ err: { message: 'full', code: '53100' } })
  })

  // V16.2.5
  it.each([
    ['a field that is a secret', { token: 'abc' }, 'abc'],
    ['a field within another', { request: { authorization: 'abc' } }, 'abc'],
    ['a session token in a message', { reason: `no such token ${JWT}` }, JWT],
    ['a key of another system in a message', { reason: 'no such key dck_q1w2-e3_r4' }, 'q1w2'],
    ['a bearer token in a message', { reason: 'sent Bearer q1w2.e3~r4==' }, 'q1w2'],
    ['the password of an address', { reason: 'postgres://mere:hunter2@db/orders' }, 'hunter2'],
  ])('does not show %s', (_, fields, secret) => {
    log.info(fields, 'Said')
    expect(line).toContain('[redacted]')
    expect(line).not.toContain(secret)
  })

  // V16.4.1
  it.each([
    ['Tāmaki\n\tat line 1', 'Tāmaki\\n\\tat line 1'],
    ['red \u001b[31m', 'red \\u001b[31m'],
    ['\r\u009b2J\u0000\u007f', '\\r\\u009b2J\\u0000\\u007f'],
    ['mirrored \u202e', 'mirrored \\u202e'],
    ['tagged \u{e0041}', 'tagged \\udb40\\udc41'],
  ])('escapes %j as %j', (text, shown) => {
    log.info(text)
    expect(line).toContain(`"msg":"${shown}"}\n`)
    expect(written()).toMatchObject({ msg: text })
  })

  // V16.2.1
  it('carries the request during which it was written', () => {
    currentRequest.run({ requestId: 'r1', method: 'GET', path: '/api' }, () => log.info('Said'))
    expect(written()).toMatchObject({ requestId: 'r1', method: 'GET', path: '/api' })
    log.info('Said')
    expect(written()).not.toHaveProperty('requestId')
  })
})

describe('an answer', () => {
  const logged = spyOnLog()
  afterEach(() => logged.clear())
  const app = new Hono<SessionEnv>()
  app.onError(answerError)
  app.use(identifyRequest(new BlockList()))
  const during: unknown[] = []
  app.get('/fails', () => {
    during.push(currentRequest.getStore())
    throw new Error('down')
  })
  app.get('/refuses/:status', (c) => {
    c.set('staff', { id: 'local:mere', name: 'Mere', givenName: 'Mere', email: 'mere@example.com' })
    throw new Refusal(c.req.param('status') === '404' ? 404 : 409, 'Not now.')
  })

  // V16.5.1
  it('to an unexpected error is logged with the id in the response', async () => {
    const answer = await app.request('/fails?query=secret%0A')
    const requestId = answer.headers.get('x-request-id')
    expect(requestId).toMatch(/^[\da-f-]{36}$/)
    expect(await answer.json()).toEqual({
      success: false,
      message: 'The server could not do this. Try again.',
      request_id: requestId,
    })
    expect(during).toEqual([{ requestId, method: 'GET', path: '/fails' }])
    expect(logged.entries()).toMatchObject([{ level: 'error', message: 'Request failed' }])
  })

  // V16.3.2
  it('that refuses is logged with user and reason', async () => {
    await app.request('/refuses/409')
    expect(logged.entries()).toMatchObject([
      {
        level: 'warn',
        security: 'refused',
        status: 409,
        reason: 'Not now.',
        staff: { email: 'mere@example.com' },
      },
    ])
  })

  it('for a record that is not there is not logged', async () => {
    await app.request('/refuses/404')
    expect(logged.entries()).toEqual([])
  })
})

it('logs a security event at the level of its outcome', () => {
  const logged = spyOnLog()
  logSecurity('sign-in', {}, { id: 'local:mere', email: 'mere@example.com' })
  logSecurity('unauthorised', { bearer: 'missing' })
  expect(logged.entries()).toEqual([
    {
      level: 'info',
      message: 'Security: sign-in',
      security: 'sign-in',
      staff: { id: 'local:mere', email: 'mere@example.com' },
    },
    { level: 'warn', message: 'Security: unauthorised', security: 'unauthorised', bearer: 'missing' },
  ])
  logged.restore()
})
