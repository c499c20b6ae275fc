import { once } from 'node:events'
import { connect } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { answerError } from '../../../src/server/http/api-answers.ts'
import { receiveBody } from '../../../src/server/http/receive-body.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { listen } from '../../../src/server/platform/listen.ts'

const MB = 1024 * 1024

/** An app that returns the length of the body. */
function receiving(within: number) {
  const app = new Hono<SessionEnv>()
  app.onError(answerError)
  app.post('/', receiveBody(1, within), async (c) => c.text(String((await c.req.text()).length)))
  return app
}

it.each([
  [200, 'x'.repeat(MB), String(MB)],
  [200, '', '0'],
  [413, 'x'.repeat(MB + 1), '{"success":false,"message":"The body may have at most 1 MB."}'],
])('answers %i', async (status, body, text) => {
  const answer = await receiving(10_000).request('/', { method: 'POST', body })
  expect([answer.status, await answer.text()]).toEqual([status, text])
})

it('stops reading a longer body', async () => {
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      sent += MB / 4
      controller.enqueue(new Uint8Array(MB / 4))
    },
  })
  const answer = await receiving(10_000).request('/', { method: 'POST', body, ...{ duplex: 'half' } })
  expect(answer.status).toBe(413)
  expect(sent).toBeLessThan(2 * MB)
})

it.each([
  ['a body that does not arrive in time', 20, '1', 408],
  ['a body that is too long', 10_000, 'x'.repeat(MB), 413],
])('refuses %s, and closes the connection', async (_, within, part, status) => {
  const { port, stop } = await listen(['127.0.0.1'], 0, getRequestListener(receiving(within).fetch))
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  // The request never ends.
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
  for (let count = 0; count < 2; count += 1) socket.write(`${part.length.toString(16)}\r\n${part}\r\n`)
  let received = ''
  socket.on('data', (text) => {
    received += text
  })
  socket.on('error', () => undefined)
  await once(socket, 'close')
  expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*connection: close\r\n`, 'is'))
  await stop(0)
})
