import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { applyDue } from '../../../src/server/feeds/apply.ts'
import { programFile } from '../../programs.ts'
import { onEachDatabase } from '../databases.ts'
import { feedsOnTest, shopifyOrder } from './feeds-on-test.ts'
import type { KilledFeed } from './killed-feed-process.ts'

/** Starts many processes. */
const LONG = { timeout: 300_000 }

/**
 * Runs a task in a process that is killed.
 * @returns the transactions of its statements, if it did its work before that; otherwise null
 */
async function run(task: KilledFeed): Promise<number[] | null> {
  const child = spawn(process.execPath, [programFile('killed-feed'), JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  return output === '' ? null : JSON.parse(output)
}

/** The steps outside of transactions, and the first and last of each: the others are rolled back like these. */
function killedSteps(steps: readonly number[]): number[] {
  return steps.flatMap((transaction, index) =>
    transaction === 0 || steps[index - 1] !== transaction || steps[index + 1] !== transaction
      ? index + 1
      : [],
  )
}

onEachDatabase((database) => {
  const feeds = feedsOnTest(database)
  let number = 0
  const taskFor = (work: KilledFeed['work'], killedAt: number): KilledFeed => {
    const body = shopifyOrder({ id: number, name: `#${number}` })
    return { place: database.place, work, body, deliveryId: `delivery of ${number}`, killedAt }
  }
  /** What a process that is not killed does before and after one that is. */
  const receive = async () => {
    const { body, deliveryId } = taskFor('receive', 0)
    const answer = await feeds.shopify('orders/create', body, { 'x-shopify-webhook-id': deliveryId })
    expect(answer.status).toBe(200)
  }
  const count = async (table: 'feed_messages' | 'orders' | 'order_items' | 'customers') => {
    const all = database.db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
    return Number((await all.executeTakeFirstOrThrow()).count)
  }

  // FEED-1
  it('a message is stored once it is answered, and once only if it is sent again', LONG, async () => {
    number += 1
    const steps = (await run(taskFor('receive', 0))) ?? []
    expect(await count('feed_messages')).toBe(number)
    expect(steps.length).toBeGreaterThan(1)
    for (const killedAt of killedSteps(steps)) {
      number += 1
      expect(await run(taskFor('receive', killedAt))).toBeNull()
      // Without an answer, the shop sends it again.
      await receive()
      await receive()
      expect(await count('feed_messages')).toBe(number)
    }
  })

  // FEED-1
  it('a stored message is applied once, at whatever step the server is killed', LONG, async () => {
    await feeds.applyAll()
    const before = number
    number += 1
    await receive()
    const steps = (await run(taskFor('apply', 0))) ?? []
    expect(steps.length).toBeGreaterThan(10)
    expect(await count('orders')).toBe(number)
    for (const killedAt of killedSteps(steps)) {
      number += 1
      await receive()
      expect(await run(taskFor('apply', killedAt))).toBeNull()
      expect([await count('orders'), await count('order_items')]).toEqual([number - 1, number - 1])
      await applyDue(feeds.deps())
      expect([await count('orders'), await count('order_items')]).toEqual([number, number])
    }
    await feeds.applyAll()
    expect(await count('orders')).toBe(number)
    expect(await count('customers')).toBe(1)
    const outcomes = await database.db.selectFrom('feed_messages').select('outcome').distinct().execute()
    expect(outcomes).toEqual([{ outcome: 'applied' }])
    expect(number).toBeGreaterThan(before + 3)
  })
})
