import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, expect } from 'vitest'
import { programFile } from '../../programs.ts'
import { eachDatabase } from '../databases.ts'
import type { Steps, Task } from './booking-process.ts'
import { type CrashTarget, crashOnTest } from './crash-on-test.ts'

/** The tasks of a database: one that ran to its end, and those killed at its steps, in order. */
export interface KilledTasks {
  /** Of the database. */
  name: string
  target: CrashTarget
  whole: Task | undefined
  /** Of the task that ran to its end. */
  steps: Steps
  killed: Task[]
}

/** Runs tasks in one process. @returns how it ended, and the steps of each task if it was not killed */
export async function runTasks(tasks: readonly Task[]): Promise<{ signal: string | null; steps: Steps[] }> {
  const child = spawn(process.execPath, [programFile('booking'), JSON.stringify(tasks)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  // Waits for 'close' and not 'exit', because output may arrive after the exit.
  const [, signal] = await once(child, 'close')
  return { signal, steps: output === '' ? [] : JSON.parse(output) }
}

/**
 * On each database, runs a task to its end and kills others at its steps, before the tests. Within a transaction only
 * at the first and the last, see `isKilledAt`.
 * @param prepare makes an order, and returns the price or the consignment of its task
 */
export function killAtEachStep(
  work: Task['work'],
  prepare: (target: CrashTarget, orderCode: string) => Promise<string>,
): KilledTasks[] {
  const all = [...eachDatabase()].map(([name, database]): KilledTasks => {
    return { name, target: crashOnTest(database), whole: undefined, steps: [], killed: [] }
  })
  const taskFor = async (target: CrashTarget, code: string, killedAt?: number) =>
    target.task(work, await prepare(target, code), code, killedAt)
  beforeAll(async () => {
    const wholes = await Promise.all(all.map(({ target }) => taskFor(target, 'whole')))
    const { steps } = await runTasks(wholes)
    const rounds: Task[][] = []
    for (const [index, one] of all.entries()) {
      one.whole = wholes[index]
      one.steps = steps[index] ?? []
      for (const step of one.steps.keys()) {
        if (!isKilledAt(one.steps, step)) continue
        one.killed.push(await taskFor(one.target, `killed-${step + 1}`, step + 1))
      }
      for (const [round, tasks] of roundsOf(one.killed, one.steps).entries()) {
        rounds[round] = [...(rounds[round] ?? []), ...tasks]
      }
    }
    for (const tasks of rounds) expect((await runTasks(tasks)).signal).toBe('SIGKILL')
  }, 300_000)
  return all
}

/**
 * Whether a step is outside of transactions, or the first or the last of its transaction: each kill within one needs a
 * process of its own, and all of its statements are rolled back alike.
 */
function isKilledAt(steps: Steps, index: number): boolean {
  const transaction = steps[index] ?? 0
  return transaction === 0 || steps[index - 1] !== transaction || steps[index + 1] !== transaction
}

/**
 * The tasks of one process after another, to start few: in each, one task at most waits within a transaction, and
 * begins last, because others would wait for its locks.
 */
function roundsOf(tasks: readonly Task[], steps: Steps): Task[][] {
  const isWithin = ({ killedAt }: Task) => steps[killedAt - 1] !== 0
  const [first, ...others] = tasks.filter(isWithin)
  const outside = tasks.filter((task) => !isWithin(task))
  return [[...outside, ...(first ? [first] : [])], ...others.map((task) => [task])]
}
