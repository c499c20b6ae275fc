import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { whenAnswered } from '../../../src/web/api/when-idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

/** Starts a call, and gives the way to answer it. */
function ask(key: string): (answer: string) => void {
  let answer = (_text: string) => {}
  const promise = new Promise<string>((resolve) => {
    answer = resolve
  })
  void queryClient.prefetchQuery({ queryKey: [key], queryFn: () => promise })
  return answer
}

async function isDone(waiting: Promise<void>, afterMs = 0): Promise<boolean> {
  let done = false
  void waiting.then(() => {
    done = true
  })
  await vi.advanceTimersByTimeAsync(afterMs)
  return done
}

test('nothing asked for is nothing waited for', async () => {
  expect(await isDone(whenAnswered(100))).toBe(true)
})

test('waits for all that is on its way, and no longer', async () => {
  const answers = [ask('one'), ask('other')]
  const waiting = whenAnswered(100)
  answers[0]?.('')
  expect(await isDone(waiting, 10)).toBe(false)
  answers[1]?.('')
  expect(await isDone(waiting, 10)).toBe(true)
})

test('does not wait longer than it may', async () => {
  ask('one')
  const waiting = whenAnswered(100)
  expect(await isDone(waiting, 99)).toBe(false)
  expect(await isDone(waiting, 1)).toBe(true)
})
