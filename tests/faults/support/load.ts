import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createConsignment, priceConsignment } from '../../../src/contract/consignments.ts'
import { getPickRun, type PickTick, tickPickLine } from '../../../src/contract/pick-runs.ts'
import { type Answer, NoAnswer } from './http.ts'
import type { Ledger } from './ledger.ts'
import type { OrderOnTest, Staff } from './staff.ts'
import type { Tally } from './tally.ts'

/** Milliseconds that a staff member waits after an unsuccessful response. */
const WAIT_MS = 100

export interface LoadParts {
  staff: readonly Staff[]
  /** Taken from the front. The load ends when none are left. */
  orders: OrderOnTest[]
  /** Orders whose last payment had no answer or an error of the server, and is to be repeated. */
  repeats?: Set<OrderOnTest>
  /** Sessions to sign out, each at most once. */
  leaving: Staff[]
  ledger: Ledger
  tally: Tally
  /** Whether consignments are priced, booked and deleted, too. */
  withFreight?: boolean
}

/** Staff who carry orders through all steps concurrently, and record the acknowledged changes. */
export function startLoad(parts: LoadParts): { stop(): Promise<void> } {
  let isOver = false
  const working = parts.staff.map(async (staff, index) => {
    for (let round = index; !isOver; round += 1) {
      const order = parts.orders.shift()
      if (order === undefined) return
      await carry(parts, staff, order, round, () => isOver)
      if (round % 3 === 0) await signOutNext(parts)
    }
  })
  return {
    async stop() {
      isOver = true
      await Promise.all(working)
    },
  }
}

/** Pays, picks, packs and books an order, until a step fails. */
async function carry(
  parts: LoadParts,
  staff: Staff,
  order: OrderOnTest,
  round: number,
  isOver: () => boolean,
): Promise<void> {
  const { ledger, withFreight = false } = parts
  const paid = await attempt(parts, 'payment', () => staff.pay(order))
  // Repeated later, as staff do. If it was carried out after all, the repetition is refused.
  if (paid === null || paid.status >= 500) {
    parts.orders.push(order)
    parts.repeats?.add(order)
  } else parts.repeats?.delete(order)
  if (paid?.status !== 200) return
  ledger.payments.add(order.code)
  if (isOver() || (round % 2 === 1 && !(await pick(parts, staff, order, round, isOver)))) return
  if (isOver() || !(await succeeds(parts, 'packing', () => staff.pack(order)))) return
  ledger.packings.add(order.code)
  if (isOver() || !withFreight) return
  const first = await book(parts, staff, order.code, round)
  if (first === null || isOver() || round % 3 === 0) return
  if (!(await succeeds(parts, 'deletion', () => staff.remove(first)))) return
  ledger.deletions.add(first)
  if (!isOver() && round % 3 === 1) await book(parts, staff, order.code, round)
}

/** How many are ticked of a line at most. Of every fourth order the first line is lacking. */
const TICKED = 2
const LACKING = 4

/**
 * Makes a pick run of an order, and ticks what is found.
 * @returns whether the order may be packed: no step failed, and nothing is lacking
 */
async function pick(
  parts: LoadParts,
  staff: Staff,
  order: OrderOnTest,
  round: number,
  isOver: () => boolean,
): Promise<boolean> {
  const { ledger } = parts
  const made = await attempt(parts, 'pick run', () => staff.pick(order.code))
  if (made?.status !== 200) return false
  const run = getPickRun.answer.parse(JSON.parse(made.text))
  // Sent again with the same id until its outcome is known.
  const tick = async (change: PickTick) => {
    let answer: Answer | null = null
    while (!isOver() && (answer === null || answer.status >= 500)) {
      answer = await attempt(parts, 'tick', () => staff.tick(run.id, change))
    }
    if (answer?.status !== 200) return null
    ledger.ticks.add(change.tick)
    return tickPickLine.answer.parse(JSON.parse(answer.text))
  }
  for (const [index, { id: line, found, revision, parts: needed }] of run.lines.entries()) {
    if (index === 0 && round % LACKING === LACKING - 1) {
      const change = { tick: randomUUID(), line, kind: 'set', found, is_short: true, revision } as const
      const lacking = await tick(change)
      if (lacking === null) return false
      ledger.shortages.add(line)
      for (const { order, step } of lacking.holds) if (step !== null) ledger.holds.add(order)
      return false
    }
    const wanted = needed.reduce((sum, { quantity }) => sum + quantity, 0)
    for (let count = 1; count <= Math.min(wanted, TICKED); count += 1) {
      if ((await tick({ tick: randomUUID(), line, kind: 'add', amount: 1 })) === null) return false
    }
  }
  return true
}

/**
 * Prices and books a consignment, in every second round with what is in its pieces.
 * @returns the tracking code; null if it was not acknowledged
 */
async function book(parts: LoadParts, staff: Staff, code: string, round: number): Promise<string | null> {
  const priced = await attempt(parts, 'pricing', () => staff.price(code))
  if (priced?.status !== 200) return null
  const [option] = priceConsignment.answer.parse(JSON.parse(priced.text)).rows
  const quoteId = option?.id
  if (!quoteId) return null
  const isPacked = round % 2 === 0
  const booked = await attempt(parts, 'booking', () =>
    isPacked ? staff.bookPacked(code, quoteId) : staff.book(code, quoteId),
  )
  if (booked?.status !== 200) return null
  const trackingCode = createConsignment.answer.parse(JSON.parse(booked.text)).data.consignment_id
  if (trackingCode === null) return null
  parts.ledger.bookings.add(trackingCode)
  if (isPacked) parts.ledger.contents.add(trackingCode)
  return trackingCode
}

async function signOutNext(parts: LoadParts): Promise<void> {
  const staff = parts.leaving.shift()
  if (staff && (await succeeds(parts, 'sign-out', () => staff.signOut()))) {
    parts.ledger.signOuts.add(staff.token)
  }
}

async function succeeds(parts: LoadParts, what: string, act: () => Promise<Answer>): Promise<boolean> {
  return (await attempt(parts, what, act))?.status === 200
}

/** Null without a response. */
async function attempt(parts: LoadParts, what: string, act: () => Promise<Answer>): Promise<Answer | null> {
  try {
    const answer = parts.tally.add(await act(), what)
    if (answer.status !== 200) await pause(WAIT_MS)
    return answer
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    parts.tally.noAnswer()
    await pause(WAIT_MS)
    return null
  }
}

/** Responses to an invalid token. 429 limits such requests, and never applies to a valid token. */
const REFUSED = new Set([401, 429])

/** Signed-out tokens that are still accepted, or may be. */
export async function revivedTokens(ledger: Ledger, staffWith: (token: string) => Staff): Promise<string[]> {
  const revived: string[] = []
  for (const token of ledger.signOuts) {
    const { status } = await staffWith(token).validate()
    if (!REFUSED.has(status)) revived.push(`a signed-out token is answered ${status}`)
  }
  return revived
}
