import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PATIENT } from '../time-outs.ts'
import { payloadFor } from './consignments/payload-for.ts'
import { spawnServer } from './server-process.ts'
import { AS_MERE, sessionsOf } from './sign-in/console-app.ts'
import { openNew } from './templates.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-stopping-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A courier that responds to requests for prices only when `answer` is called. */
async function slowCourier() {
  const waiting: ServerResponse[] = []
  const server = createServer((request, response) => {
    if (request.url !== '/api/rates') return void response.writeHead(404).end()
    request.resume().once('end', () => waiting.push(response))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The courier got no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    isAskedBy: (count: number) => expect.poll(() => waiting.length).toBe(count),
    answer() {
      for (const response of waiting) response.end('{"Available":[],"Hidden":[],"Rejected":[]}')
    },
    close: () => server.close(),
  }
}

it('completes all accepted requests, and accepts no others, when it is stopped', PATIENT, async () => {
  const courier = await slowCourier()
  const gateway = { GSS_ACCESS_KEY: 'k', GSS_SITE_ID: '1', GSS_BASE_URL: courier.url }
  // Uses several sessions, because the requests of one would be queued.
  const db = await openNew(folder)
  const sessions = sessionsOf(db, Date.now, 'local')
  const tokens: string[] = []
  for (let count = 1; count <= 10; count += 1) tokens.push(await sessions.begin(AS_MERE, ''))
  await db.destroy()
  const { child, url, ended } = spawnServer({
    DATA_DIR: folder,
    DEMO: 'off',
    LOCAL_SIGN_IN: 'on',
    ...gateway,
  })
  const base = await url
  const body = JSON.stringify({ ...payloadFor(''), order_id: '' })
  const pricing = `${base}/api/v1/consignments/pricing`
  const accepted: Promise<Response>[] = []
  for (const token of tokens) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    for (let count = 1; count <= 4; count += 1)
      accepted.push(fetch(pricing, { method: 'POST', headers, body }))
  }
  await courier.isAskedBy(40)
  child.kill('SIGTERM')
  // Sends the signal again, as a supervisor that signals the whole group does.
  child.kill('SIGTERM')
  const isRefused = () =>
    fetch(base).then(
      () => false,
      () => true,
    )
  await expect.poll(isRefused).toBe(true)
  courier.answer()
  const answers = await Promise.all(accepted)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await ended).toEqual([0, null])
  courier.close()
})
