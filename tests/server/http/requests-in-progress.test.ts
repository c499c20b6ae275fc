import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { answerError } from '../../../src/server/http/api-answers.ts'
import { boundRequests, createPlaces } from '../../../src/server/http/requests-in-progress.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'

/** A server that handles two requests of a session at a time, until the test releases them, and queues three more. */
function held() {
  const under: { session: string; number: string; letGo(): void }[] = []
  const app = new Hono<SessionEnv>()
  app.onError(answerError)
  app.use(boundRequests(2, 3))
  app.get('/:number', async (c) => {
    const session = c.req.header('authorization') ?? ''
    await new Promise<void>((letGo) => under.push({ session, number: c.req.param('number'), letGo }))
    return c.req.param('number') === 'fails' ? Promise.reject(new Error('No.')) : c.text('done')
  })
  const ask = async (session: string, number: number | string) =>
    app.request(`/${number}`, { headers: { authorization: session } })
  return { app, ask, under, numbers: () => under.map(({ number }) => number) }
}

// V15.2.2
it('handles a few requests of a session at a time, in order, and those of other sessions concurrently', async () => {
  const { ask, under, numbers } = held()
  const asked = [1, 2, 3, 4].map((number) => ask('one', number))
  const other = ask('two', 'other')
  await expect.poll(numbers).toEqual(['1', '2', 'other'])
  under[0]?.letGo()
  await expect.poll(numbers).toEqual(['1', '2', 'other', '3'])
  for (let index = 1; index < 5; index += 1) {
    await expect.poll(() => under.length).toBeGreaterThan(index)
    under[index]?.letGo()
  }
  expect((await Promise.all([...asked, other])).map(({ status }) => status)).toEqual(new Array(5).fill(200))
  expect(numbers()).toEqual(['1', '2', 'other', '3', '4'])
})

// V2.4.1
it('refuses requests beyond the queue, and accepts them again when it is empty', async () => {
  const { ask, under } = held()
  const asked = ['fails', 2, 3, 4, 5].map((number) => ask('one', number))
  const refused = await ask('one', 6)
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '1',
    { success: false, message: 'Too many requests at once. Try again in a moment.' },
  ])
  for (let index = 0; index < 5; index += 1) {
    await expect.poll(() => under.length).toBeGreaterThan(index)
    under[index]?.letGo()
  }
  // A failed request releases its slot, too.
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([500, 200, 200, 200, 200])
  const again = ask('one', 7)
  await expect.poll(() => under.length).toBe(6)
  under[5]?.letGo()
  expect((await again).status).toBe(200)
})

it('a client that disconnects while it waits leaves the queue', async () => {
  const places = createPlaces(1, 2)
  const leave = await places.take('one')
  const gone = new AbortController()
  const first = places.take('one', gone.signal)
  const second = places.take('one')
  gone.abort()
  await expect(first).rejects.toThrow('The client disconnected.')
  // Its place in the queue is free again, and the next one is not skipped.
  const third = places.take('one')
  leave()
  const leaveSecond = await second
  leaveSecond()
  expect(await third).toBeTypeOf('function')
})
