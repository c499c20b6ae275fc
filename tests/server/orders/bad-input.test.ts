import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connections } from '../../../src/server/db/named-connections.ts'
import { openNew } from '../templates.ts'
import { signedInApp } from './harness.ts'

let db: Connections
const folder = mkdtempSync(join(tmpdir(), 'console-bad-input-'))
const app = () => signedInApp(db)

beforeAll(async () => {
  db = await openNew(folder)
})
afterAll(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

// V2.2.1
describe('a list of orders', () => {
  // V15.3.7
  it.each([
    ['page=0', 'page'],
    ['page=1&page=2', 'page'],
    ['daterange=all', 'daterange'],
    ['query=a%00b', 'query'],
    [`query=${'x'.repeat(201)}`, 'query'],
    ['customer=%00', 'customer'],
    ['sort=total', 'sort'],
    ['Page=1', 'Page'],
    ['__proto__=1', '__proto__'],
  ])('is refused with %s, naming the parameter', async (query, field) => {
    const answer = await app().get(`/api/v1/orders?${query}`)
    expect(answer.status).toBe(400)
    const message = expect.stringMatching(new RegExp(field, 'i'))
    expect(await answer.json()).toEqual({ success: false, message, field })
  })
})

it.each(['orders', 'customers', 'products'])('reports where a list ends: %s', async (noun) => {
  const answer = await app().get(`/api/v1/${noun}?page=501`)
  expect([answer.status, await answer.json()]).toEqual([
    400,
    {
      success: false,
      message: 'Page: lists end at page 500; narrow the search or the filters to see more.',
      field: 'page',
    },
  ])
})

// V15.3.7
it('refuses any parameter if a call has none', async () => {
  const answer = await app().get('/api/v1/orders/1?page=1')
  expect([answer.status, (await answer.json()).field]).toEqual([400, 'page'])
})

// V3.5.2
it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
  'refuses a body of type %j',
  async (type) => {
    const answer = await app().app.request('/api/v1/orders/1/collected', {
      method: 'POST',
      headers: type ? { 'Content-Type': type } : {},
      body: new TextEncoder().encode('{"collected_by":"","notes":""}'),
    })
    expect([answer.status, await answer.json()]).toEqual([
      415,
      { success: false, message: 'The body must be application/json.' },
    ])
  },
)

it('takes JSON that names its character set', async () => {
  const answer = await app().app.request('/api/v1/orders/1/collected', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: '{"collected_by":"","notes":""}',
  })
  expect(answer.status).toBe(404)
})

it.each([
  ['GET', '/api'],
  ['GET', '/api/v1'],
  ['GET', '/api/v1/nothing'],
  ['GET', '/api/v2/orders'],
  ['DELETE', '/api/v1/orders/1'],
  ['POST', '/api/v1/orders'],
  ['GET', '/api/v1/orders/1/payment'],
  ['GET', '/identity'],
  ['GET', '/identity/nothing'],
  ['GET', '/local-identity/authorize'],
])('responds to %s %s, which is not a call, with JSON and not with the console', async (method, path) => {
  const answer = await app().app.request(path, { method })
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { success: false, message: 'There is no such address.' },
  ])
})
