import { setTimeout as pause } from 'node:timers/promises'
import { createConsignment, priceConsignment } from '../../../src/contract/consignments.ts'
import { todayInAuckland } from '../../../src/domain/calendar/nz-calendar.ts'
import { type Answer, NoAnswer } from './http.ts'
import type { OrderOnTest, Staff } from './staff.ts'

/** Milliseconds between requests, in which a user looks at the screen: a minimum and an evenly spread addition. */
const LOOK_MS = { least: 300, spread: 600 }
const WORDS = ['tamaki', 'valve', 'harbour', '10482', 'plumb', 'pex', 'ngata']

export interface WorkdayParts {
  /** Codes of orders to open and to search for. */
  codes: readonly string[]
  /** Taken from the front, each by one staff member. */
  orders: OrderOnTest[]
  onAnswer(what: string, answer: Answer): void
  onFailure(what: string): void
}

type Act = (parts: WorkdayParts, staff: Staff) => Promise<void>

/** Actions of staff with their relative frequency. */
const MIX: readonly [weight: number, act: Act][] = [
  [20, (parts, staff) => get(parts, staff, 'list of orders', '/orders?daterange=30days')],
  [10, (parts, staff) => get(parts, staff, 'search', `/orders?query=${anyOf(WORDS)}`)],
  [10, (parts, staff) => get(parts, staff, 'search', `/orders?query=${anyOf(parts.codes)}`)],
  [30, (parts, staff) => get(parts, staff, 'order', `/orders/${anyOf(parts.codes)}`)],
  [5, (parts, staff) => get(parts, staff, 'customers', `/customers?query=${anyOf(WORDS)}`)],
  [
    10,
    (parts, staff) =>
      get(parts, staff, 'consignments', `/consignments?date=${todayInAuckland(Date.now())}&query=&provider=`),
  ],
  [15, carryOrder],
]
const TOTAL = MIX.reduce((sum, [weight]) => sum + weight, 0)

/** A staff member who works until the end. */
export async function workday(parts: WorkdayParts, staff: Staff, isOver: () => boolean): Promise<void> {
  await look()
  while (!isOver()) {
    await pick()(parts, staff)
    await look()
  }
}

/** Pays, packs and ships an order, and cancels one in five shipments. */
async function carryOrder(parts: WorkdayParts, staff: Staff): Promise<void> {
  const order = parts.orders.shift()
  if (order === undefined) return
  await attempt(parts, 'payment', () => staff.pay(order))
  await look()
  await attempt(parts, 'packing', () => staff.pack(order))
  await look()
  const priced = await attempt(parts, 'pricing', () => staff.price(order.code))
  const { rows } = priceConsignment.answer.parse(JSON.parse(priced?.text ?? '[]'))
  const quoteId = rows.find(({ id }) => id !== null)?.id
  if (!quoteId) return parts.onFailure(`no price for order ${order.code}`)
  await look()
  const booked = await attempt(parts, 'booking', () => staff.book(order.code, quoteId))
  if (booked?.status !== 200) return
  const code = createConsignment.answer.parse(JSON.parse(booked.text)).data.consignment_id ?? ''
  await get(parts, staff, 'labels', `/consignments/${code}/labels`)
  await look()
  if (Math.random() < 0.2) await attempt(parts, 'deletion', () => staff.remove(code))
}

async function get(parts: WorkdayParts, staff: Staff, what: string, path: string): Promise<void> {
  await attempt(parts, what, () => staff.get(path))
}

async function attempt(
  parts: WorkdayParts,
  what: string,
  act: () => Promise<Answer>,
): Promise<Answer | null> {
  try {
    const answer = await act()
    parts.onAnswer(what, answer)
    return answer
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    parts.onFailure(`${what}: ${error.message}`)
    return null
  }
}

function look(): Promise<void> {
  return pause(LOOK_MS.least + Math.random() * LOOK_MS.spread)
}

function pick(): Act {
  let rest = Math.random() * TOTAL
  for (const [weight, act] of MIX) {
    rest -= weight
    if (rest < 0) return act
  }
  return carryOrder
}

function anyOf(values: readonly string[]): string {
  return values[Math.floor(Math.random() * values.length)] ?? ''
}
