import type { Random } from './random.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Orders unpaid at this age will probably never be paid. */
export const OLD_MS = 90 * DAY

/**
 * GUESS: shares of unpaid, paid and ready orders by age; the rest has been sent. Customers pay monthly, so most
 * orders of the last two months are unpaid.
 */
const STAGES = [
  { upToDays: 0.25, unpaid: 0.6, paid: 0.4, ready: 0 },
  { upToDays: 1, unpaid: 0.42, paid: 0.35, ready: 0.17 },
  { upToDays: 3, unpaid: 0.42, paid: 0.2, ready: 0.2 },
  { upToDays: 14, unpaid: 0.43, paid: 0.06, ready: 0.08 },
  { upToDays: 30, unpaid: 0.43, paid: 0.015, ready: 0.02 },
  { upToDays: 90, unpaid: 0.45, paid: 0.002, ready: 0.004 },
] as const
const OLD = { unpaid: 0.025, paid: 0.001, ready: 0.002 }

export interface Steps {
  paid_at: string | null
  ready_at: string | null
  shipped_at: string | null
}

interface Age {
  /** On the even clock (ms), like `now`. */
  orderedAt: number
  now: number
  /** Whether the customer collects it. */
  isPickup: boolean
  /** Whether the customer's credit is stopped. */
  isStopped: boolean
  /** Converts a moment of the even clock to business hours. */
  at(even: number): string
}

/** The steps of an order by `now`, each some hours after the previous one, none in the future. */
export function stepsOf(random: Random, { orderedAt, now, isPickup, isStopped, at }: Age): Steps {
  const age = now - orderedAt
  const stage = STAGES.find(({ upToDays }) => age < upToDays * DAY) ?? OLD
  const limits = [stage.unpaid, stage.unpaid + stage.paid, stage.unpaid + stage.paid + stage.ready]
  const draw = random.next()
  const count = isStopped ? 0 : limits.filter((limit) => draw >= limit).length
  const pace = Math.min(1, age / (3 * DAY))
  let done = orderedAt
  const later = (hours: number) => {
    done += Math.floor(random.next() * hours * HOUR * pace)
    return at(done)
  }
  // Some orders are sent before they are paid.
  const isTrusted = count === 0 && !isPickup && !isStopped && age > 14 * DAY && random.chance(0.04)
  const paid_at = count > 0 ? later(24) : null
  const ready_at = count > 1 ? later(24) : null
  const shipped_at = count > 2 || isTrusted ? later(20) : null
  return { paid_at, ready_at, shipped_at }
}
