import { applyDue } from '../../../src/server/feeds/apply.ts'
import { backendAt, stepDatabase } from '../consignments/step-database.ts'
import type { Place } from '../databases.ts'
import { feedsOnTest } from './feeds-on-test.ts'

/** What the process does: it receives a message and answers it, or applies the messages that are due. */
export interface KilledFeed {
  place: Place
  work: 'receive' | 'apply'
  /** The message to receive. */
  body: object
  deliveryId: string
  /** It kills itself before this statement, from 1; 0 runs it to its end. */
  killedAt: number
}

/** A process that kills itself. Its argument is a `KilledFeed` in JSON. It prints the transaction of each statement. */
const { place, work, body, deliveryId, killedAt }: KilledFeed = JSON.parse(process.argv[2] ?? '')

const steps: number[] = []
function step(transaction: number): void {
  steps.push(transaction)
  if (steps.length === killedAt) process.kill(process.pid, 'SIGKILL')
}

const db = stepDatabase(backendAt(place), place, async (transaction) => step(transaction))
const feeds = feedsOnTest({ db })
if (work === 'apply') await applyDue(feeds.deps())
else {
  const answer = await feeds.shopify('orders/create', body, { 'x-shopify-webhook-id': deliveryId })
  // Committed, and not answered yet.
  step(0)
  if (answer.status !== 200) throw new Error(`The webhook was answered ${answer.status}.`)
}
process.stdout.write(JSON.stringify(steps), () => process.kill(process.pid, 'SIGKILL'))
