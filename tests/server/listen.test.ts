import { expect, it } from 'vitest'
import { listen } from '../../src/server/listen.ts'

const answer = () => undefined

it('takes another port where the one it got is not free on all of its addresses', async () => {
  let rounds = 0
  const addresses = {
    *[Symbol.iterator]() {
      rounds += 1
      yield '127.0.0.1'
      // The port is taken here: by itself.
      if (rounds === 1) yield '127.0.0.1'
    },
  }
  const { port, stop } = await listen(addresses, 0, answer)
  expect([rounds, port > 0]).toEqual([2, true])
  await stop(0)
})

it('gives up where no port will do, and where the one that is wanted is taken', async () => {
  await expect(listen(['127.0.0.1', '127.0.0.1'], 0, answer)).rejects.toThrow(/^PORT 0 is taken/)
  const { port, stop } = await listen(['127.0.0.1'], 0, answer)
  await expect(listen(['127.0.0.1'], port, answer)).rejects.toThrow(
    `PORT ${port} is taken by another program: stop it, or set PORT to a free one.`,
  )
  await stop(0)
})
