import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { spawnServer, withoutDemo } from '../server-process.ts'

let folder = ''
let server: ReturnType<typeof spawnServer>
let url = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-operations-'))
  server = spawnServer(withoutDemo(folder))
  url = await server.url
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(folder, { recursive: true, force: true })
})

it('a server that has printed its address is ready, and reports pending work to its own machine', async () => {
  const answer = await fetch(`${url}/readyz`)
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { status: 'ready', open_claims: { count: 0 } },
  ])
})

it('its metrics have the process and its event loop', async () => {
  await fetch(`${url}/healthz`)
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
  expect(text).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 1$/m,
  )
})

it('logs one line of JSON for each event, after the lines of the startup', async () => {
  const answer = await fetch(`${url}/api/v1/orders`)
  const requestId = answer.headers.get('x-request-id')
  await expect.poll(() => server.output()).toContain(requestId)
  const lines = server.output().trimEnd().split('\n')
  expect(lines.slice(0, 2)).toEqual([expect.stringMatching(/^Sign-in: /), `Dispatch console: ${url}`])
  const entries: unknown[] = lines.slice(2).map((line) => JSON.parse(line))
  expect(entries).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      security: 'unauthorised',
      requestId,
      path: '/api/v1/orders',
      from: expect.stringMatching(/127\.0\.0\.1|::1/),
    }),
  )
})
