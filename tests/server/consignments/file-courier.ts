import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Booking, Courier } from '../../../src/server/couriers/courier.ts'

interface Entry {
  reference: string
  booking: Booking
}

/** What the courier of this file has booked, in order. */
export function bookingsIn(file: string): Entry[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line): Entry => JSON.parse(line))
}

/**
 * A courier whose memory is a file, which outlives the process that books. It books as often as it is asked, unlike a
 * good one, so that every second request shows. `step` is called before and after it books.
 */
export function fileCourier(file: string, step: () => void = () => undefined): Courier {
  const provider = { providerName: 'File', providerSlug: 'file' }
  return {
    slug: 'file',
    name: 'File',
    quote: async () => [
      { ...provider, costCents: 1200, type: 'Overnight', description: '', courierQuote: 'q' },
    ],
    book: async ({ bookingReference: reference }) => {
      step()
      const number = bookingsIn(file).filter((entry) => entry.reference === reference).length + 1
      const trackingCode = `F${number}-${reference}`
      const part = { partNumber: '001', label: trackingCode, costCents: 1200, services: [] }
      const booking = { trackingCode, trackingUrl: null, parts: [part], services: [] }
      appendFileSync(file, `${JSON.stringify({ reference, booking })}\n`)
      step()
      return booking
    },
    find: async (reference) =>
      bookingsIn(file).find((entry) => entry.reference === reference)?.booking ?? null,
    cancel: async () => undefined,
    label: async () => null,
    track: async () => [],
  }
}
