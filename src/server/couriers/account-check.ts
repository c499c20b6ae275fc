import { withTimeLimit } from '../platform/limits.ts'
import { log } from '../platform/log.ts'
import type { Stoppable } from '../platform/repeat.ts'
import type { Courier } from './courier.ts'

/** Time-out of a check in milliseconds. */
const CHECK_WITHIN_MS = 10_000

/** Problems with the courier accounts, in sentences, including accounts that cannot be checked. */
export async function accountProblems(couriers: readonly Courier[], signal: AbortSignal): Promise<string[]> {
  const problems = couriers.map(async (courier) => {
    try {
      return await withTimeLimit(CHECK_WITHIN_MS, signal, (limited) => courier.check(limited))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return [`${courier.name} could not be checked: ${reason}`]
    }
  })
  return (await Promise.all(problems)).flat()
}

/** Checks the accounts once, without delaying the start, and logs what is wrong with them. */
export function startAccountCheck(couriers: readonly Courier[]): Stoppable {
  const stopping = new AbortController()
  const check = accountProblems(couriers, stopping.signal).then((problems) => {
    if (stopping.signal.aborted) return
    for (const problem of problems) log.error(problem)
  })
  return {
    async stop() {
      stopping.abort()
      await check
    },
  }
}
