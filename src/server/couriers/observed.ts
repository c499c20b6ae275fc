import type { Clock } from '../../domain/calendar/nz-time.ts'
import { courierAnsweredAt, courierSeconds } from '../platform/metrics.ts'
import { type Courier, CourierRefused } from './courier.ts'

/** Wraps a courier to measure its calls and the time of its last response. */
export function observed(courier: Courier, clock: Clock): Courier {
  const watch = async <T>(call: string, work: Promise<T>): Promise<T> => {
    const end = courierSeconds.startTimer({ courier: courier.name, call })
    const answered = (outcome: 'answered' | 'refused') => {
      end({ outcome })
      courierAnsweredAt.set({ courier: courier.name }, clock() / 1000)
    }
    try {
      const answer = await work
      answered('answered')
      return answer
    } catch (error) {
      if (error instanceof CourierRefused) answered('refused')
      else end({ outcome: 'failed' })
      throw error
    }
  }
  const { booksInDatabase, manifest, bookPickup } = courier
  return {
    slug: courier.slug,
    name: courier.name,
    ...(booksInDatabase && { booksInDatabase }),
    tracking: courier.tracking,
    quote: (...request) => watch('quote', courier.quote(...request)),
    book: (...request) => watch('book', courier.book(...request)),
    find: (...request) => watch('find', courier.find(...request)),
    cancel: (...request) => watch('cancel', courier.cancel(...request)),
    label: (...request) => watch('label', courier.label(...request)),
    zpl: (...request) => watch('zpl', courier.zpl(...request)),
    ...(manifest && { manifest: (...request) => watch('manifest', manifest(...request)) }),
    ...(bookPickup && { bookPickup: (...request) => watch('bookPickup', bookPickup(...request)) }),
    track: (...request) => watch('track', courier.track(...request)),
    check: (...request) => watch('check', courier.check(...request)),
  }
}
