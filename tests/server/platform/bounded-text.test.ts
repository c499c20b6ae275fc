import { describe, expect, it } from 'vitest'
import { boundedText } from '../../../src/server/platform/limits.ts'

describe('a bounded text', () => {
it.each(['', 'a', 'abcd', 'ōā'])('is the whole of “%s”, which is not longer than allowed', async (text) => {
  expect(await boundedText(new Response(text), 4)).toBe(text)
})

it('is blank without a body', async () => {
  expect(await boundedText(new Response(null, { status: 204 }), 4)).toBe('')
})

it.each(['abcde', 'ōāē'])('fails for “%s”, which is longer', async (text) => {
  await expect(boundedText(new Response(text), 4)).rejects.toThrow('the answer is longer than 4 bytes')
})

it('reads no further than it must of an answer without end', async () => {
  let sent = 0
  let isCancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      controller.enqueue(new Uint8Array(1024))
    },
    cancel() {
      isCancelled = true
    },
  })
  await expect(boundedText(new Response(endless), 10_000)).rejects.toThrow('longer than 10000 bytes')
  expect(isCancelled).toBe(true)
  expect(sent).toBeLessThan(20)
})
})
