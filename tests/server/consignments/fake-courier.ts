import {
  type Booking,
  type BookingRequest,
  type Courier,
  type CourierAnswer,
  CourierRefused,
  type FreightRequest,
  type Tracked,
  type TrackingEvent,
} from '../../../src/server/couriers/courier.ts'

/** Replaces calls of the courier. Each receives the regular behaviour as a function, and may call it late or never. */
export interface Behaviour {
  quote(price: () => CourierAnswer[]): Promise<CourierAnswer[]>
  book(make: () => Booking): Promise<Booking>
  find(look: () => Booking[]): Promise<Booking[]>
  cancel(drop: () => void): Promise<void>
  label(): Promise<Uint8Array | null>
}

export interface FakeCourier extends Courier {
  /** Replaces calls from now on. Calls not named behave regularly. */
  behave(behaviour?: Partial<Behaviour>): void
  /** The received calls, in order. */
  readonly asked: { call: keyof Behaviour; about: string }[]
  /** All bookings made. Unlike a good courier, it books again for a repeated reference. */
  readonly made: { reference: string; booking: Booking; request: BookingRequest }[]
  readonly cancelled: Set<string>
  /** The tracking events that it reports for any consignment, and the consignments that were requested. */
  events: TrackingEvent[]
  readonly tracked: string[]
  /** Further tracking data that it reports for any consignment. */
  reports: Partial<Tracked>
}

const GOOD: Behaviour = {
  quote: async (price) => price(),
  book: async (make) => make(),
  find: async (look) => look(),
  cancel: async (drop) => drop(),
  label: async () => null,
}

/** A scripted courier. Its price is 1,000 cents plus 100 for each piece. */
export function fakeCourier(slug: string, prefix = 'FAKE'): FakeCourier {
  let behaviour = GOOD
  const name = `${slug.charAt(0).toUpperCase()}${slug.slice(1)}`
  const asked: FakeCourier['asked'] = []
  const made: FakeCourier['made'] = []
  const cancelled = new Set<string>()
  const priceOf = ({ pieces }: FreightRequest) =>
    1000 + 100 * pieces.reduce((count, { quantity }) => count + quantity, 0)
  return {
    slug,
    name,
    asked,
    made,
    cancelled,
    events: [],
    tracked: [],
    behave: (changed = {}) => {
      behaviour = { ...GOOD, ...changed }
    },
    quote: async (request) => {
      asked.push({ call: 'quote', about: request.destination.postcode })
      const provider = { courierName: name, courierSlug: slug }
      const option = { type: 'Overnight', description: 'By fake van', courierQuote: 'van' }
      return behaviour.quote(() => [{ ...provider, ...option, costCents: priceOf(request) }])
    },
    book: async (request) => {
      const reference = request.bookingReference
      asked.push({ call: 'book', about: reference })
      return behaviour.book(() => {
        const booking = bookingOf(request, `${prefix}${made.length + 1}`)
        made.push({ reference, booking, request })
        return booking
      })
    },
    find: async ({ bookingReference: reference }) => {
      asked.push({ call: 'find', about: reference })
      return behaviour.find(() =>
        made
          .filter((one) => one.reference === reference && !cancelled.has(one.booking.trackingCode))
          .map(({ booking }) => booking),
      )
    },
    cancel: async (trackingCode) => {
      asked.push({ call: 'cancel', about: trackingCode })
      return behaviour.cancel(() => {
        cancelled.add(trackingCode)
      })
    },
    label: async () => behaviour.label(),
    zpl: async () => null,
    tracking: { most: 20, everyMs: 10 * 60_000 },
    reports: {},
    async track(trackingCodes) {
      this.tracked.push(...trackingCodes)
      const nothing = { manifestedAt: null, pickedAt: null, deliveredAt: null, partCodes: [] }
      return new Map(
        trackingCodes.map((code) => [code, { ...nothing, events: this.events, ...this.reports }]),
      )
    },
    check: async () => [],
  }
}

/** A refusal. */
export const refuses = async (): Promise<never> => {
  throw new CourierRefused('The street does not exist.')
}
/** A broken connection. */
export const fails = async (): Promise<never> => {
  throw new Error('socket hang up')
}
/** A response that never arrives. */
export const silence = (): Promise<never> => new Promise(() => undefined)

/** Makes the booking, but responds differently. */
export const booksThen = (answer: () => Promise<never>) => (make: () => Booking) => {
  make()
  return answer()
}

/** A booking without a response, completed when the test says so. */
export function lateBooking() {
  let makeIt: () => void = () => undefined
  return {
    book: (make: () => Booking): Promise<Booking> => {
      makeIt = make
      return silence()
    },
    arrive: () => makeIt(),
  }
}

function bookingOf(request: BookingRequest, trackingCode: string): Booking {
  const pieces = request.pieces.flatMap(({ quantity }) => new Array<null>(quantity).fill(null))
  return {
    trackingCode,
    trackingUrl: `https://fake.example/${trackingCode}`,
    parts: pieces.map((_, index) => {
      const partNumber = String(index + 1).padStart(3, '0')
      return { partNumber, label: trackingCode + partNumber, costCents: 100, services: [] }
    }),
    services: [{ code: 'BASE', description: 'Base charge', totalCents: 1000 }],
  }
}
