import type { Clock } from '../../domain/calendar/nz-time.ts'
import { orAborted, withTimeLimit } from '../platform/limits.ts'
import { log } from '../platform/log.ts'
import { courierAnsweredAt, courierSeconds } from '../platform/metrics.ts'
import type { Stoppable } from '../platform/repeat.ts'
import { type Courier, type CourierAnswer, CourierRefused, type FreightRequest } from './courier.ts'

/** Time-out of a courier's price, in milliseconds. */
const PRICE_WITHIN_MS = 8000

/** The response of one courier or gateway. */
export interface Asked {
  courier: Courier
  answers: CourierAnswer[]
}

/**
 * Requests prices of all couriers at once. A courier that fails, or takes longer than `within` (ms), counts as a refusal
 * and does not affect the others. Results are in the order of the couriers.
 * @throws the signal's reason if it is aborted
 */
export async function askCouriers(
  couriers: readonly Courier[],
  request: FreightRequest,
  signal: AbortSignal,
  within: number = PRICE_WITHIN_MS,
): Promise<Asked[]> {
  const requests = couriers.map(async (courier) => ({
    courier,
    answers: await ask(courier, request, signal, within),
  }))
  const answers = await Promise.all(requests)
  signal.throwIfAborted()
  return answers
}

async function ask(
  courier: Courier,
  request: FreightRequest,
  signal: AbortSignal,
  within: number,
): Promise<CourierAnswer[]> {
  const refuse = (reason: string) => [{ courierName: courier.name, courierSlug: courier.slug, reason }]
  try {
    return await withTimeLimit(within, signal, (limited) =>
      orAborted(limited, (limited) => courier.quote(request, limited)),
    )
  } catch (error) {
    if (signal.aborted) return []
    if (error instanceof CourierRefused) return refuse(error.message)
    if (isTimeOut(error)) return refuse('Did not answer in time.')
    log.warn({ err: error, courier: courier.name }, 'Courier gave no price')
    return refuse('Could not be asked for a price.')
  }
}

function isTimeOut(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

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

/** Wraps a courier to measure its calls and the time of its last response. */
export function observed(courier: Courier, clock: Clock): Courier {
  const watch = async <T>(call: string, work: Promise<T>): Promise<T> => {
    const end = courierSeconds.startTimer({ courier: courier.name, call })
    const answered = (outcome: 'answered' | 'refused') => {
      end({ outcome })
      courierAnsweredAt.set({ courier: courier.name }, clock() / 1000)
    }
    try {
      const answer = await work
      answered('answered')
      return answer
    } catch (error) {
      if (error instanceof CourierRefused) answered('refused')
      else end({ outcome: 'failed' })
      throw error
    }
  }
  const { booksInDatabase, manifest, bookPickup } = courier
  return {
    slug: courier.slug,
    name: courier.name,
    ...(booksInDatabase && { booksInDatabase }),
    tracking: courier.tracking,
    quote: (...request) => watch('quote', courier.quote(...request)),
    book: (...request) => watch('book', courier.book(...request)),
    find: (...request) => watch('find', courier.find(...request)),
    cancel: (...request) => watch('cancel', courier.cancel(...request)),
    label: (...request) => watch('label', courier.label(...request)),
    zpl: (...request) => watch('zpl', courier.zpl(...request)),
    ...(manifest && { manifest: (...request) => watch('manifest', manifest(...request)) }),
    ...(bookPickup && { bookPickup: (...request) => watch('bookPickup', bookPickup(...request)) }),
    track: (...request) => watch('track', courier.track(...request)),
    check: (...request) => watch('check', courier.check(...request)),
  }
}
