import type { ConsignmentPayload } from '../../../contract/consignments.ts'
import { todayInAuckland } from '../../../domain/calendar/nz-calendar.ts'
import { now } from '../../state/clock.ts'
import { useDraft } from '../../storage/drafts.ts'

/** Each entry contains its day, because the same goods may be sent to the same place on another day. */
const NONE: { booked: string[] } = { booked: [] }

/**
 * Consignments booked today for which the back end returned no number (reading 54). Their forms are locked, also
 * after a reload and in other tabs of this browser, because nothing else shows that they are booked.
 */
export function useBookedUnnumbered(): {
  has(payload: ConsignmentPayload): boolean
  add(payload: ConsignmentPayload): void
} {
  const [{ booked }, patch] = useDraft('booked-unnumbered', NONE)
  const today = todayInAuckland(now())
  const entry = (payload: ConsignmentPayload) => `${today} ${JSON.stringify(payload)}`
  return {
    has: (payload) => booked.length > 0 && booked.includes(entry(payload)),
    add: (payload) =>
      patch((kept) => ({ booked: [...kept.booked.filter((one) => one.startsWith(today)), entry(payload)] })),
  }
}
