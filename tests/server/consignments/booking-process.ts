import { bookQuote } from '../../../src/server/consignments/book.ts'
import { cancelAndDelete } from '../../../src/server/consignments/delete.ts'
import { TIME_OUTS } from '../../../src/server/consignments/deps.ts'
import type { Backend } from '../../../src/server/db/named-connections.ts'
import type { Place } from '../databases.ts'
import { fileCourier } from './fake-courier.ts'
import { payloadFor } from './payload-for.ts'
import { backendAt, stepDatabase } from './step-database.ts'

/** Books a price, or deletes a consignment, up to a step. */
export interface Task {
  place: Place
  /** The courier's file. */
  file: string
  work: 'book' | 'delete'
  /** The price or the consignment. */
  subject: string
  orderCode: string
  /** The step, from 1, before which the task waits to be killed; 0 for none. */
  killedAt: number
}

/** The steps of a task in order: the transaction of each, counted from 1; 0 means none. */
export type Steps = number[]

/**
 * A process that runs tasks and kills itself with SIGKILL once all wait at their steps, which are: before each
 * statement to the database, before and after the courier acts, and before the response.
 * Its argument is a JSON list of tasks. Each begins when the one before it waits or has ended. If one has ended, the
 * process ends too, and prints the steps of all.
 */
const tasks: Task[] = JSON.parse(process.argv[2] ?? '[]')

const backends = new Map<string, Backend>()
function backendOf(place: Place): Backend {
  const key = JSON.stringify(place)
  const backend = backends.get(key) ?? backendAt(place)
  backends.set(key, backend)
  return backend
}

const staff = { id: 'local:mere', name: 'Mere Parata', givenName: 'Mere', email: 'mere@example.com' }

/** Resolves once the task waits at its step, with null, or has ended, with its steps. */
async function run({ place, file, work, subject, orderCode, killedAt }: Task): Promise<Steps | null> {
  const steps: Steps = []
  let wait = () => {}
  const waits = new Promise<null>((resolve) => {
    wait = () => resolve(null)
  })
  const step = async (transaction = 0) => {
    steps.push(transaction)
    if (killedAt === 0 || steps.length < killedAt) return
    wait()
    await new Promise<never>(() => undefined)
  }
  const deps = {
    db: stepDatabase(backendOf(place), place, step),
    clock: Date.now,
    couriers: [fileCourier(file, step)],
    courierRules: [],
    cartons: null,
    creditStop: 'refuse' as const,
    timeOuts: TIME_OUTS,
  }
  const act = async () => {
    if (work === 'delete') await cancelAndDelete(deps, subject, staff)
    else await bookQuote(deps, { quoteId: subject, payload: payloadFor(orderCode), staff })
    await step()
    return steps
  }
  return Promise.race([act(), waits])
}

const ends: (Steps | null)[] = []
for (const task of tasks) ends.push(await run(task))
if (ends.every((end) => end === null)) process.kill(process.pid, 'SIGKILL')
for (const backend of backends.values()) await backend.close()
process.stdout.write(JSON.stringify(ends))
