import { Hono } from 'hono'
import { afterEach, expect, it, vi } from 'vitest'
import { answerError } from '../../src/server/http/api-answers.ts'
import { writeLog } from '../../src/server/log.ts'

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
afterEach(() => log.mockClear())

it.each([
  ['Tāmaki: lost', 'Tāmaki: lost'],
  ['Error: no\n\tat line 1', 'Error: no\n\tat line 1'],
  ['red \u001b[31m', 'red \\u{1b}[31m'],
  ['\r\u009b2J\u0000\u007f', '\\u{d}\\u{9b}2J\\u{0}\\u{7f}'],
  ['mirrored \u202e', 'mirrored \\u{202e}'],
])('writes %j to the log as %j', (text, written) => {
  writeLog(text)
  expect(log.mock.calls).toEqual([[written]])
})

it('lets no address write a line of its own', async () => {
  const app = new Hono()
  app.onError(answerError)
  app.all('*', () => {
    throw new Error('down')
  })
  const answer = await app.request('/orders/1%0AAll is well%1B%5B2J')
  expect(await answer.json()).toEqual({ success: false, message: 'The server could not do this. Try again.' })
  expect(log.mock.calls[0]?.[0]).toMatch(/^GET \/orders\/1%0AAll%20is%20well%1B%5B2J failed: Error: down\n/)
})
