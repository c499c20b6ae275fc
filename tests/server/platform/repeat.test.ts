import { expect, it, vi } from 'vitest'
import { repeat } from '../../../src/server/platform/repeat.ts'

it('waits as long as the work says, and not at all for a stop', async () => {
  const work = vi.fn(async () => (work.mock.calls.length < 3 ? 0 : 3_600_000))
  const loop = repeat(work)
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(3))
  await loop.stop()
  expect(work).toHaveBeenCalledTimes(3)
})

it('aborts running work when stopped, and waits for it', async () => {
  let isDone = false
  const loop = repeat(async (stopping) => {
    await new Promise((resolve) => stopping.addEventListener('abort', resolve))
    isDone = true
    return 0
  })
  await loop.stop()
  expect(isDone).toBe(true)
})
