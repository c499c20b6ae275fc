import { appendFileSync, existsSync, readFileSync } from 'node:fs'
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
interface Behaviour {
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

interface Booked {
  reference: string
  booking: Booking
}
type Entry = Booked | { cancelled: string }

function entriesIn(file: string): Entry[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line): Entry => JSON.parse(line))
}

/** All bookings in a courier's file, in order. */
export function bookingsIn(file: string): Booked[] {
  return entriesIn(file).filter((entry) => 'booking' in entry)
}

/** Whether a consignment was cancelled in a courier's file, so that its label must not be used. */
export function isCancelledIn(file: string, trackingCode: string): boolean {
  return entriesIn(file).some((entry) => 'cancelled' in entry && entry.cancelled === trackingCode)
}

/**
 * A courier that stores its bookings in a file, which survives the process that books. Unlike a real courier, it
 * books a repeated reference again, so that every repetition is visible. Each booking and cancellation waits for `step`
 * before and after it.
 */
export function fileCourier(file: string, step: () => Promise<void> = async () => undefined): Courier {
  const provider = { courierName: 'File', courierSlug: 'file' }
  const append = async (entry: Entry) => {
    await step()
    appendFileSync(file, `${JSON.stringify(entry)}\n`)
    await step()
  }
  return {
    slug: 'file',
    name: 'File',
    quote: async () => [
      { ...provider, costCents: 1200, type: 'Overnight', description: '', courierQuote: 'q' },
    ],
    book: async ({ bookingReference: reference }) => {
      const number = bookingsIn(file).filter((entry) => entry.reference === reference).length + 1
      const trackingCode = `F${number}-${reference}`
      const part = { partNumber: '001', label: trackingCode, costCents: 1200, services: [] }
      const booking = { trackingCode, trackingUrl: null, parts: [part], services: [] }
      await append({ reference, booking })
      return booking
    },
    find: async ({ bookingReference }) =>
      bookingsIn(file)
        .filter(
          (entry) => entry.reference === bookingReference && !isCancelledIn(file, entry.booking.trackingCode),
        )
        .map(({ booking }) => booking),
    cancel: (trackingCode) => append({ cancelled: trackingCode }),
    label: async () => null,
    zpl: async () => null,
    tracking: { most: 1, everyMs: 1 },
    track: async () => new Map(),
    check: async () => [],
  }
}
