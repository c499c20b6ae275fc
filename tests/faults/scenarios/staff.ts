import { setTimeout as pause } from 'node:timers/promises'
import { createConsignment, priceConsignment } from '../../../src/contract/consignments.ts'
import { todayInAuckland } from '../../../src/domain/calendar/nz-calendar.ts'
import { milliseconds, summarise } from '../../bench/figures.ts'
import { atMost, figure, none, type Scenario } from '../scenario.ts'
import { type Answer, NoAnswer } from '../support/http.ts'
import { doneTwice } from '../support/ledger.ts'
import { issueTokens, type OrderOnTest, type Staff, staffWith, unpaidOrders } from '../support/staff.ts'

const STAFF = 50
const P95_TARGET_MS = 150

/** Fifty staff work for a minute, simulated in this process rather than the server's. */
export const staff: Scenario = {
  name: 'staff',
  title: 'Fifty staff at work for 60 s',
  within: 150,
  isTimed: true,
  async run(bench) {
    const lasts = bench.count(60_000, 8000)
    const database = await bench.database()
    const console = await bench.console(database, { LOG_LEVEL: 'error' })
    const tokens = await issueTokens(bench, database, STAFF)
    const orders = await unpaidOrders(bench, database)
    const codes = orders.map(({ code }) => code)
    const samples: number[] = []
    const byKind = new Map<string, number[]>()
    const failures: string[] = []
    const onAnswer = (what: string, answer: Answer) => {
      samples.push(answer.took)
      const kind = byKind.get(what)
      if (kind) kind.push(answer.took)
      else byKind.set(what, [answer.took])
      if (answer.status !== 200) failures.push(`${what} ${answer.status} ${answer.text.slice(0, 160)}`)
    }
    let isOver = false
    const parts = { codes, orders, onAnswer, onFailure: (what: string) => void failures.push(what) }
    const working = tokens.map((token) => workday(parts, staffWith(console.url, token), () => isOver))
    await pause(lasts)
    isOver = true
    await Promise.all(working)
    const { median, p95 } = summarise(samples)
    const kinds = Array.from(byKind, ([what, took]) => ({ what, ...summarise(took) }))
    const slowest = kinds.toSorted((one, other) => other.p95 - one.p95)[0]
    return [
      figure('Requests', samples.length),
      none('Answers that are no success', failures),
      none('Changes done twice', await bench.read(database, doneTwice)),
      figure('Median', milliseconds(median)),
      atMost('p95', P95_TARGET_MS, p95, 'ms'),
      figure('The slowest kind of request', `${slowest?.what}, p95 ${milliseconds(slowest?.p95 ?? 0)}`),
    ]
  },
}

/** Milliseconds between requests, in which a user looks at the screen: a minimum and an evenly spread addition. */
const LOOK_MS = { least: 300, spread: 600 }
const WORDS = ['tamaki', 'valve', 'harbour', '10482', 'plumb', 'pex', 'ngata']

interface WorkdayParts {
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
async function workday(parts: WorkdayParts, staff: Staff, isOver: () => boolean): Promise<void> {
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
