import { createConsignment, priceConsignment } from '../../../src/contract/consignments.ts'
import { figure, none, type Scenario } from '../scenario.ts'
import { type ConsoleOnTest, until } from '../support/console.ts'
import { type Answer, NoAnswer } from '../support/http.ts'
import {
  disagreements,
  labelledTwice,
  openClaims,
  orderOf,
  repeated,
  startCourier,
} from '../support/partners.ts'
import { issueTokens, type Staff, staffWith, unpaidOrders } from '../support/staff.ts'
import { createTally } from '../support/tally.ts'

const ORDERS = 10
const QUOTES_OF_ORDER = 2
const STAFF = 20

/** For bookings whose request no longer waits for an answer: the upkeep settles them every minute. */
const SETTLED_WITHIN_MS = 100_000

/** All staff book the same few orders at once, with different prices. */
export const bookings: Scenario = {
  name: 'bookings',
  title: 'Parallel bookings of few orders',
  within: 240,
  async run(bench) {
    const requests = bench.count(800, 200)
    const database = await bench.database()
    const courier = await startCourier(bench)
    // Several servers can share only PostgreSQL.
    const count = bench.databaseName === 'postgres' ? 2 : 1
    const servers: ConsoleOnTest[] = []
    for (let number = 0; number < count; number += 1) {
      servers.push(await bench.console(database, courier.settings))
    }
    const tokens = await issueTokens(bench, database, STAFF)
    const staff = tokens.map((token, index) => staffWith(servers[index % count]?.url ?? '', token))
    const orders = (await unpaidOrders(bench, database)).slice(0, ORDERS).map(({ code }) => code)
    const quotes = await priceAll(staff, orders)
    const tally = createTally()
    const codes = new Map<string, Set<string>>()
    const answers = Array.from({ length: requests }, async (_, index) => {
      const { code, quoteId } = quotes[index % quotes.length] ?? { code: '', quoteId: '' }
      const answer = await book(staff[index % staff.length], code, quoteId)
      if (answer === null) return tally.noAnswer()
      tally.add(answer, 'booking')
      if (answer.status !== 200) return
      const made = createConsignment.answer.parse(JSON.parse(answer.text)).data.consignment_id ?? ''
      codes.set(quoteId, new Set([...(codes.get(quoteId) ?? []), made]))
    })
    await Promise.all(answers)
    const open = () => bench.read(database, openClaims)
    await until(async () => (await open()).length === 0, SETTLED_WITHIN_MS)
    const live = courier.gateway.shipments
    const several = Array.from(codes).filter(([, made]) => made.size > 1)
    const references = Array.from(live.values(), ({ PackingSlipNo }) => PackingSlipNo)
    return [
      figure('Requests at once', requests),
      figure('Answers', tally.summary()),
      none('Orders with two live labels', labelledTwice(live)),
      none('Prices booked twice', repeated(references)),
      none(
        'Prices whose answers differ',
        several.map(([quote, made]) => `${quote}: ${[...made].join(', ')}`),
      ),
      none(
        'Consignments on which we and the courier disagree',
        await bench.read(database, (db) => disagreements(db, live)),
      ),
      none('Bookings without an outcome', await open()),
      none('Unexplained server errors', tally.faults()),
      none(
        'Orders that nobody got booked',
        orders.filter((code) => !references.some((one) => orderOf(one) === code)),
      ),
    ]
  },
}

async function priceAll(
  staff: readonly Staff[],
  orders: readonly string[],
): Promise<{ code: string; quoteId: string }[]> {
  const quotes: { code: string; quoteId: string }[] = []
  for (const [index, code] of orders.entries()) {
    const priced = await staff[index % staff.length]?.price(code)
    const { rows } = priceConsignment.answer.parse(JSON.parse(priced?.text ?? '[]'))
    for (const { id } of rows.filter(({ id }) => id).slice(0, QUOTES_OF_ORDER))
      quotes.push({ code, quoteId: id ?? '' })
  }
  return quotes
}

async function book(staff: Staff | undefined, code: string, quoteId: string): Promise<Answer | null> {
  try {
    return (await staff?.book(code, quoteId)) ?? null
  } catch (error) {
    if (error instanceof NoAnswer) return null
    throw error
  }
}
