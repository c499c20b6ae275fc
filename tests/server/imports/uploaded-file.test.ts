import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { receiveFile } from '../../../src/server/imports/uploaded-file.ts'

// FILE-1
it.each([
  ['supplier-orders 2025.jsonl', /^supplier-orders-[\w-]{36}\.jsonl$/],
  ['Customers_all.TXT', /^customers-[\w-]{36}\.txt$/],
  ['orders.exe', /^orders-[\w-]{36}$/],
  ['.', /^import-[\w-]{36}$/],
])('keeps of the name %j the kind and the extension', async (name, stored) => {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'))
  const { file } = await receiveFile(new Response('x').body, { folder, name, limitMb: 1 })
  expect([file, readdirSync(folder)]).toEqual([expect.stringMatching(stored), [file]])
  rmSync(folder, { recursive: true, force: true })
})

// FILE-2
it('gives up a file of which nothing more comes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const folder = mkdtempSync(join(tmpdir(), 'imports-'))
  try {
    let isCancelled = false
    let count = 0
    const upload = await new Promise<{ received: Promise<unknown> }>((resolve) => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          count += 1
          if (count === 1) controller.enqueue(new TextEncoder().encode('code'))
          else resolve({ received })
          return count === 1 ? undefined : new Promise(() => undefined)
        },
        cancel() {
          isCancelled = true
        },
      })
      const received = receiveFile(body, { folder, name: 'orders.csv', limitMb: 1 }).catch((error) => error)
    })
    await vi.advanceTimersByTimeAsync(31_000)
    await vi.advanceTimersByTimeAsync(31_000)
    expect(await upload.received).toMatchObject({ status: 408 })
    expect([isCancelled, readdirSync(folder)]).toEqual([true, []])
  } finally {
    vi.useRealTimers()
    rmSync(folder, { recursive: true, force: true })
  }
})
