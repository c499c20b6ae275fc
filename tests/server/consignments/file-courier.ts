import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Booking, Courier } from '../../../src/server/couriers/courier.ts'

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
