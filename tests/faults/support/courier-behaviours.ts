import type { Script } from '../../server/couriers/stand-in-gateway.ts'

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
