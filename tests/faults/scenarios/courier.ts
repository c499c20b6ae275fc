import * as z from 'zod'
import { createConsignment, priceConsignment } from '../../../src/contract/consignments.ts'
import type { Script } from '../../server/couriers/stand-in-gateway.ts'
import { atMost, figure, holds, none, type Scenario } from '../scenario.ts'
import { settle } from '../support/console.ts'
import { type Answer, NoAnswer } from '../support/http.ts'
import { disagreements, type Gateway, openClaims, orderOf, startCourier } from '../support/partners.ts'
import { issueTokens, type Staff, staffWith, unpaidOrders } from '../support/staff.ts'
import { createTally, type Tally } from '../support/tally.ts'

const MINUTE = 60_000
/** The console's time-out, in seconds. */
const ANSWER_TARGET_S = 20

/** The courier hangs, refuses, lies and responds late, each for a different order. */
export const courier: Scenario = {
  name: 'courier',
  title: 'Courier hangs, refuses, lies or answers late',
  within: 180,
  async run(bench) {
    const database = await bench.database()
    const { gateway, settings } = await startCourier(bench)
    const console = await bench.console(database, settings)
    const [token = ''] = await issueTokens(bench, database, 1)
    const clerk = createClerk(staffWith(console.url, token))
    const orders = (await unpaidOrders(bench, database)).map(({ code }) => code)
    const booked = BOOKINGS.map((behaviour) => ({ behaviour, code: orders.pop() ?? '' }))
    const cancelled = CANCELLATIONS.map((behaviour) => ({ behaviour, code: orders.pop() ?? '' }))
    const late = orders.pop() ?? ''

    for (const { code } of cancelled) await clerk.book(code)
    const bookLate = misbehave(gateway, [...booked, ...cancelled], late)
    const answers = await Promise.all([...booked.map(({ code }) => clerk.book(code)), clerk.book(late)])
    await Promise.all(cancelled.map(({ code }) => clerk.remove(code)))
    gateway.lies.clear()
    const isSettled = () =>
      bench.read(database, async (db) => {
        const open = [...(await openClaims(db)), ...(await disagreements(db, gateway.shipments))]
        return open.length === 0
      })
    const offset = await settle(console, isSettled)
    for (const code of [...booked.map((one) => one.code), late]) await clerk.book(code)
    bookLate()
    await settle(console, isSettled, offset + 10 * MINUTE)

    const labelled = [...booked.map((one) => one.code), late]
    const refused = answers[BOOKINGS.findIndex(({ name }) => name.startsWith('refuses'))]
    const isTold = refused?.status === 409 && refused.text.includes(REFUSAL)
    const labels = (code: string) => clerk.labels(gateway, code)
    return [
      figure('Ways to misbehave', BOOKINGS.length + CANCELLATIONS.length + 1),
      figure('Answers', clerk.tally.summary()),
      none(
        'Orders without exactly one live label',
        labelled
          .filter((code) => labels(code) !== 1)
          .map((code) => `order ${code} (${nameOf(booked, code)}) has ${labels(code)}`),
      ),
      none(
        'Cancelled consignments that are live',
        cancelled.filter(({ code }) => labels(code) > 0).map(({ behaviour }) => behaviour.name),
      ),
      none(
        'Consignments on which we and the courier disagree',
        await bench.read(database, (db) => disagreements(db, gateway.shipments)),
      ),
      none('Bookings without an outcome', await bench.read(database, openClaims)),
      holds('A refusal reaches staff with its reason', isTold, [refused?.text ?? 'no answer']),
      none('Unexplained server errors', clerk.tally.faults()),
      atMost('The slowest answer', ANSWER_TARGET_S, clerk.tally.slowest() / 1000, 's'),
    ]
  },
}

type Misbehaviour = { behaviour: Behaviour; code: string }

function nameOf(cases: readonly Misbehaviour[], code: string): string {
  return cases.find((one) => one.code === code)?.behaviour.name ?? 'books late'
}

const Reference = z.object({ DeliveryReference: z.string() })

/**
 * Handles the calls for each order according to its behaviour.
 * @returns a function that makes the late bookings
 */
function misbehave(gateway: Gateway, cases: readonly Misbehaviour[], late: string): () => void {
  const held: (() => unknown)[] = []
  const scriptOf = (code: string | undefined) => cases.find((one) => one.code === code)?.behaviour.script
  gateway.lies.set('POST /api/shipments', async (call, truth) => {
    const code = orderOf(Reference.parse(call.body).DeliveryReference)
    if (code !== late) return scriptOf(code)?.(call, truth) ?? truth()
    held.push(truth)
    return null
  })
  gateway.lies.set('DELETE /api/shipments', async (call, truth) => {
    const reference = gateway.shipments.get(call.query.get('id') ?? '')?.PackingSlipNo ?? ''
    return scriptOf(orderOf(reference))?.(call, truth) ?? truth()
  })
  return () => {
    for (const book of held) book()
  }
}

/** A staff member who books and deletes. */
function createClerk(staff: Staff) {
  const tally: Tally = createTally()
  const trackingOf = new Map<string, string>()
  const attempt = async (what: string, act: () => Promise<Answer>): Promise<Answer | null> => {
    try {
      return tally.add(await act(), what)
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      tally.noAnswer()
      return null
    }
  }
  return {
    tally,
    async book(code: string): Promise<Answer | null> {
      const priced = await attempt('pricing', () => staff.price(code))
      const quoteId =
        priced?.status === 200 && priceConsignment.answer.parse(JSON.parse(priced.text)).rows[0]?.id
      if (!quoteId) return priced
      const answer = await attempt('booking', () => staff.book(code, quoteId))
      const made =
        answer?.status === 200 && createConsignment.answer.parse(JSON.parse(answer.text)).data.consignment_id
      if (made) trackingOf.set(code, made)
      return answer
    },
    remove: (code: string) => attempt('deletion', () => staff.remove(trackingOf.get(code) ?? '')),
    /** Number of live labels of an order at the courier. */
    labels: (gateway: Gateway, code: string) =>
      Array.from(gateway.shipments.values()).filter(({ PackingSlipNo }) => orderOf(PackingSlipNo) === code)
        .length,
  }
}

/** How a courier handles a call: a name for the report, and the script that replaces the regular behaviour. */
export interface Behaviour {
  name: string
  script: Script
}

const never = () => new Promise<never>(() => undefined)
/** Longer than any response that the server accepts. */
const ENDLESS = 'x'.repeat(16 * 2 ** 20)
const NOTHING_CREATED = { CarrierName: 'Post Haste', Consignments: [], Errors: [], Message: null }
export const REFUSAL = 'The suburb does not match the postcode'

/** Does what was requested, then responds with a status. */
const doneBut = (status: number): Script => {
  return async (_call, truth) => {
    truth()
    return { status, body: { Message: 'Something went wrong.' } }
  }
}
const doneAndSilent: Script = async (_call, truth) => {
  truth()
  return never()
}

/** Possible behaviours of a courier when booking. */
export const BOOKINGS: readonly Behaviour[] = [
  { name: 'books and never answers', script: doneAndSilent },
  { name: 'never books and never answers', script: never },
  { name: 'hangs up', script: async () => null },
  {
    name: 'books and hangs up',
    script: async (_call, truth) => {
      truth()
      return null
    },
  },
  ...[404, 408, 429, 500, 503].map((status) => ({
    name: `books and answers ${status}`,
    script: doneBut(status),
  })),
  { name: 'answers success without a consignment', script: async () => ({ body: NOTHING_CREATED }) },
  { name: 'answers no JSON', script: async () => ({ body: '<html>' }) },
  { name: 'answers 16 MiB', script: async () => ({ body: ENDLESS }) },
  {
    name: 'books and answers 16 MiB',
    script: async (_call, truth) => {
      truth()
      return { body: ENDLESS }
    },
  },
  {
    name: 'refuses with a reason and no list',
    script: async () => ({
      body: { ...NOTHING_CREATED, Consignments: null, Errors: [{ Message: REFUSAL }] },
    }),
  },
]

/** Possible behaviours of a courier when cancelling. */
export const CANCELLATIONS: readonly Behaviour[] = [
  { name: 'cancels and answers 500', script: doneBut(500) },
  { name: 'cancels and answers 429', script: doneBut(429) },
  { name: 'cancels and never answers', script: doneAndSilent },
  { name: 'never cancels and never answers', script: never },
  { name: 'hangs up on the cancellation', script: async () => null },
  { name: 'answers the cancellation with no JSON', script: async () => ({ body: '<html>' }) },
]
